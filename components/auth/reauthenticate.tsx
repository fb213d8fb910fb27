'use client'

import { useCallback, useRef, useState, type ReactNode } from 'react'
import { CallError } from '#lib/api/call-error.ts'
import { IdentityError } from '#lib/identity/identity-error.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

export interface Reauthentication {
  /** Render it once, anywhere in the screen. */
  dialog: ReactNode
  /**
   * Runs `work`. Where it is refused because the sign-in is too old (a call with `requires_recent_login`, a step of the
   * sign-in with `recent_login_required`), asks for the password, Google or Apple, with the second factor where there is
   * one, and runs `work` once more. Answers `undefined` when the dialog was closed; any other error is thrown as it is.
   */
  withRecentSignIn: <T>(work: () => Promise<T>) => Promise<{ answer: T } | undefined>
  /** Asks in any case, before something grave; false when the dialog was closed. */
  reauthenticate: () => Promise<boolean>
}

/**
 * For screens with sensitive changes.
 *
 *     const { dialog, withRecentSignIn } = useReauthentication()
 *     const done = await withRecentSignIn(() => browserClient().call('deleteAccount', {}))
 *     if (done === undefined) return // closed by the user: nothing has happened
 *
 * and `{dialog}` in what the screen renders. No other modal dialog may be open over it: close yours while `work` runs,
 * or await `reauthenticate()` before opening it. Needs the namespaces `auth` and `ui`.
 */
export function useReauthentication(): Reauthentication {
  const [isOpen, setOpen] = useState(false)
  const settle = useRef<(isProved: boolean) => void>(undefined)

  const reauthenticate = useCallback(() => {
    settle.current?.(false)
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      settle.current = resolve
    })
  }, [])
  const end = useCallback((isProved: boolean) => {
    setOpen(false)
    settle.current?.(isProved)
    settle.current = undefined
  }, [])
  const withRecentSignIn = useCallback(
    async <T,>(work: () => Promise<T>): Promise<{ answer: T } | undefined> => {
      try {
        return { answer: await work() }
      } catch (error) {
        if (!isTooOld(error)) throw error
      }
      return (await reauthenticate()) ? { answer: await work() } : undefined
    },
    [reauthenticate],
  )
  const dialog = isOpen && <ReauthenticationDialog onEnd={end} />
  return { dialog, withRecentSignIn, reauthenticate }
}

function isTooOld(error: unknown): boolean {
  if (error instanceof CallError) return error.code === 'requires_recent_login'
  return error instanceof IdentityError && error.code === 'recent_login_required'
}
