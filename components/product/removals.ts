/** What was taken away stays undoable this long; after it, or before anything depends on it, it is really removed. */
export const UNDO_MS = 8_000

export interface RemovalState {
  /** Ids of what is shown no longer. */
  hidden: ReadonlySet<string>
  /** The last one taken away, as long as it can come back. */
  undoable: string | null
  /** Why the last removal failed; it is shown again. */
  failure: unknown
}

export interface Removals {
  take: (id: string) => void
  undo: () => void
  /** Removes at once what waits; resolves when all is removed, or shown again. */
  settle: () => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  getState: () => RemovalState
}

export interface RemovalDeps {
  remove: (id: string) => Promise<void>
  /** Calls back after `ms`; returns the way out. */
  after: (ms: number, callback: () => void) => () => void
}

/** Takes things away with a way back: hidden at once, removed a moment later, one after the other. */
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
