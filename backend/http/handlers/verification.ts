import type { verificationEndpoints } from '#contract/verification.ts'
import type { Provenance } from '#backend/features/provenance/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface VerificationFeatures {
  provenance: Provenance
}

export function createVerificationHandlers({
  provenance,
}: VerificationFeatures): HandlersOf<typeof verificationEndpoints> {
  return {
    getSigningCertificate: () => Promise.resolve(provenance.certificate()),
    verifyFile: ({ query }) => provenance.verify(query.sha256),
  }
}
