'use client'

import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { SelfieChoice } from '#contract/selfies.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { refreshSoon } from './use-removals.ts'

type Listed = EndpointAnswer<Endpoints['getUploadImages']>

export type SelfieChoices = ReturnType<typeof useSelfieChoices>

/** Prefers and leaves out selfies: shows the choice at once, and reverts it where it could not be stored. */
export function useSelfieChoices(personId: string) {
  const { mutate } = useSWRConfig()
  const [failure, setFailure] = useState<{ selfieId: string; error: unknown }>()

  function choose({ id: selfieid }: { id: string }, choice: SelfieChoice): void {
    const change = (listed: Listed): Listed => ({
      ...listed,
      selfies: listed.selfies.map((selfie) => (selfie.id === selfieid ? { ...selfie, choice } : selfie)),
    })
    setFailure(undefined)
    mutate<Listed | undefined>(
      endpointKey('getUploadImages', { query: { personid: personId } }),
      async (kept) => {
        await browserClient().call('chooseSelfie', {
          query: { personid: personId, selfieid },
          body: { choice },
        })
        return kept && change(kept)
      },
      {
        // The displayed data may include choices that are still being sent.
        optimisticData: (_kept, displayed) => displayed && change(displayed),
        rollbackOnError: true,
        revalidate: false,
      },
    ).then(
      () => refreshSoon(personId),
      (error: unknown) => setFailure({ selfieId: selfieid, error }),
    )
  }

  return { choose, failure }
}
