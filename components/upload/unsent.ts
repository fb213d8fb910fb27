import type { UploadItem, UploadQueue } from './upload-queue.ts'

const keyOf = (personId: string) => `unsent:${personId}`

/** Whether leaving the page now would lose the file. */
export function isUnsent({ state }: Pick<UploadItem, 'state'>): boolean {
  return state === 'waiting' || state === 'preparing' || state === 'sending'
}

/**
 * From now on the browser asks before the tab is left while this queue has unsent files, on any page of the site, and
 * their number is stored for the tab's next document. Returns how many the previous document left unsent.
 */
export function watchUnsent(queue: Pick<UploadQueue, 'subscribe' | 'getItems'>, personId: string): number {
  const lostCount = read(personId)
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  write(personId, 0)
  queue.subscribe(() => {
    const count = queue.getItems().filter(isUnsent).length
    write(personId, count)
    window.removeEventListener('beforeunload', warn)
    if (count > 0) window.addEventListener('beforeunload', warn)
  })
  return lostCount
}

/** Storage may be unavailable; then the previous document's number is unknown. */
function read(personId: string): number {
  try {
    const count = Number(sessionStorage.getItem(keyOf(personId)) ?? 0)
    return Number.isInteger(count) && count > 0 ? count : 0
  } catch {
    return 0
  }
}

function write(personId: string, count: number): void {
  try {
    if (count === 0) sessionStorage.removeItem(keyOf(personId))
    else sessionStorage.setItem(keyOf(personId), String(count))
  } catch {
    return
  }
}
