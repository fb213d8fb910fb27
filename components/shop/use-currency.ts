import { useLocale } from 'next-intl'
import { useState } from 'react'
import { CURRENCY_BY_LOCALE, type Currency } from '#contract/money.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/**
 * The currency of the account on every page and device, until the user changes it; without one, that of the language.
 * Undefined until the account is known.
 */
export function useCurrency(): [Currency | undefined, (currency: Currency) => void] {
  const byLanguage = CURRENCY_BY_LOCALE[useLocale()]
  const { data: profile, error, mutate } = useEndpoint('getProfile', {})
  const [chosen, setChosen] = useState<Currency>()
  const ofAccount = profile || error ? (profile?.currency ?? byLanguage) : undefined

  function choose(currency: Currency): void {
    setChosen(currency)
    browserClient()
      .call('updateProfile', { body: { currency } })
      .then((now) => mutate(now, { revalidate: false }))
      // This page shows it all the same.
      .catch(() => undefined)
  }

  return [chosen ?? ofAccount, choose]
}
