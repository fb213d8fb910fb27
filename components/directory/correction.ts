import type { FailureCopy } from '#components/shell/failure-copy.ts'
import type { Photographer } from '#contract/directory.ts'
import type { Locale } from '#contract/locales.ts'
import type { Messages } from '#lib/i18n/messages.ts'

export type CorrectedListing = Pick<
  Photographer,
  'id' | 'name' | 'address' | 'website' | 'phone' | 'email' | 'openingHours'
>

export interface CorrectionProps {
  listing: CorrectedListing
  copy: Messages['directory']['correction']
  failures: FailureCopy
  locale: Locale
}
