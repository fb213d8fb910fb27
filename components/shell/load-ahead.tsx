'use client'

import { useEffect } from 'react'
import { whenIdle } from '#lib/browser/when-idle.ts'

/** Fetches the pictures further down once the page is there and idle, so that none is missing when somebody arrives at it. */
export function LoadAhead() {
  useEffect(() => {
    const load = () =>
      whenIdle(() => {
        for (const image of document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]'))
          image.loading = 'eager'
      })
    if (document.readyState === 'complete') {
      load()
      return
    }
    window.addEventListener('load', load, { once: true })
    return () => window.removeEventListener('load', load)
  }, [])
  return null
}
