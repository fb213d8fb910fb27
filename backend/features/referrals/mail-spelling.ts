/** Providers that put no weight on dots, under the name they share. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/** Whether two addresses are one mailbox: in other letter case, with a tag behind a plus, or with ignored dots. */
export function isSameMailbox(one: string, other: string): boolean {
  return oneSpellingOf(one) === oneSpellingOf(other)
}

function oneSpellingOf(address: string): string {
  const text = address.normalize('NFKC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const given = text.slice(at + 1)
  const [untagged = ''] = text.slice(0, Math.max(at, 0)).split('+', 1)
  const domain = DOTLESS[given]
  return domain === undefined ? `${untagged}@${given}` : `${untagged.replaceAll('.', '')}@${domain}`
}
