'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { hasConsented, onConsent } from '#lib/analytics/consent.ts'
import { localStorageItem } from '#lib/browser/local-storage-item.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'

/** Whether the first opening in this browser was reported. */
const firstOpen = localStorageItem('first_open_told')

function tellFirstOpen(): void {
  if (!hasConsented() || firstOpen.read() !== null) return
  whenIdle(() => {
    void import('#lib/analytics/track.ts')
      .then(({ trackBrowserOpened }) => trackBrowserOpened(firstOpen))
      .catch(() => undefined)
  })
}

/**
 * Reports each route once, when the browser is idle, and the first opening once consent allows storing that on the
 * device. Loads no script before.
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
    // The address now: the user may have moved on when the report is sent.
    const address = window.location.href
    whenIdle(() => {
      void import('#lib/analytics/browser-analytics.ts')
        .then(({ analytics }) => analytics())
        .then((reporter) => reporter?.reportPageView(address))
        // A failed report does not affect the page.
        .catch(() => undefined)
    })
  }, [pathname])
  return null
}
