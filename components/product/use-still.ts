import { useState, useSyncExternalStore } from 'react'
import { hasOpenDialog, onDialogs } from '#lib/browser/dialog-history.ts'

/** The latest value, or that from before a dialog opened: nothing moves behind one. */
export function useStill<T>(latest: T): T {
  const isBehind = useSyncExternalStore(onDialogs, hasOpenDialog, () => false)
  const [kept, setKept] = useState(latest)
  if (!isBehind && kept !== latest) setKept(latest)
  return isBehind ? kept : latest
}
