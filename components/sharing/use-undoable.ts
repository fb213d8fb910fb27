'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRemovals, type Removals, type RemovalState } from '#components/upload/removals.ts'

export interface Undoable {
  state: RemovalState
  take: (id: string) => void
  undo: () => void
}

/**
 * Takes things away with a way back: hidden at once, ended a moment later or on leaving the page.
 * @param end as it was given first
 */
export function useUndoable(end: (id: string) => Promise<void>): Undoable {
  const [removals] = useState<Removals>(() =>
    createRemovals({
      remove: end,
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms)
        return () => clearTimeout(timer)
      },
    }),
  )
  const state = useSyncExternalStore(removals.subscribe, removals.getState, removals.getState)
  useEffect(() => {
    const settle = () => void removals.settle()
    window.addEventListener('pagehide', settle)
    return () => {
      window.removeEventListener('pagehide', settle)
      settle()
    }
  }, [removals])
  return { state, take: removals.take, undo: removals.undo }
}
