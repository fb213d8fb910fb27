import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this page's script runs by now: before, a button that a script handles does nothing. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
