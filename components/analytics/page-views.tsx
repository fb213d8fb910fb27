'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { hasConsented, onConsent } from '#lib/analytics/consent.ts'
import { keptAt } from '#lib/browser/kept.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'

/** That the first page opened in this browser was told of. */
const firstOpen = keptAt('first_open_told')

function tellFirstOpen(): void {
  if (!hasConsented() || firstOpen.read() !== null) return
  whenIdle(() => {
    void import('#lib/analytics/tell.ts')
      .then(({ tellBrowserOpened }) => tellBrowserOpened(firstOpen))
      .catch(() => undefined)
  })
}

/**
 * Reports each route once, when the page has nothing better to do, and the first opening once there is consent to keep
 * that on the device. Loads nothing before that.
 */
export function PageViews() {
  useEffect(() => {
    tellFirstOpen()
    return onConsent(tellFirstOpen)
  }, [])
  const pathname = usePathname()
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (reported.current === pathname) return
    reported.current = pathname
    // Somebody may be elsewhere by the time it is told.
    const address = window.location.href
    whenIdle(() => {
      void import('#lib/analytics/browser-analytics.ts')
        .then(({ analytics }) => analytics())
        .then((reporter) => reporter?.reportPageView(address))
        // Without it the page is as good.
        .catch(() => undefined)
    })
  }, [pathname])
  return null
}
