/**
 * Runs in a page, by its source: shows what asks for consent, unless somebody has accepted or is signed in. Where storage
 * is off, nobody has.
 * @param flag where the browser keeps that somebody accepted, and what stands there then
 * @param hint where it keeps that somebody is signed in
 */
export function showBanner(banner: string, flag: { key: string; accepted: string }, hint: string): void {
  const isSettled = () => {
    try {
      return localStorage.getItem(flag.key) === flag.accepted || localStorage.getItem(hint) !== null
    } catch {
      return false
    }
  }
  if (!isSettled()) document.querySelector(banner)?.removeAttribute('hidden')
}
