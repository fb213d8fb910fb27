'use client'

import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser restores this page from its back-forward cache. */
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
