'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createRemovals, type Removals, type RemovalState } from './removals.ts'

const NOTHING: RemovalState = { hidden: new Set(), undoable: null, failure: undefined }

export interface Undoable {
  state: RemovalState
  take: (id: string) => void
  undo: () => void
}

/**
 * Removes items with undo: hidden at once, ended later or when the page is left.
 * @param end only its first value is used
 */
export function useUndoable(end: (id: string) => Promise<void>): Undoable {
  const [removals] = useState(() => createRemovals({ remove: end, after: afterMs }))
  const state = useRemovalState(useCallback(() => removals, [removals]))
  return { state, take: removals.take, undo: removals.undo }
}

/**
 * The state of removals that are stored elsewhere. Leaving the page ends the time to undo.
 * @param removals the same function as long as it returns the same object; called in the browser only
 */
export function useRemovalState(removals: () => Removals): RemovalState {
  const state = useSyncExternalStore(
    (listener) => removals().subscribe(listener),
    () => removals().getState(),
    () => NOTHING,
  )
  useEffect(() => {
    const settle = () => void removals().settle()
    window.addEventListener('pagehide', settle)
    return () => {
      window.removeEventListener('pagehide', settle)
      settle()
    }
  }, [removals])
  return state
}

/** Calls back by the browser's clock; returns the way out. */
export function afterMs(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
