/**
 * A removal can be undone for this long; after it, or before an action that depends on it, the item is really
 * deleted.
 */
export const UNDO_MS = 8_000

export interface RemovalState {
  /** Ids of hidden items. */
  hidden: ReadonlySet<string>
  /** The last removed item, while it can be restored. */
  undoable: string | null
  /** Why the last deletion failed; its item is shown again. */
  failure: unknown
}

export interface Removals {
  take: (id: string) => void
  undo: () => void
  /** Removes at once what waits; resolves when all is removed, or shown again. */
  settle: () => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** The same object until the state changes. */
  getState: () => RemovalState
}

export interface RemovalDeps {
  remove: (id: string) => Promise<void>
  /** Calls back after `ms`; returns the way out. */
  after: (ms: number, callback: () => void) => () => void
}

/** Removes items with undo: hidden at once, deleted later, one after the other. */
export function createRemovals(deps: RemovalDeps): Removals {
  let state: RemovalState = { hidden: new Set(), undoable: null, failure: undefined }
  let cancelTimer = () => {}
  let settled = Promise.resolve()
  const listeners = new Set<() => void>()

  const change = (part: Partial<RemovalState>) => {
    state = { ...state, ...part }
    listeners.forEach((listener) => listener())
  }
  const show = (id: string, part: Partial<RemovalState>) =>
    change({ ...part, hidden: new Set([...state.hidden].filter((one) => one !== id)) })

  async function remove(id: string): Promise<void> {
    try {
      await deps.remove(id)
    } catch (failure) {
      show(id, { failure })
    }
  }

  function settle(): Promise<void> {
    const { undoable } = state
    if (undoable === null) return settled
    cancelTimer()
    change({ undoable: null })
    settled = settled.then(() => remove(undoable))
    return settled
  }

  return {
    take: (id) => {
      void settle()
      change({ hidden: new Set([...state.hidden, id]), undoable: id, failure: undefined })
      cancelTimer = deps.after(UNDO_MS, () => void settle())
    },
    undo: () => {
      const { undoable } = state
      if (undoable === null) return
      cancelTimer()
      show(undoable, { undoable: null })
    },
    settle,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => state,
  }
}
