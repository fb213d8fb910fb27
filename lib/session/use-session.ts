'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { browserSession } from './browser-session.ts'
import { INITIAL, type SessionState } from './session-store.ts'

/** The session's state; it is read on first use, and the cookie renewed whenever the page comes into view. */
export function useSession(): SessionState {
  const state = useSyncExternalStore(
    (listener) => browserSession().subscribe(listener),
    () => browserSession().getState(),
    () => INITIAL,
  )
  useEffect(() => {
    const session = browserSession()
    session.start()
    const renew = () => void session.renew()
    document.addEventListener('visibilitychange', renew)
    window.addEventListener('online', renew)
    return () => {
      document.removeEventListener('visibilitychange', renew)
      window.removeEventListener('online', renew)
    }
  }, [])
  return state
}
