/** A name of any script inside a sentence of any other: neither turns the other (Unicode FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
