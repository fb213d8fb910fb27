import { useEffect, useRef } from 'react'

/**
 * Goes to the element that the address names, once, as soon as it is there: the browser and the router look for it before
 * the page's data have come.
 */
export function useHashTarget(id: string, isThere: boolean): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!isThere || hasLooked.current) return
    hasLooked.current = true
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [id, isThere])
}
