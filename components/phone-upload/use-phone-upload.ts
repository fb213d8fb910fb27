'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { mutate } from 'swr'
import type { Handoff, HandoffStatus } from '#contract/phone-upload.ts'
import { endpointKey, useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

const LIVE_MS = 2_000

export interface HandoffLive {
  /** The code to show; its token lives on this page alone. */
  code: Handoff | undefined
  status: HandoffStatus | undefined
  /** Whether a phone came since the page was opened, so that its end is news. */
  isNews: boolean
  isMaking: boolean
  failure: unknown
  /** Creates a code; an earlier unused one ends. */
  make: () => Promise<void>
}

/** A person's code for a phone and its state, polled while it is shown and while a phone sends. */
export function useHandoff(personId: string, isShown: boolean): HandoffLive {
  const query = { personid: personId }
  const [code, setCode] = useState<Handoff>()
  const [isMaking, setMaking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isNews, setNews] = useState(false)
  const { data, mutate: setStatus } = useEndpoint(
    'getHandoff',
    { query },
    {
      refreshIntervalMs: (latest) => {
        const state = latest?.handoff?.state
        return state === 'opened' || (isShown && state === 'issued') ? LIVE_MS : 0
      },
    },
  )
  const status = data?.handoff ?? undefined
  if (status?.state === 'opened' && !isNews) setNews(true)
  useRefreshedSelfies(personId, status)

  const make = useCallback(async () => {
    setMaking(true)
    setFailure(undefined)
    try {
      const made = await browserClient().call('createHandoff', { query: { personid: personId } })
      const { expiresAt } = made
      await setStatus({ handoff: { state: 'issued', expiresAt, sentCount: 0 } }, { revalidate: false })
      setCode(made)
    } catch (error) {
      setFailure(error)
    }
    setMaking(false)
  }, [personId, setStatus])
  return { code, status, isNews, isMaking, failure, make }
}

/** Reloads the list as soon as the phone's count grows. */
function useRefreshedSelfies(personId: string, status: HandoffStatus | undefined): void {
  const sentCount = status?.sentCount
  const before = useRef(sentCount)
  useEffect(() => {
    if (sentCount === undefined || sentCount === before.current) return
    before.current = sentCount
    const query = { personid: personId }
    void mutate(endpointKey('getUploadImages', { query }))
    void mutate(endpointKey('getPerson', { query }))
  }, [personId, sentCount])
}
