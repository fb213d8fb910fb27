'use client'

import { useEffect } from 'react'
import { useIsHydrated } from '#lib/browser/use-is-hydrated.ts'
import { ALIVE } from '#lib/prerendered/on-sign.ts'

/**
 * Tells that this page's scripts have taken it over, buttons that wait for that included: until then its presses are kept
 * (`lib/prerendered/on-sign.ts`).
 */
export function Alive() {
  const isHydrated = useIsHydrated()
  useEffect(() => {
    if (isHydrated) window.dispatchEvent(new Event(ALIVE))
  }, [isHydrated])
  return null
}
