'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Safari has no idle callback; there a pause does. */
const PAUSE_MS = 2_000

function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, PAUSE_MS)
}

/** Reports each route once, when the page has nothing better to do. Loads nothing before that. */
export function PageViews() {
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
