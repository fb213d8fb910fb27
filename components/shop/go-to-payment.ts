import type { Locale } from '#contract/locales.ts'
import type { CheckoutSession } from '#contract/payments.ts'

/**
 * Goes to the payment page: the provider's, or the site's with its form; that one is a full page load, because only
 * its own policy allows the form.
 */
export function goToPayment(
  session: Exclude<CheckoutSession, { status: 'fulfilled' }>,
  locale: Locale,
): 'leaving' {
  const page = `/${locale}/checkout/pay?payment=${session.paymentId}`
  window.location.assign(session.status === 'redirect' ? session.url : page)
  return 'leaving'
}
