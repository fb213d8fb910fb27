'use client'

import { useCallback } from 'react'
import { mutate } from 'swr'
import { createRemovals, type Removals, type RemovalState } from '#components/product/removals.ts'
import { afterMs, useRemovalState } from '#components/product/use-undoable.ts'
import { CallError } from '#lib/api/call-error.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/** One per person, as with the uploads. */
const byPerson = new Map<string, Removals>()
/** A job judges the others again: the verdict arrives a moment later, on a busy machine somewhat later. */
const VERDICT_MS = [1_500, 5_000] as const

function removalsOf(personId: string): Removals {
  const existing = byPerson.get(personId)
  if (existing) return existing
  const removals = createRemovals({
    remove: (selfieId) => remove(personId, selfieId),
    after: afterMs,
  })
  byPerson.set(personId, removals)
  return removals
}

async function remove(personId: string, selfieId: string): Promise<void> {
  try {
    await browserClient().call('removeSelfie', { query: { personid: personId, selfieid: selfieId } })
  } catch (error) {
    // Removed already, by any side.
    if (!(error instanceof CallError) || error.code !== 'selfie_not_found') throw error
  }
  await refreshSoon(personId)
}

/** Asks for a person's selfies now and when the verdict on a changed set of them is here. */
export async function refreshSoon(personId: string): Promise<void> {
  await refresh(personId)
  for (const ms of VERDICT_MS) setTimeout(() => void refresh(personId), ms)
}

async function refresh(personId: string): Promise<void> {
  const query = { personid: personId }
  await Promise.all([
    mutate(endpointKey('getUploadImages', { query })),
    mutate(endpointKey('getPerson', { query })),
  ])
}

/** Completes the user's removals at once, before the remaining selfies are used. */
export function settleRemovals(personId: string): Promise<void> {
  return removalsOf(personId).settle()
}

/** Taking selfies of a person away. */
export function useRemovals(personId: string): { state: RemovalState; removals: () => Removals } {
  const removals = useCallback(() => removalsOf(personId), [personId])
  return { state: useRemovalState(removals), removals }
}
