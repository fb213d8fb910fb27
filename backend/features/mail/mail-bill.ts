import type { Locale } from '#contract/locales.ts'
import type { StyleId } from '#contract/styles.ts'
import { createWords } from './mail-words.ts'

interface BilledPurchase {
  locale: Locale
  styleId: StyleId
  includesTraining: boolean
  promisedCount: number
}

/** The texts of a purchase on the provider's page and receipt, in the customer's language. */
export function writeBill(
  { locale, styleId, includesTraining, promisedCount: count }: BilledPurchase,
  siteUrl: string,
): { item: string; discount: string } {
  const { say } = createWords(locale, siteUrl)
  const style = say(`styles.${styleId}.name`)
  const kind = includesTraining ? 'first' : 'further'
  return {
    item: say(`mails.common.bill.${kind}`, { style, count }),
    discount: say('mails.common.labels.discount'),
  }
}
