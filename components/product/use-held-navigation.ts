'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

/**
 * Holds back a link followed while offline, which would end at the browser's own error page, and follows it once the
 * connection is back. Returns whether one is held.
 */
export function useHeldNavigation(): boolean {
  const router = useRouter()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    let wanted: URL | undefined
    const hold = (event: MouseEvent) => {
      const page = navigator.onLine ? undefined : pageOf(event)
      if (!page) return
      event.preventDefault()
      event.stopPropagation()
      wanted = page
      setHeld(true)
    }
    const goOn = () => {
      setHeld(false)
      if (wanted && languageOf(wanted.pathname) === languageOf(window.location.pathname))
        router.push(`${wanted.pathname}${wanted.search}${wanted.hash}`)
      else if (wanted) window.location.assign(wanted)
      wanted = undefined
    }
    // Ahead of every other listener, the router's among them.
    window.addEventListener('click', hold, { capture: true })
    window.addEventListener('online', goOn)
    return () => {
      window.removeEventListener('click', hold, { capture: true })
      window.removeEventListener('online', goOn)
    }
  }, [router])
  return isHeld
}

function languageOf(pathname: string): string | undefined {
  return pathname.split('/')[1]
}

/** The page of this site that a click would open in this tab, unless it is an anchor on the current page. */
function pageOf(event: MouseEvent): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self'))
    return undefined
  const { origin, pathname, search } = window.location
  const page = new URL(link.href)
  const isSamePage = page.pathname === pathname && page.search === search
  return page.origin === origin && !isSamePage ? page : undefined
}
