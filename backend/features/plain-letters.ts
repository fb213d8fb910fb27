/** Letters that decomposition leaves as they are. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
}

/** Lower-case, without marks, Latin letters as those of ASCII; letters of other scripts stay. */
export function toPlainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłħıŋŧə]/g, (letter) => LETTERS[letter] ?? letter)
}
