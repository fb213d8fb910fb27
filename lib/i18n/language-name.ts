import type { Locale } from '#contract/locales.ts'

/** A language's name in itself, as a list of languages shows it: "Deutsch", "Français". */
export function languageName(locale: Locale): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** A language's name as a sentence of another says it: "English" is "anglais" in French. */
export function languageNameIn(language: Locale, sentence: Locale): string {
  return new Intl.DisplayNames([sentence], { type: 'language' }).of(language) ?? language
}
