'use client'

import { useEffect, useRef, useState } from 'react'
import { tellRemaining, type Told } from './remaining.ts'

const TICK_MS = 1_000

/** The displayed time left, in seconds; null without an estimate. */
export function useRemaining(estimateSeconds: number | null): number | null {
  const [told, setTold] = useState<Told | null>(null)
  const estimate = useRef(estimateSeconds)
  useEffect(() => {
    estimate.current = estimateSeconds
  })
  useEffect(() => {
    const timer = setInterval(() => {
      const latest = estimate.current
      setTold((before) => (latest === null ? null : tellRemaining(before, latest, Date.now())))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return estimateSeconds === null ? null : (told?.seconds ?? estimateSeconds)
}
