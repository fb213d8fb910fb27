import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { PurgeCSS } from 'purgecss'

/** As Next writes it. */
const STYLESHEET = /<link rel="stylesheet" href="\/_next\/([^"?]+)[^"]*"[^>]*>/g
const RELATIVE = /\burl\((\.[^)]+)\)/g
const SCRIPT = /<script\b[^>]*>[^]*?<\/script>/g
/** Names of elements, attributes and classes: whatever a selector can be about. */
const TAG = /<([a-z][^\s>]*)([^>]*)>/g
const ATTRIBUTE = /([^\s"=]+)(?:="([^"]*)")?/g
/** Whose values styles ask for; those of the others are texts and addresses. */
const ASKED_FOR = /^(?:class|type|role|dir|data-.+)$/

/** Pages of one type have the same, and a site has a dozen types. */
const SHEETS_MAX = 500
const sheets = new LRUCache<string, string>({ max: SHEETS_MAX })

/**
 * Puts the styles that a page needs into it, so that it is painted as soon as it is there. Where the stylesheet was asked
 * for stands nothing any more: it follows the last of the page, for what scripts will add.
 * @param distDir Next's folder of the build
 */
export async function withOwnStyles(html: string, distDir: string): Promise<string> {
  const links = [...html.matchAll(STYLESHEET)]
  const [first] = links
  if (first === undefined) return html
  const words = wordsOf(html)
  const styles = await Promise.all(links.map(([, file = '']) => stylesFor(words, file, distDir)))
  const own = `<style>${styles.join('')}</style>`
  const rest = links.map(([link]) => link).join('')
  return html
    .replace(STYLESHEET, (_link, _file, offset: number) => (offset === first.index ? own : ''))
    .replace('</body>', () => `${rest}</body>`)
}

function wordsOf(html: string): string[] {
  const words = new Set<string>()
  for (const [, name = '', attributes = ''] of html.replaceAll(SCRIPT, '').matchAll(TAG)) {
    words.add(name)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      words.add(attribute)
      if (ASKED_FOR.test(attribute)) for (const word of value.split(/\s+/)) words.add(word)
    }
  }
  return [...words].sort()
}

async function stylesFor(words: readonly string[], file: string, distDir: string): Promise<string> {
  const raw = words.join(' ')
  const key = `${file} ${raw}`
  const known = sheets.get(key)
  if (known !== undefined) return known
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw, extension: 'html' }],
    css: [{ raw: await readFile(join(distDir, file), 'utf8') }],
    defaultExtractor: (text) => text.split(' '),
  })
  // Seen from the page, no longer from where the sheet lies.
  const at = (path: string) => new URL(path, `http://site.invalid/_next/${file}`).pathname
  const styles = (purged?.css ?? '').replace(RELATIVE, (_url, path: string) => `url(${at(path)})`)
  sheets.set(key, styles)
  return styles
}
