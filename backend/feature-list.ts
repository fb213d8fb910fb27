import { accountFeature } from './features/account/feature.ts'
import { analyticsFeature } from './features/analytics/feature.ts'
import { bundlesFeature } from './features/bundles/feature.ts'
import { checkoutFeature } from './features/checkout/feature.ts'
import { creditsFeature } from './features/credits/feature.ts'
import { deletionFeature } from './features/deletion/feature.ts'
import { directoryFeature } from './features/directory/feature.ts'
import { discountsFeature } from './features/discounts/feature.ts'
import type { FeatureDeps } from './features/feature.ts'
import { feedbackFeature } from './features/feedback/feature.ts'
import { filesFeature } from './features/files/feature.ts'
import { finishingFeature } from './features/finishing/feature.ts'
import { handoffFeature } from './features/handoff/feature.ts'
import { imageSharingFeature } from './features/image-sharing/feature.ts'
import { loggingFeature } from './features/logging/feature.ts'
import { mailFeature } from './features/mail/feature.ts'
import { overviewFeature } from './features/overview/feature.ts'
import { paymentEventsFeature } from './features/payment-events/feature.ts'
import { previewsFeature } from './features/previews/feature.ts'
import { provenanceFeature } from './features/provenance/feature.ts'
import { receiptsFeature } from './features/receipts/feature.ts'
import { referralsFeature } from './features/referrals/feature.ts'
import { repairsFeature } from './features/repairs/feature.ts'
import { retentionFeature } from './features/retention/feature.ts'
import { selfiesFeature } from './features/selfies/feature.ts'
import { sharingFeature } from './features/sharing/feature.ts'
import { trainingFeature } from './features/training/feature.ts'
import { withdrawalsFeature } from './features/withdrawals/feature.ts'

export type Features = ReturnType<typeof createFeatures>

/** Every feature of the product. A call or a job that none of them has does not compile where the list is used. */
export function createFeatures(deps: FeatureDeps) {
  return [
    accountFeature(deps),
    analyticsFeature(deps),
    bundlesFeature(deps),
    checkoutFeature(deps),
    creditsFeature(deps),
    deletionFeature(deps),
    directoryFeature(deps),
    discountsFeature(deps),
    feedbackFeature(deps),
    filesFeature(deps),
    finishingFeature(deps),
    handoffFeature(deps),
    imageSharingFeature(deps),
    loggingFeature(deps),
    mailFeature(deps),
    overviewFeature(deps),
    paymentEventsFeature(deps),
    previewsFeature(deps),
    provenanceFeature(deps),
    receiptsFeature(deps),
    referralsFeature(deps),
    repairsFeature(deps),
    retentionFeature(deps),
    selfiesFeature(deps),
    sharingFeature(deps),
    trainingFeature(deps),
    withdrawalsFeature(deps),
  ] as const
}
