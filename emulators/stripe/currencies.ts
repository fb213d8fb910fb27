import { invalid } from './fault.ts'

/** Those Stripe charges cards in (docs.stripe.com/currencies). */
const SUPPORTED = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp ' +
  'cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk ' +
  'jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn ' +
  'nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std ' +
  'szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
).split(' ')

/** The currency as Stripe keeps it. @throws StripeFault for one that Stripe does not charge in */
export function currencyNamed(code: string, param: string): string {
  const currency = code.toLowerCase()
  if (SUPPORTED.includes(currency)) return currency
  const list = SUPPORTED.join(', ')
  throw invalid(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${list}`, {
    param,
  })
}

/** An amount in the smallest unit of its currency, as people read it. */
export function shownAmount(amount: number, currency: string, locale = 'en'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
