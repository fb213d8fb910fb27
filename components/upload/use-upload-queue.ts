'use client'

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { mutate } from 'swr'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Selfie } from '#contract/selfies.ts'
import { createSelfieSender, personDoor } from '#lib/api/signed-upload.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { useOnline } from '#components/product/use-online.ts'
import { downsize } from './downsize.ts'
import { watchUnsent } from './unsent.ts'
import { createUploadQueue, type UploadItem, type UploadQueue, type UploadQueueDeps } from './upload-queue.ts'

/** The destination of files, with its callbacks. */
export interface Line extends Pick<UploadQueueDeps, 'send' | 'onSent'> {
  /** The queue's name: a person's id, for example. */
  key: string
}

/** One queue per name, kept while the app is open, so that navigation interrupts no upload. */
const queues = new Map<string, UploadQueue>()
/** How many files the previous document left unsent, by name. */
const lostCounts = new Map<string, number>()
const NONE: readonly UploadItem[] = []

function lineOf(personId: string): Line {
  return {
    key: personId,
    send: createSelfieSender(personDoor(browserClient, personId)),
    onSent: (selfie) => void addToList(personId, selfie),
  }
}

function queueOf({ key, send, onSent }: Line): UploadQueue {
  const existing = queues.get(key)
  if (existing) return existing
  const queue = createUploadQueue({
    send,
    onSent,
    newKey: () => crypto.randomUUID(),
    prepare: downsize,
    isOnline: navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    createPreview: (file, mediaType) =>
      mediaType.startsWith('image/hei') ? null : URL.createObjectURL(file),
    revokePreview: (url) => URL.revokeObjectURL(url),
  })
  queues.set(key, queue)
  lostCounts.set(key, watchUnsent(queue, key))
  return queue
}

/** Shows the new selfie at once; the service's next answer confirms it. */
async function addToList(personId: string, selfie: Selfie): Promise<void> {
  type Answer = EndpointResult<Endpoints['getUploadImages']>
  const key = endpointKey('getUploadImages', { query: { personid: personId } })
  await mutate<Answer>(key, (answer) => {
    if (!answer || answer.selfies.some(({ id }) => id === selfie.id)) return answer
    return { ...answer, selfies: [...answer.selfies, selfie] }
  })
}

function lostCountOf(line: Line): number {
  queueOf(line)
  return lostCounts.get(line.key) ?? 0
}

export interface Uploads {
  items: readonly UploadItem[]
  queue: () => UploadQueue
  /** Files that were chosen before the page was reloaded, and never sent. */
  lostCount: number
}

/** The person's uploads and the way to add to them. */
export function useUploadQueue(personId: string): Uploads {
  return useQueue(useMemo(() => lineOf(personId), [personId]))
}

/** The uploads of a queue, a stable object; pauses while offline, warns before files are lost. */
export function useQueue(line: Line): Uploads {
  const isOnline = useOnline()
  const items = useSyncExternalStore(
    (listener) => queueOf(line).subscribe(listener),
    () => queueOf(line).getItems(),
    () => NONE,
  )
  useEffect(() => queueOf(line).setOnline(isOnline), [line, isOnline])
  const lostCount = useSyncExternalStore(
    () => () => undefined,
    () => lostCountOf(line),
    () => 0,
  )
  const queue = useCallback(() => queueOf(line), [line])
  return { items, queue, lostCount }
}
