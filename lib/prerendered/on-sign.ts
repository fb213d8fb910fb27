/** On the matter of a page that needs no script before somebody does something. */
export const ON_SIGN = { 'data-scripts': 'on-sign' } as const

/** The type of a script in the page that runs first of all once somebody is there. */
export const KEPT = 'text/kept'

/** Told to the window when a page's scripts have taken it over. */
export const ALIVE = 'alive'

/** Whoever touches nothing for so long is reading; scripts then come in between. */
export const LATEST_MS = 10_000

/**
 * Runs in a page, by its source: asks for scripts at the first sign of somebody, and presses the button again that was
 * pressed before they were there.
 * @param scripts their addresses; each is added in a task of its own
 * @param sheets tags of the styles for what scripts add
 * @param kept type of the scripts in the page that go before those
 */
export function askOnSign(
  scripts: readonly string[],
  sheets: string,
  kept: string,
  alive: string,
  latestMs: number,
): void {
  const signs = [
    'pointermove',
    'pointerdown',
    'touchstart',
    'wheel',
    'scroll',
    'keydown',
    'focusin',
    'dragenter',
  ]
  const late = setTimeout(ask, latestMs)
  let isAsked = false
  function ask() {
    if (isAsked) return
    isAsked = true
    clearTimeout(late)
    for (const sign of signs) removeEventListener(sign, ask, true)
    document.head.insertAdjacentHTML('beforeend', sheets)
    for (const script of document.querySelectorAll(`script[type="${kept}"]`)) {
      const { textContent } = script
      script.replaceWith(Object.assign(document.createElement('script'), { textContent }))
    }
    for (const src of scripts)
      setTimeout(() =>
        document.head.append(Object.assign(document.createElement('script'), { src, async: true })),
      )
  }
  for (const sign of signs) addEventListener(sign, ask, true)
  // A code or a token is for scripts, which come after the frame that paints the page.
  if (location.search !== '') requestAnimationFrame(() => setTimeout(ask))

  let pressed: HTMLElement | null = null
  function keep(event: Event) {
    const target = event.target instanceof Element ? event.target : null
    const button = target?.closest<HTMLElement>('button:not([popovertarget])')
    if (!button) return
    event.preventDefault()
    pressed = button
  }
  addEventListener('click', keep, true)
  addEventListener(
    alive,
    () => {
      removeEventListener('click', keep, true)
      pressed?.click()
    },
    { once: true },
  )
}
