/** In French "à" and the article of a town's name are one word: au Havre, aux Sables-d’Olonne. Other languages stay as they are. */
export function contracted(text: string, locale: string): string {
  if (locale !== 'fr') return text
  return text.replace(/(?<!\p{L})([àÀ]) (Les?) (?=\p{L})/gu, (_whole, at: string, article: string) => {
    const word = article === 'Le' ? 'au' : 'aux'
    return `${at === at.toUpperCase() ? word.replace('a', 'A') : word} `
  })
}
