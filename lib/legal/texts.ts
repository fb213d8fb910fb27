import type { Locale } from '#contract/locales.ts'
import type english from '#messages/legal/en.json'

export type LegalTexts = typeof english

/** A paragraph, or the items of a list. */
export type LegalBlock = string | readonly string[]

export interface LegalSection {
  /** Its anchor, the same in every language. */
  id: string
  title: string
  body: readonly LegalBlock[]
}

/** One chunk per language; each has the shape of the English one, or this does not compile. */
const LOADERS: Readonly<Record<Locale, () => Promise<{ default: LegalTexts }>>> = {
  en: () => import('#messages/legal/en.json'),
  de: () => import('#messages/legal/de.json'),
  fr: () => import('#messages/legal/fr.json'),
  es: () => import('#messages/legal/es.json'),
  it: () => import('#messages/legal/it.json'),
}

export async function loadLegalTexts(locale: Locale): Promise<LegalTexts> {
  return (await LOADERS[locale]()).default
}

/** The text with each `{name}` replaced. @throws Error naming what has no value */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`a legal text wants {${name}}`)
      return value
    })
    .trim()
}

export interface TextPart {
  text: string
  /** The link's path, below the language; absent for plain text. */
  path?: string
}

/** Splits `[label](/path)` links off the text around them. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(/\[([^\]]+)\]\((\/[^)]*)\)/g)) {
    const [whole, label = '', path = ''] = found
    if (found.index > end) parts.push({ text: text.slice(end, found.index) })
    parts.push({ text: label, path })
    end = found.index + whole.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
