import { accountFeature } from './features/account/account-feature.ts'
import { analyticsFeature } from './features/analytics/analytics-feature.ts'
import { backupFeature } from './features/backup/backup-feature.ts'
import { bundlesFeature } from './features/bundles/bundles-feature.ts'
import { checkoutFeature } from './features/checkout/checkout-feature.ts'
import { creditsFeature } from './features/credits/credits-feature.ts'
import { deletionFeature } from './features/deletion/deletion-feature.ts'
import { directoryFeature } from './features/directory/directory-feature.ts'
import { discountsFeature } from './features/discounts/discounts-feature.ts'
import type { FeatureDeps } from './features/feature.ts'
import { feedbackFeature } from './features/feedback/feedback-feature.ts'
import { filesFeature } from './features/files/files-feature.ts'
import { finishingFeature } from './features/finishing/finishing-feature.ts'
import { handoffFeature } from './features/phone-upload/phone-upload-feature.ts'
import { imageSharingFeature } from './features/image-sharing/image-sharing-feature.ts'
import { loggingFeature } from './features/logging/logging-feature.ts'
import { mailFeature } from './features/mail/mail-feature.ts'
import { operatorsFeature } from './features/operators/operators-feature.ts'
import { overviewFeature } from './features/overview/overview-feature.ts'
import { paymentEventsFeature } from './features/payment-events/payment-events-feature.ts'
import { previewsFeature } from './features/previews/previews-feature.ts'
import { processingFeature } from './features/processing/processing-feature.ts'
import { provenanceFeature } from './features/provenance/provenance-feature.ts'
import { receiptsFeature } from './features/receipts/receipts-feature.ts'
import { referralsFeature } from './features/referrals/referrals-feature.ts'
import { repairsFeature } from './features/repairs/repairs-feature.ts'
import { retentionFeature } from './features/retention/retention-feature.ts'
import { selfiesFeature } from './features/selfies/selfies-feature.ts'
import { sharingFeature } from './features/sharing/sharing-feature.ts'
import { statusFeature } from './features/status/status-feature.ts'
import { trainingFeature } from './features/training/training-feature.ts'
import { vendorJobsFeature } from './features/vendor-jobs/vendor-jobs-feature.ts'
import { withdrawalsFeature } from './features/withdrawals/withdrawals-feature.ts'
import { createMailFiles } from './mail-files.ts'

export type Features = ReturnType<typeof createFeatures>

/** Every feature of the product. A call or a job that none of them has does not compile where the list is used. */
export function createFeatures(deps: FeatureDeps) {
  return [
    accountFeature(deps),
    analyticsFeature(deps),
    backupFeature(deps),
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
    mailFeature(deps, (work) => createMailFiles(deps, work)),
    operatorsFeature(deps),
    overviewFeature(deps),
    paymentEventsFeature(deps),
    previewsFeature(deps),
    processingFeature(deps),
    provenanceFeature(deps),
    receiptsFeature(deps),
    referralsFeature(deps),
    repairsFeature(deps),
    retentionFeature(deps),
    selfiesFeature(deps),
    sharingFeature(deps),
    statusFeature(deps),
    trainingFeature(deps),
    vendorJobsFeature(deps),
    withdrawalsFeature(deps),
  ] as const
}
