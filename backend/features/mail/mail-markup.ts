const MARKUP = Symbol('markup')

/** Text that is already markup; only `html` makes it, so that no unescaped text gets into a page. */
export interface Markup {
  readonly [MARKUP]: string
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')

type Value = string | Markup | readonly Markup[]

function write(value: Value): string {
  if (typeof value === 'string') return escape(value)
  return MARKUP in value ? value[MARKUP] : value.map((part) => part[MARKUP]).join('')
}

/** A template whose values are escaped, for text and for quoted attributes, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { [MARKUP]: parts.map((part, index) => part + write(values[index] ?? '')).join('') }
}
/** Constants of ours. */
html.trusted = (text: string): Markup => ({ [MARKUP]: text })

/** The page itself. */
export function textOf(markup: Markup): string {
  return markup[MARKUP]
}
