import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createProvenance } from './provenance-service.ts'

export function provenanceFeature(deps: FeatureDeps) {
  const provenance = createProvenance(deps)
  return {
    handlers: {
      getSigningCertificate: () => Promise.resolve(provenance.certificate()),
      verifyFile: ({ query }) => provenance.verify(query.sha256),
    },
  } satisfies Feature
}
