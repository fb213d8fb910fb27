'use client'

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { mutate } from 'swr'
import { endpointKey } from '#lib/api/use-endpoint.ts'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Selfie } from '#contract/selfies.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { useOnline } from '#components/product/use-online.ts'
import { downsize } from './downsize.ts'
import { watchUnsent } from './unsent.ts'
import { createUploadQueue, type UploadItem, type UploadQueue } from './upload-queue.ts'

/** One line per person, kept while the app is open, so that moving between pages interrupts nothing. */
const queues = new Map<string, UploadQueue>()
/** How many files the document before this one left unsent, by person. */
const lostCounts = new Map<string, number>()
const NONE: readonly UploadItem[] = []

function queueOf(personId: string): UploadQueue {
  const existing = queues.get(personId)
  if (existing) return existing
  const query = { personid: personId }
  const queue = createUploadQueue({
    // The options carry the file's idempotency key.
    send: (file, options) => browserClient().upload('uploadImages', { query, files: [file] }, options),
    newKey: () => crypto.randomUUID(),
    prepare: downsize,
    onSent: (selfie) => void addToList(personId, selfie),
    isOnline: navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    createPreview: (file) => (/\.hei[cf]$/i.test(file.name) ? null : URL.createObjectURL(file)),
    revokePreview: (url) => URL.revokeObjectURL(url),
  })
  queues.set(personId, queue)
  lostCounts.set(personId, watchUnsent(queue, personId))
  return queue
}

/** Shows the new selfie at once; the next answer of the service confirms it. */
async function addToList(personId: string, selfie: Selfie): Promise<void> {
  type Answer = EndpointResult<Endpoints['getUploadImages']>
  const key = endpointKey('getUploadImages', { query: { personid: personId } })
  await mutate<Answer>(key, (answer) => {
    if (!answer || answer.selfies.some(({ id }) => id === selfie.id)) return answer
    return { ...answer, selfies: [...answer.selfies, selfie] }
  })
}

function lostCountOf(personId: string): number {
  queueOf(personId)
  return lostCounts.get(personId) ?? 0
}

export interface Uploads {
  items: readonly UploadItem[]
  queue: () => UploadQueue
  /** Files that were chosen before the page was reloaded, and never sent. */
  lostCount: number
}

/** The person's uploads and the way to add to them; pauses while offline, warns before unsent files are lost. */
export function useUploadQueue(personId: string): Uploads {
  const isOnline = useOnline()
  const items = useSyncExternalStore(
    (listener) => queueOf(personId).subscribe(listener),
    () => queueOf(personId).getItems(),
    () => NONE,
  )
  useEffect(() => queueOf(personId).setOnline(isOnline), [personId, isOnline])
  const lostCount = useSyncExternalStore(
    () => () => undefined,
    () => lostCountOf(personId),
    () => 0,
  )
  const queue = useCallback(() => queueOf(personId), [personId])
  return { items, queue, lostCount }
}
