'use client'

import { useEffect } from 'react'
import { loadAhead } from '#lib/browser/load-ahead.ts'

/** For a page that was come to from another; one that was loaded does it by itself (`lib/prerendered/scripts.ts`). */
export function LoadAhead() {
  useEffect(loadAhead, [])
  return null
}
