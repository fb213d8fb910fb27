/** Whether a word was typed, in any letter case; keyboards without umlauts write them as two letters. */
export function isTypedWord(typed: string, word: string): boolean {
  const plain = (text: string) =>
    text.trim().normalize('NFC').toLowerCase().replaceAll('ö', 'oe').replaceAll('ä', 'ae')
  return plain(typed) === plain(word)
}
