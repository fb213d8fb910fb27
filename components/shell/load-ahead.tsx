'use client'

import { useEffect } from 'react'
import { whenIdle } from '#lib/browser/when-idle.ts'

/** Fetches the pictures further down once the page is there and idle, so that none is missing when somebody arrives at it. */
export function LoadAhead() {
  useEffect(() => {
    const load = () => whenIdle(loadNext)
    if (document.readyState === 'complete') {
      load()
      return
    }
    window.addEventListener('load', load, { once: true })
    return () => window.removeEventListener('load', load)
  }, [])
  return null
}

/** One at a time: all at once, a page of forty is deaf for a tenth of a second, and a phone four times as long. */
function loadNext(): void {
  const image = document.querySelector<HTMLImageElement>('img[loading="lazy"]')
  if (image === null) return
  image.loading = 'eager'
  setTimeout(loadNext)
}
