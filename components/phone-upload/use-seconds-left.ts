'use client'

import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** Whole seconds until an instant, counting down; 0 once it is past, null without one. */
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

/** Formats seconds like a clock: 14:59. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
