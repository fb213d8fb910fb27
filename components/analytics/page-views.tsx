'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { hasConsented, onConsent } from '#lib/analytics/consent.ts'
import { keptAt } from '#lib/browser/kept.ts'

/** That the first page opened in this browser was told of. */
const firstOpen = keptAt('first_open_told')

/** Safari has no idle callback; there a pause does. */
const PAUSE_MS = 2_000

function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, PAUSE_MS)
}

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
    whenIdle(() => {
      void import('#lib/analytics/browser-analytics.ts')
        .then(({ analytics }) => analytics())
        .then((reporter) => reporter?.reportPageView())
        // Without it the page is as good.
        .catch(() => undefined)
    })
  }, [pathname])
  return null
}
