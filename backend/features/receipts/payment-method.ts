import type { createWords } from '#backend/features/mail/mail-service.ts'

/** How providers name methods and cards, and how their customers do; these names are the same in every language. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['alipay', 'Alipay'],
  ['amazon_pay', 'Amazon Pay'],
  ['amex', 'American Express'],
  ['apple_pay', 'Apple Pay'],
  ['bancontact', 'Bancontact'],
  ['billie', 'Billie'],
  ['blik', 'BLIK'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eps', 'EPS'],
  ['girocard', 'girocard'],
  ['google_pay', 'Google Pay'],
  ['ideal', 'iDEAL'],
  ['jcb', 'JCB'],
  ['klarna', 'Klarna'],
  ['link', 'Link'],
  ['mastercard', 'Mastercard'],
  ['mobilepay', 'MobilePay'],
  ['p24', 'Przelewy24'],
  ['paypal', 'PayPal'],
  ['revolut_pay', 'Revolut Pay'],
  ['samsung_pay', 'Samsung Pay'],
  ['satispay', 'Satispay'],
  ['swish', 'Swish'],
  ['twint', 'TWINT'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
  ['wechat_pay', 'WeChat Pay'],
])

/** What paid a purchase, as its customer calls it: a method without a name here is one of the provider's page. */
export function sayMethod(
  paidBy: string | null,
  { say }: Pick<ReturnType<typeof createWords>, 'say'>,
): string {
  const [method = '', brand = ''] = paidBy?.split('/') ?? []
  const card = NAMES.get(brand)
  if (method === 'card') {
    return card === undefined ? say('receiptPdf.methods.card') : say('receiptPdf.methods.cardOf', { card })
  }
  if (method === 'sepa_debit') return say('receiptPdf.methods.debit')
  if (method === 'customer_balance') return say('receiptPdf.methods.transfer')
  const name = NAMES.get(method)
  if (name === undefined) return say('receiptPdf.methods.stripe')
  return card === undefined ? name : `${name} (${card})`
}
