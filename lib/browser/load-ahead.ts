/**
 * Lays out what a page has put off and fetches its pictures further down, once it has loaded and has nothing better to do,
 * so that nothing is missing when somebody arrives at it. One thing at a time: all at once, a long page would be deaf for as
 * long as it takes. Needs nothing outside itself (not even `whenIdle`): pages run it by its source, too.
 */
export function loadAhead(): void {
  const next = () => {
    const section = document.querySelector('.further-down')
    const image = document.querySelector('img[loading="lazy"]')
    if (section !== null) section.classList.remove('further-down')
    else if (image !== null) image.setAttribute('loading', 'eager')
    else return
    setTimeout(next)
  }
  // Safari has no idle callback; there a pause does.
  const start = () =>
    typeof window.requestIdleCallback === 'function'
      ? window.requestIdleCallback(next, { timeout: 5_000 })
      : setTimeout(next, 2_000)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
