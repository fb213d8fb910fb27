/**
 * Open dialogs are steps of the history, so that the Back button and the Back gesture close the last one before they
 * leave the page. The state of a history entry says how many dialogs are open at it.
 */
const openDialogs: (() => void)[] = []
const listeners = new Set<() => void>()

/** Whether the browser was asked to go back over the entries of dialogs that are closed, and has not answered. */
let isGoingBack = false
let isSyncPlanned = false
let isListening = false

/** Counts a dialog as open until the returned function is called. Back calls `close`. */
export function addOpenDialog(close: () => void): () => void {
  openDialogs.push(close)
  changed()
  return () => {
    openDialogs.splice(openDialogs.lastIndexOf(close), 1)
    changed()
  }
}

export function hasOpenDialog(): boolean {
  return openDialogs.length > 0
}

/** Calls `listener` whenever a dialog opens or closes, until the returned function is called. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function changed(): void {
  planSync()
  for (const listener of listeners) listener()
}

/** Goes back over entries of dialogs that a reload or a link closed. */
export function leaveClosedDialogs(): void {
  planSync()
}

/** Replaces or adds the address of the current entry; what the entry says of dialogs stays. */
export function writeAddress(url: URL, how: 'push' | 'replace'): void {
  const state = { openDialogs: countOfEntry() }
  if (how === 'push') window.history.pushState(state, '', url)
  else window.history.replaceState(state, '', url)
}

function countOfEntry(): number {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('openDialogs' in state)) return 0
  return typeof state.openDialogs === 'number' ? state.openDialogs : 0
}

/** After the current commit: a dialog that replaces another one takes over its entry. */
function planSync(): void {
  if (isSyncPlanned) return
  isSyncPlanned = true
  queueMicrotask(() => {
    isSyncPlanned = false
    sync()
  })
}

function sync(): void {
  if (!isListening) window.addEventListener('popstate', follow)
  isListening = true
  if (isGoingBack) return
  const surplus = countOfEntry() - openDialogs.length
  if (surplus > 0) {
    isGoingBack = true
    window.history.go(-surplus)
    return
  }
  // Otherwise the browser, back at the page's entry, scrolls to where the dialog was opened.
  window.history.scrollRestoration = openDialogs.length > 0 ? 'manual' : 'auto'
  // Without the router's own part, which it adds to the state of an entry.
  for (let count = countOfEntry() + 1; count <= openDialogs.length; count++)
    window.history.pushState({ openDialogs: count }, '')
}

function follow(): void {
  if (isGoingBack) {
    isGoingBack = false
    // After the router's own listener, which would discard a navigation that begins now.
    setTimeout(sync)
    return
  }
  // The owner of each removes it, when its state says so.
  for (const close of openDialogs.slice(countOfEntry()).toReversed()) close()
}
