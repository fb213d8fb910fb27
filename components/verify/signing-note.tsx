'use client'

import { useEffect, useState } from 'react'
import type { SigningCertificate } from '#contract/verification.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'
import type { Messages } from '#lib/i18n/messages.ts'

const ADDRESS = '/api/backend/verify/certificate'

/** The certificate that signs here. The page is prerendered without it; its place is kept meanwhile. */
export function SigningNote({ copy }: { copy: Messages['verify']['signing'] }) {
  const [kind, setKind] = useState<SigningCertificate['kind']>()
  useEffect(() => {
    let isGone = false
    whenIdle(() => {
      void readKind().then((read) => {
        if (!isGone) setKind(read)
      })
    })
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div className="mt-10 grid gap-x-8 gap-y-2 border-t border-edge pt-4 text-sm lg:grid-cols-12">
      <h3 className="text-base tracking-normal lg:col-span-3">{copy.title}</h3>
      <p className="min-h-24 measure text-ink-soft sm:min-h-12 lg:col-span-9">
        {kind === undefined ? copy.unknown : copy[kind]}
      </p>
    </div>
  )
}

/** Undefined while the backend is away. */
async function readKind(): Promise<SigningCertificate['kind'] | undefined> {
  try {
    const response = await fetch(ADDRESS)
    if (!response.ok) return undefined
    // The backend's own answer, of the contract's type; its parser stays off this page.
    return ((await response.json()) as SigningCertificate).kind
  } catch {
    return undefined
  }
}
