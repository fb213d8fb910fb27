import { useEffect, useEffectEvent } from 'react'
import { takeTranslationError } from '#lib/browser/translation-error.ts'

/** Draws a page anew by itself, once, whose translation by the browser made it fail. */
export function useRecovery(error: unknown, retry: () => void): void {
  const recover = useEffectEvent(() => {
    if (takeTranslationError(error, window.location.pathname)) retry()
  })
  useEffect(() => recover(), [])
}
