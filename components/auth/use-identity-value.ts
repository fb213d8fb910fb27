'use client'

import { useCallback, useEffect, useState } from 'react'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { Identity } from '#lib/identity/identity.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'

export interface IdentityValue<T> {
  /** Undefined until loaded. */
  value: T | undefined
  problem: IdentityErrorCode | undefined
  /** Loads it again, after a change or a failure. */
  reload: () => Promise<void>
}

/** A value of the signed-in account. `read` has to be the same function each time. */
export function useIdentityValue<T>(read: (identity: Identity) => Promise<T>): IdentityValue<T> {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const reload = useCallback(
    () =>
      attempt(async () => {
        const identity = await browserSession().identity()
        setValue(await read(identity))
      }).then((failure) => setProblem(failure?.code)),
    [read],
  )
  useEffect(() => {
    void reload()
  }, [reload])
  return { value, problem, reload }
}
