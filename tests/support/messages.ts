import { createTranslator } from 'next-intl'
import type { Locale } from '#contract/locales.ts'
import de from '#messages/de.json' with { type: 'json' }
import en from '#messages/en.json' with { type: 'json' }
import es from '#messages/es.json' with { type: 'json' }
import fr from '#messages/fr.json' with { type: 'json' }
import it from '#messages/it.json' with { type: 'json' }

export const MESSAGES: Record<Locale, typeof de> = { de, en, es, fr, it }

/** The sentences of a language as the pages say them. */
export const translatorOf = (locale: Locale) =>
  createTranslator({ locale, messages: MESSAGES[locale], timeZone: 'Europe/Zurich' })

/** The German ones. */
export const t = translatorOf('de')
