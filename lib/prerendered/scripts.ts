/** As Next writes those that the page is made alive by, and what asks for one of them early. */
const SCRIPT = /<script src="(\/_next\/[^"]+)" async=""[^>]*><\/script>/g
const EARLY = /<link rel="preload" as="script"[^>]*>/g

/**
 * After the frame in which the page is painted, each in a task of its own; a page in a tab that nobody sees waits until
 * somebody does.
 */
const ask = (addresses: string) =>
  `requestAnimationFrame(()=>{for(const src of ${addresses})setTimeout(()=>document.head.append(Object.assign(document.createElement('script'),{src,async:true})))})`

/**
 * Lets a page's scripts be asked for once it is painted: on a slow line they would come between the reader and the text,
 * four times as long as it.
 */
export function withLateScripts(html: string): string {
  const addresses = [...html.matchAll(SCRIPT)].map(([, address]) => address)
  if (addresses.length === 0) return html
  // What stands in a script must not end it.
  const written = JSON.stringify(addresses).replaceAll('<', '\\u003c')
  return html
    .replace(SCRIPT, '')
    .replace(EARLY, '')
    .replace('</body>', () => `<script>${ask(written)}</script></body>`)
}
