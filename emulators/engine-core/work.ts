import { randomBytes } from 'node:crypto'
import type { Faults, JobFaultKind } from './faults.ts'
import { PaintError } from './painter.ts'

/** A job of any vendor's: what was ordered, how far it is, and the files that came of it. */
export interface Work {
  id: string
  kind: 'training' | 'picture'
  /** `queued` jobs have cost nothing yet. */
  state: 'queued' | 'running' | 'succeeded' | 'failed' | 'refused' | 'canceled'
  fault: JobFaultKind | undefined
  /** For the vendor's log and error text. */
  message: string | null
  /** Ids of files. */
  files: string[]
  createdAt: number
  startedAt: number | null
  endedAt: number | null
}

export interface WorkOrder {
  kind: Work['kind']
  /** What makes the files. */
  make: (fault: JobFaultKind | undefined, signal: AbortSignal) => Promise<Uint8Array[]>
  /** How long its files last; as commanded, else until they are deleted, when not given. */
  lastsMs?: number
  /** After each change of the state. */
  onChange?: (work: Work) => void
}

export interface StoredFile {
  bytes: Uint8Array
  /** Milliseconds by the emulator's clock; null for one that is kept until it is deleted. */
  expiresAt: number | null
}

/** An id as vendors make them. */
export const newId = (): string => randomBytes(13).toString('hex')

/** The jobs of an emulator, worked on a few at a time, and the files they made. */
export function createWorkshop(deps: { faults: Faults; now: () => number; atATime?: number }) {
  const { faults, now, atATime = 2 } = deps
  const works = new Map<string, Work>()
  const files = new Map<string, StoredFile>()
  const waiting: { work: Work; order: WorkOrder }[] = []
  const controllers = new Map<string, AbortController>()
  let running = 0
  let resultsLastMs: number | null = null

  const change = ({ work, order }: { work: Work; order: WorkOrder }, to: Partial<Work>): void => {
    Object.assign(work, to)
    order.onChange?.(work)
  }

  const run = async (entry: { work: Work; order: WorkOrder }): Promise<void> => {
    const { work, order } = entry
    const controller = new AbortController()
    controllers.set(work.id, controller)
    change(entry, { state: 'running', startedAt: now() })
    let ended: Partial<Work>
    try {
      if (work.fault === 'refused') ended = { state: 'refused', message: 'NSFW content detected' }
      else if (work.fault === 'failed') ended = { state: 'failed', message: 'CUDA out of memory' }
      else if (work.fault === 'missing_files') ended = { state: 'succeeded' }
      else {
        const made = await order.make(work.fault, controller.signal)
        // Canceled work that went on to its end leaves no files.
        controller.signal.throwIfAborted()
        ended = {
          state: 'succeeded',
          files: made.map((bytes) => keep(bytes, resultsLastMs ?? order.lastsMs ?? null)),
        }
      }
    } catch (error) {
      if (!(error instanceof PaintError) && !controller.signal.aborted) console.error(error)
      ended = { state: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
    controllers.delete(work.id)
    if (work.state === 'running') change(entry, { ...ended, endedAt: now() })
  }

  const next = (): void => {
    while (running < atATime) {
      const index = waiting.findIndex(({ work }) => work.fault !== 'stuck')
      const [entry] = index < 0 ? [] : waiting.splice(index, 1)
      if (!entry) return
      running += 1
      void run(entry).finally(() => {
        running -= 1
        next()
      })
    }
  }

  const keep = (bytes: Uint8Array, lastsMs: number | null): string => {
    const id = newId()
    files.set(id, { bytes, expiresAt: lastsMs === null ? null : now() + lastsMs })
    return id
  }

  return {
    submit(order: WorkOrder, id = newId()): Work {
      const work: Work = {
        id,
        kind: order.kind,
        state: 'queued',
        fault: faults.takeJob(order.kind),
        message: null,
        files: [],
        createdAt: now(),
        startedAt: null,
        endedAt: null,
      }
      works.set(work.id, work)
      waiting.push({ work, order })
      // What is ordered is answered before it begins.
      setImmediate(next)
      return work
    },
    find: (id: string): Work | undefined => works.get(id),
    /** Newest first. */
    all: (): Work[] => [...works.values()].reverse(),
    /** Ends a job that has not ended. */
    cancel(work: Work): void {
      const index = waiting.findIndex((entry) => entry.work === work)
      const [entry] = index < 0 ? [] : waiting.splice(index, 1)
      if (!entry && work.state !== 'running') return
      Object.assign(work, { state: 'canceled', endedAt: now() })
      entry?.order.onChange?.(work)
      controllers.get(work.id)?.abort(new Error('canceled'))
    },
    keep,
    /** Undefined when it never was, was deleted, or has expired. */
    file(id: string): StoredFile | undefined {
      const file = files.get(id)
      return file && (file.expiresAt ?? Infinity) > now() ? file : undefined
    },
    fileCount: (): number =>
      [...files.values()].filter((file) => (file.expiresAt ?? Infinity) > now()).length,
    forget: (id: string): boolean => files.delete(id),
    /** How long results last that are made from now on; null: until they are deleted. */
    letResultsLast(ms: number | null): void {
      resultsLastMs = ms
    },
  }
}

export type Workshop = ReturnType<typeof createWorkshop>
