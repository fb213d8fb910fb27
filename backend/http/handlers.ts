import type { Endpoints } from '#contract/endpoints.ts'
import type { HandlersOf } from './call.ts'
import { createAccountHandlers, type AccountFeatures } from './handlers/account.ts'
import { createAnalyticsHandlers, type AnalyticsFeatures } from './handlers/analytics.ts'
import { createBundleHandlers, type BundleFeatures } from './handlers/bundles.ts'
import { createCreditHandlers, type CreditFeatures } from './handlers/credits.ts'
import { createDirectoryHandlers, type DirectoryFeatures } from './handlers/directory.ts'
import { createFeedbackHandlers, type FeedbackFeatures } from './handlers/feedback.ts'
import { createImageSharingHandlers, type ImageSharingFeatures } from './handlers/image-sharing.ts'
import { createPaymentHandlers, type PaymentFeatures } from './handlers/payments.ts'
import { createRecipientHandlers, type RecipientFeatures } from './handlers/recipients.ts'
import { createDiscountHandlers, type DiscountFeatures } from './handlers/discounts.ts'
import { createLoggingHandlers, type LoggingFeatures } from './handlers/logging.ts'
import { createReferralHandlers, type ReferralFeatures } from './handlers/referrals.ts'
import { createWithdrawalHandlers, type WithdrawalFeatures } from './handlers/withdrawals.ts'
import { createSharingHandlers, type SharingFeatures } from './handlers/sharing.ts'
import { createDeletionHandlers, type DeletionFeatures } from './handlers/deletion.ts'
import { createHandoffHandlers, type HandoffFeatures } from './handlers/handoff.ts'
import { createHeadshotFileHandlers, type HeadshotFileFeatures } from './handlers/headshot-files.ts'
import { createRepairHandlers, type RepairFeatures } from './handlers/repairs.ts'
import { createRerollHandlers, type RerollFeatures } from './handlers/rerolls.ts'
import { createVerificationHandlers, type VerificationFeatures } from './handlers/verification.ts'
import { createPersonHandlers, type PersonFeatures } from './handlers/persons.ts'

export type Features = PersonFeatures &
  AccountFeatures &
  BundleFeatures &
  PaymentFeatures &
  WithdrawalFeatures &
  SharingFeatures &
  DirectoryFeatures &
  VerificationFeatures &
  RecipientFeatures &
  ImageSharingFeatures &
  FeedbackFeatures &
  AnalyticsFeatures &
  CreditFeatures &
  DiscountFeatures &
  LoggingFeatures &
  ReferralFeatures &
  HandoffFeatures &
  DeletionFeatures &
  RepairFeatures &
  RerollFeatures &
  HeadshotFileFeatures

/** Every handler of the product; one file per contract file. */
export function createHandlers(features: Features): HandlersOf<Endpoints> {
  return {
    ...createPersonHandlers(features),
    ...createAccountHandlers(features),
    ...createBundleHandlers(features),
    ...createPaymentHandlers(features),
    ...createWithdrawalHandlers(features),
    ...createSharingHandlers(features),
    ...createDirectoryHandlers(features),
    ...createVerificationHandlers(features),
    ...createRecipientHandlers(features),
    ...createImageSharingHandlers(features),
    ...createFeedbackHandlers(features),
    ...createAnalyticsHandlers(features),
    ...createCreditHandlers(features),
    ...createDiscountHandlers(features),
    ...createLoggingHandlers(features),
    ...createReferralHandlers(features),
    ...createHandoffHandlers(features),
    ...createDeletionHandlers(features),
    ...createRepairHandlers(features),
    ...createRerollHandlers(features),
    ...createHeadshotFileHandlers(features),
  }
}
