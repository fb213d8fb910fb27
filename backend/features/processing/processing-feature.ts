import { BRAND } from '#contract/brand.ts'
import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createWords } from '#backend/features/mail/mail-service.ts'
import { writeAgreement } from './agreement-content.ts'
import { drawAgreement } from './agreement-page.ts'

export function processingFeature({
  processing,
  seller,
  siteUrl,
}: Pick<FeatureDeps, 'processing' | 'seller' | 'siteUrl'>) {
  return {
    handlers: {
      getProcessing: () => Promise.resolve(processing),
      getProcessingAgreement: async ({ query }) => {
        const words = createWords(query.locale, siteUrl)
        return drawAgreement(await writeAgreement(processing, { words, seller, now: new Date() }), BRAND)
      },
    },
  } satisfies Feature
}
