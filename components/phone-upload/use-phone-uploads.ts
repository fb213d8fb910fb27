'use client'

import { useMemo } from 'react'
import { mutate } from 'swr'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { HandoffSession } from '#contract/phone-upload.ts'
import { UNCHECKED_SELFIE_STATES, type Selfie } from '#contract/selfies.ts'
import { useQueue, type Uploads } from '#components/upload/use-upload-queue.ts'
import { endpointKey, useEndpoint } from '#lib/session/use-endpoint.ts'
import { createSelfieSender, handoffDoor } from '#lib/api/signed-upload.ts'
import { browserClient } from '#lib/session/browser-session.ts'

const CHECKS_MS = 1_500
/** Whether the computer has ended the session meanwhile. */
const IDLE_MS = 10_000

type Answer = EndpointResult<Endpoints['getHandoffImages']>

/** This phone's selfies, with their checks' results. */
export function usePhoneSelfies({ sessionToken }: HandoffSession) {
  return useEndpoint(
    'getHandoffImages',
    {},
    {
      handoffToken: sessionToken,
      refreshIntervalMs: (latest) =>
        latest?.selfies.some(({ state }) => UNCHECKED_SELFIE_STATES.includes(state)) ? CHECKS_MS : IDLE_MS,
    },
  )
}

/** The line of this phone. */
export function usePhoneUploads({ sessionToken }: HandoffSession): Uploads {
  const line = useMemo(
    () => ({
      key: 'handoff',
      send: createSelfieSender(handoffDoor(browserClient, sessionToken)),
      onSent: (selfie: Selfie) => void addToList(selfie),
    }),
    [sessionToken],
  )
  return useQueue(line)
}

async function addToList(selfie: Selfie): Promise<void> {
  await mutate<Answer>(endpointKey('getHandoffImages', {}), (answer) => {
    if (!answer || answer.selfies.some(({ id }) => id === selfie.id)) return answer
    return { ...answer, selfies: [...answer.selfies, selfie] }
  })
}
