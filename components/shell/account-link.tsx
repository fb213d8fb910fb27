'use client'

import { clsx } from 'clsx'
import { useSyncExternalStore, type ReactNode } from 'react'
import { readSignedInHint } from '#lib/session/signed-in-hint.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

interface Props {
  signedOut: ReactNode
  signedIn: ReactNode
}

/** One of two links, in the room that both need, so that nothing moves when the page learns which. */
export function AccountLink({ signedOut, signedIn }: Props) {
  const isSignedIn = useSyncExternalStore(subscribe, readSignedInHint, () => false)
  return (
    <span className="inline-grid justify-items-start *:[grid-area:1/1]">
      <span className={clsx(isSignedIn && 'invisible')}>{signedOut}</span>
      <span className={clsx(!isSignedIn && 'invisible')}>{signedIn}</span>
    </span>
  )
}
