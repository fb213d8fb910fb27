'use client'

import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** Whole seconds until an instant, counted down; 0 once it is past, null where there is none. */
export function useSecondsLeft(at: string | undefined): number | null {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (at === undefined) return
    const tick = () => setNowMs(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? null : Math.max(0, Math.ceil((new Date(at).getTime() - nowMs) / 1000))
}

/** As a clock shows it: 14:59. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
