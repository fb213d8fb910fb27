'use client'

import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser shows this page again as it was left, with the back button. */
export function useBackAgain(callback: () => void): void {
  const onBack = useEffectEvent(callback)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onBack()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}
