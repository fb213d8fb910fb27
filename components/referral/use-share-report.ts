'use client'

import { useState } from 'react'
import { mutate } from 'swr'
import type { ShareChannel } from '#contract/analytics.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

export interface ShareReport {
  /** Whether the last time earned the credit; undefined before the first. */
  isFirst: boolean | undefined
  error: unknown
  /** Records that the code was shared; call it after the share succeeded. */
  report: (channel: ShareChannel) => void
}

/** Records a share of the code; the first one earns a credit. */
export function useShareReport(code: string): ShareReport {
  const [isFirst, setIsFirst] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  async function register(channel: ShareChannel) {
    setError(undefined)
    try {
      const client = browserClient()
      const [reported] = await Promise.all([
        client.call('registerSocialMediaShare', { body: { channel } }),
        client.call('registerCodeShared', { query: { code } }),
      ])
      setIsFirst(reported.isFirst)
      await Promise.all([
        mutate(endpointKey('getReferralCredits', {})),
        mutate(endpointKey('getCreditEntries', {})),
      ])
    } catch (failure) {
      setError(failure)
    }
  }

  return { isFirst, error, report: (channel) => void register(channel) }
}
