import { ASKS_CONSENT, CONSENT_FLAG } from '#lib/analytics/consent.ts'
import { loadAhead } from '#lib/browser/load-ahead.ts'
import { SIGNED_IN_HINT } from '#lib/session/signed-in-hint.ts'
import { ALIVE, askOnSign, KEPT, LATEST_MS, ON_SIGN } from './on-sign.ts'
import { showBanner } from './show-banner.ts'

/** As Next writes those that the page is made alive by, and what asks for one of them early. */
const SCRIPT = /<script src="(\/_next\/[^"]+)" async=""[^>]*><\/script>/g
const EARLY = /<link rel="preload" as="script"[^>]*>/g
const STYLESHEET = /<link rel="stylesheet"[^>]*>/g
/** What the page is made alive with: all it says, once more, which nobody needs to have compiled before. */
const DATA = /<script>(?=\(?self\.__next_f\b)/g

const [[NAME, VALUE] = []] = Object.entries(ON_SIGN)
const WANTS_SIGN = new RegExp(`<main[^>]* ${NAME}="${VALUE}"`)

/** What stands in a script must not end it. */
const written = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A function run where nothing but its source is. */
function called<Args extends readonly unknown[]>(run: (...args: Args) => void, ...args: Args): string {
  return `(${String(run)})(${args.map(written).join()})`
}

/**
 * After the frame in which the page is painted, each in a task of its own; a page in a tab that nobody sees waits until
 * somebody does.
 */
const askOncePainted = (addresses: readonly string[]) =>
  `requestAnimationFrame(()=>{for(const src of ${written(addresses)})setTimeout(()=>document.head.append(Object.assign(document.createElement('script'),{src,async:true})))})`

/**
 * Lets a page's scripts be asked for once it is painted: on a slow line they would come between the reader and the text,
 * four times as long as it. A page that says so lets them wait for a sign of somebody, and the styles of what they add.
 */
export function withLateScripts(html: string): string {
  const addresses = [...html.matchAll(SCRIPT)].map(([, address = '']) => address)
  if (addresses.length === 0) return html
  const page = html.replace(SCRIPT, '').replace(EARLY, '')
  if (!WANTS_SIGN.test(page)) return withLast(page, askOncePainted(addresses))
  const waiting = page.replace(STYLESHEET, '').replace(DATA, `<script type="${KEPT}">`)
  const sheets = [...page.matchAll(STYLESHEET)].map(([tag]) => tag).join('')
  const ask = called(askOnSign, addresses, sheets, KEPT, ALIVE, LATEST_MS)
  return withLast(waiting, `${ask};${called(loadAhead)}`)
}

const [BANNER = ''] = Object.keys(ASKS_CONSENT)
const SHOW_BANNER = called(showBanner, `[${BANNER}]`, CONSENT_FLAG, SIGNED_IN_HINT)

const withLast = (page: string, source: string) =>
  page.replace('</body>', () => `<script>${SHOW_BANNER};${source}</script></body>`)
