import { useState, useSyncExternalStore } from 'react'
import { hasOpenDialog, onDialogs } from '#lib/browser/dialog-history.ts'

/** The latest value; while a dialog is open the one from before, so that the page behind it does not move. */
export function useStill<T>(latest: T): T {
  const isBehind = useSyncExternalStore(onDialogs, hasOpenDialog, () => false)
  const [kept, setKept] = useState(latest)
  if (!isBehind && kept !== latest) setKept(latest)
  return isBehind ? kept : latest
}
