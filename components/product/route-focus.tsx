'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** The page that has the focus; kept for the whole document, over layouts that come and go. */
let focusedPath: string | undefined

/**
 * After each navigation the focus moves to the page's heading, as on a new document, so that a keyboard continues
 * from there and a screen reader announces the page. The heading may come later, with the page's data; a user who has
 * moved the focus by then keeps it.
 */
export function RouteFocus() {
  const pathname = usePathname()
  useEffect(() => {
    const isFirst = focusedPath === undefined
    const isSame = focusedPath === pathname
    focusedPath = pathname
    if (isFirst || isSame) return
    return whenHeadingIsThere((heading) => {
      heading.tabIndex = -1
      // The router has scrolled to where this page begins, or was left.
      heading.focus({ preventScroll: true })
    })
  }, [pathname])
  return null
}

/** Calls back with the page's heading, once, unless the focus went somewhere meanwhile. Returns the way out. */
function whenHeadingIsThere(callback: (heading: HTMLElement) => void): () => void {
  const left = document.activeElement
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    observer.disconnect()
    const isElsewhere = document.activeElement !== document.body && document.activeElement !== left
    if (!isElsewhere) callback(heading)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
