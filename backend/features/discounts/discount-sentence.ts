import type { ErrorCode } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import de from '#messages/de.json' with { type: 'json' }
import en from '#messages/en.json' with { type: 'json' }
import es from '#messages/es.json' with { type: 'json' }
import fr from '#messages/fr.json' with { type: 'json' }
import it from '#messages/it.json' with { type: 'json' }

const SENTENCES: Readonly<Record<Locale, Readonly<Record<ErrorCode, string>>>> = {
  en: en.errors,
  de: de.errors,
  fr: fr.errors,
  es: es.errors,
  it: it.errors,
}

/** The sentence shown to the owner of a code, in their language; none of them has placeholders. */
export function sentenceFor(code: ErrorCode, locale: Locale): string {
  return SENTENCES[locale][code]
}
