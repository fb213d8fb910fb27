'use client'

import { useState } from 'react'
import { mutate } from 'swr'
import type { ShareChannel } from '#contract/analytics.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

export interface Told {
  /** Whether the last time earned the credit; undefined before the first. */
  isFirst: boolean | undefined
  error: unknown
  /** Records that the code was shared; call it after the share succeeded. */
  tell: (channel: ShareChannel) => void
}

/** Records a share of the code; the first one earns a credit. */
export function useTold(code: string): Told {
  const [isFirst, setIsFirst] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  async function register(channel: ShareChannel) {
    setError(undefined)
    try {
      const client = browserClient()
      const [told] = await Promise.all([
        client.call('registerSocialMediaShare', { body: { channel } }),
        client.call('registerCodeShared', { query: { code } }),
      ])
      setIsFirst(told.isFirst)
      await Promise.all([
        mutate(endpointKey('getReferralCredits', {})),
        mutate(endpointKey('getCreditEntries', {})),
      ])
    } catch (failure) {
      setError(failure)
    }
  }

  return { isFirst, error, tell: (channel) => void register(channel) }
}
