/** Addresses of scripts for which this tab was reloaded. */
const KEY = 'reloaded_for_scripts'
const PATH = '/_next/static/'

/**
 * Reloads a tab of an old build once when a script of it is gone from the server: the page of the new build has the same
 * address. A script that did not come because the network is away is no reason, and one that is still gone after the
 * reload is none either.
 */
export function reloadForGoneScripts(reload: () => void = () => window.location.reload()): () => void {
  const look = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return
    const url = new URL(target.src, window.location.href)
    if (url.origin === window.location.origin && url.pathname.startsWith(PATH)) void reloadIfGone(url, reload)
  }
  // Such an event does not bubble.
  window.addEventListener('error', look, { capture: true })
  return () => window.removeEventListener('error', look, { capture: true })
}

async function reloadIfGone({ href }: URL, reload: () => void): Promise<void> {
  const known = readKnown()
  if (known === undefined || known.includes(href)) return
  const isGone = await fetch(href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
  if (isGone && keep([...known, href])) reload()
}

/** Undefined where storage is off: nothing would end a loop. */
function readKnown(): string[] | undefined {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split(' ').filter((href) => href !== '')
  } catch {
    return undefined
  }
}

function keep(known: readonly string[]): boolean {
  try {
    sessionStorage.setItem(KEY, known.join(' '))
    return true
  } catch {
    return false
  }
}
