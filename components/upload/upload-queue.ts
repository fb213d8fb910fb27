import { SELFIE_MAX_SIZE_BYTES } from '#contract/limits.ts'
import type { RejectReason, Selfie } from '#contract/selfies.ts'
import { SNIFF_BYTES, sniffSelfie, type SelfieMediaType } from '#contract/sniff-selfie.ts'
import { CallError, isTransient, pauseBeforeMs, type CallErrorCode } from '#lib/api/call-error.ts'

export type UploadState = 'waiting' | 'preparing' | 'sending' | 'sent' | 'failed'

/** Why a file was not sent: refused here already, or by the service. */
export type UploadProblem = { kind: 'file'; reason: RejectReason } | { kind: 'call'; code: CallErrorCode }

export interface UploadItem {
  id: string
  /** The idempotency key of every attempt, which also identifies its selfie. */
  key: string
  fileName: string
  /** Shown until the service has a thumbnail; null for formats that browsers do not show. */
  previewUrl: string | null
  state: UploadState
  /** Share of the file that was sent, 0..1. */
  sent: number
  problem: UploadProblem | null
  /** Its selfie; from then on the service's state counts. */
  selfieId: string | null
}

export interface UploadQueue {
  add: (files: readonly File[]) => void
  retry: (id: string) => void
  remove: (id: string) => void
  /** Offline, the running upload returns to the queue; online again, it resumes. */
  setOnline: (isOnline: boolean) => void
  subscribe: (listener: () => void) => () => void
  /** The same array until the items change. */
  getItems: () => readonly UploadItem[]
}

export interface SendOptions {
  onProgress: (sent: number) => void
  signal: AbortSignal
  /** The same for each attempt at a file: what arrived although the answer was lost is not taken twice. */
  idempotencyKey: string
}

export interface UploadQueueDeps {
  send: (file: File, options: SendOptions) => Promise<Selfie>
  /** Makes a unique key. */
  newKey: () => string
  /** Shrinks large pictures before sending. */
  prepare: (file: File) => Promise<File>
  onSent: (selfie: Selfie) => void
  isOnline: boolean
  wait: (ms: number) => Promise<void>
  createPreview: (file: File, mediaType: SelfieMediaType) => string | null
  revokePreview: (url: string) => void
}

const CONCURRENCY = 3
/** Attempts for a file whose answer is invalid; an unavailable service is retried until it is back. */
const ATTEMPTS = 4

/** Sends files one call each, three at a time; holds the line while offline. */
export function createUploadQueue(deps: UploadQueueDeps): UploadQueue {
  let items: readonly UploadItem[] = []
  let isOnline = deps.isOnline
  let count = 0
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  const publish = (next: readonly UploadItem[]) => {
    items = next
    listeners.forEach((listener) => listener())
  }
  const change = (id: string, part: Partial<UploadItem>) =>
    publish(items.map((item) => (item.id === id ? { ...item, ...part } : item)))

  /** Its bytes decide whether it is sent: a name says nothing, nor the type a browser makes of it. */
  async function admit(id: string, file: File): Promise<void> {
    const head = await file
      .slice(0, SNIFF_BYTES)
      .arrayBuffer()
      .catch(() => undefined)
    if (!items.some((item) => item.id === id)) return
    const mediaType = head && sniffSelfie(new Uint8Array(head))
    if (!mediaType) {
      change(id, {
        state: 'failed',
        problem: { kind: 'file', reason: head ? 'unsupported_format' : 'unreadable' },
      })
      return
    }
    files.set(id, file)
    change(id, { previewUrl: deps.createPreview(file, mediaType) })
    advance()
  }

  function advance(): void {
    if (!isOnline) return
    for (const item of items) {
      if (running.size >= CONCURRENCY) return
      const file = files.get(item.id)
      if (item.state === 'waiting' && !running.has(item.id) && file) void run(item.id, file, item.key)
    }
  }

  async function run(id: string, file: File, key: string): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    change(id, { state: 'preparing', problem: null, sent: 0 })
    try {
      const selfie = await transfer(id, file, key, controller.signal)
      files.delete(id)
      change(id, { state: 'sent', sent: 1, selfieId: selfie.id })
      deps.onSent(selfie)
    } catch (error) {
      // Aborted by going offline: it stays queued. Removed by the user: it is gone already.
      if (controller.signal.aborted || !isOnline) change(id, { state: 'waiting', sent: 0, problem: null })
      else change(id, { state: 'failed', problem: problemOf(error) })
    }
    running.delete(id)
    advance()
  }

  async function transfer(id: string, file: File, key: string, signal: AbortSignal): Promise<Selfie> {
    const prepared = await deps.prepare(file)
    if (prepared.size > SELFIE_MAX_SIZE_BYTES) throw new FileRefused('file_too_large')
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      change(id, { state: 'sending', sent: 0, problem: null })
      try {
        const onProgress = (sent: number) => change(id, { sent })
        return await deps.send(prepared, { signal, onProgress, idempotencyKey: key })
      } catch (error) {
        if (signal.aborted || !isTransient(error)) throw error
        if (error.code === 'bad_response' && attempt >= ATTEMPTS) throw error
        change(id, { state: 'waiting', sent: 0, problem: problemOf(error) })
        await Promise.race([deps.wait(pauseBeforeMs(attempt, error)), untilAborted(signal)])
      }
    }
  }

  return {
    add: (added) => {
      const fresh = added.map((file): UploadItem => {
        count += 1
        const id = `upload-${count}`
        void admit(id, file)
        return {
          id,
          key: deps.newKey(),
          fileName: file.name,
          previewUrl: null,
          state: 'waiting',
          sent: 0,
          problem: null,
          selfieId: null,
        }
      })
      publish([...items, ...fresh])
    },
    retry: (id) => {
      if (!files.has(id)) return
      change(id, { state: 'waiting', problem: null })
      advance()
    },
    remove: (id) => {
      const item = items.find((candidate) => candidate.id === id)
      if (!item) return
      files.delete(id)
      publish(items.filter((candidate) => candidate.id !== id))
      running.get(id)?.abort()
      if (item.previewUrl !== null) deps.revokePreview(item.previewUrl)
    },
    setOnline: (next) => {
      if (isOnline === next) return
      isOnline = next
      if (!next) running.forEach((controller) => controller.abort())
      advance()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getItems: () => items,
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

class FileRefused extends Error {
  readonly reason: RejectReason

  constructor(reason: RejectReason) {
    super(reason)
    this.reason = reason
  }
}

function problemOf(error: unknown): UploadProblem {
  if (error instanceof FileRefused) return { kind: 'file', reason: error.reason }
  return { kind: 'call', code: error instanceof CallError ? error.code : 'internal' }
}
