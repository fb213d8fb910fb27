import type { Locale } from '#contract/locales.ts'

/** Whether what was typed is the word, in whatever case; keyboards without umlauts write them as two letters. */
export function isTypedWord(typed: string, word: string, locale: Locale): boolean {
  const plain = (text: string) =>
    text.trim().normalize('NFC').toLocaleUpperCase(locale).replaceAll('Ö', 'OE').replaceAll('Ä', 'AE')
  return plain(typed) === plain(word)
}
