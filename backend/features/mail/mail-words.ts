import { createTranslator } from 'use-intl/core'
import { BRAND } from '#contract/brand.ts'
import type { Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'
import { TIME_ZONE } from '#contract/time-zone.ts'
import de from '#messages/de.json' with { type: 'json' }
import en from '#messages/en.json' with { type: 'json' }
import es from '#messages/es.json' with { type: 'json' }
import fr from '#messages/fr.json' with { type: 'json' }
import it from '#messages/it.json' with { type: 'json' }

type Messages = Pick<typeof en, 'mails' | 'processing' | 'receiptPdf' | 'styles'>
const MESSAGES: Readonly<Record<Locale, Messages>> = { en, de, fr, es, it }

export type Words = ReturnType<typeof createWords>

/** Sentences and formats of one language for mails, with addresses of the site's pages in that language. */
export function createWords(locale: Locale, siteUrl: string) {
  const say = createTranslator<Messages>({
    locale,
    messages: MESSAGES[locale],
    // A missing sentence is an error, so that no mail shows a key.
    onError(error) {
      throw error
    },
  })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: TIME_ZONE })
  const moment = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: TIME_ZONE,
  })
  return {
    locale,
    say,
    brand: BRAND,
    money: (amountMinor: number, currency: Currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amountMinor / 100),
    credits: (count: number) => say('mails.common.credits', { count }),
    list: (items: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    day: (iso: string) => day.format(new Date(iso)),
    moment: (iso: string) => moment.format(new Date(iso)),
    /** A page of the site; `path` starts with a slash and names no language. */
    page: (path: string) => new URL(`/${locale}${path}`, siteUrl).href,
  }
}
