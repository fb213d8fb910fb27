import type { Locale } from '#contract/locales.ts'
import type { CheckoutSession } from '#contract/payments.ts'

/**
 * Leaves for where a payment is made: the provider's page, or ours with its form, which is loaded anew, for its policy
 * alone lets the form in; or for the page that says how it stands, while the customer's bank is at it.
 */
export function goToPayment(
  session: Exclude<CheckoutSession, { status: 'fulfilled' }>,
  locale: Locale,
): 'leaving' {
  const page = `/${locale}/checkout/${session.status === 'processing' ? 'complete' : 'pay'}?payment=${session.paymentId}`
  window.location.assign(session.status === 'redirect' ? session.url : page)
  return 'leaving'
}
