import { useSyncExternalStore } from 'react'
import { writeAddress } from '#lib/browser/dialog-history.ts'

const PARAMETER = 'headshot'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const read = () => new URLSearchParams(window.location.search).get(PARAMETER) ?? undefined

/** Writes the choice into the address. The first one is a step of the history: Back leads out of it to the whole sheet. */
function choose(key: string | undefined): void {
  const chosen = read()
  if (key === chosen) return
  const url = new URL(window.location.href)
  if (key === undefined) url.searchParams.delete(PARAMETER)
  else url.searchParams.set(PARAMETER, key)
  writeAddress(url, chosen === undefined ? 'push' : 'replace')
  for (const listener of listeners) listener()
}

/** The key of the headshot that the user chose; the address holds it, for a reload, a bookmark and a message. */
export function useChosenHeadshot(): [string | undefined, (key: string | undefined) => void] {
  return [useSyncExternalStore(subscribe, read, () => undefined), choose]
}
