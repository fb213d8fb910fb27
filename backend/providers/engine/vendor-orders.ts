import { setTimeout as pauseFor } from 'node:timers/promises'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { EngineCall, EngineJob, EngineJobId } from './engine-port.ts'
import { ASKS_AGAIN_MS, UNDER_WAY, type VendorJob, type VendorJobKind, type VendorJobs } from './jobs-port.ts'
import { LostAnswerError, VendorRefusal } from './vendor-calls.ts'

/** The vendor's state of one of its jobs, with the cost as known by then. */
export type VendorState<Output> = { costMicros?: number } & (
  | Exclude<EngineJob<Output>, { state: 'succeeded' }>
  /** `details` are kept, so that the output can be had again. */
  | { state: 'succeeded'; output: Output; details?: Record<string, string> }
)

export interface VendorOrder {
  id: EngineJobId
  kind: VendorJobKind
  /** Whether the vendor counts it among the account's orders under way; one that is sent nowhere is not. */
  takesPlace?: boolean
  /** Readies what the order names, before it is recorded; its result is remembered with the job. */
  prepare: (attempt: number) => Promise<Record<string, string>>
  /** Sends the order, once. */
  send: (
    details: Readonly<Record<string, string>>,
    attempt: number,
  ) => Promise<{
    vendorId: string
    details?: Record<string, string>
  }>
}

export interface VendorWatch<Output> {
  /** Reads a job that the vendor has. */
  read: (job: VendorJob & { vendorId: string }) => Promise<VendorState<Output>>
  /** The output of a succeeded job, from its recorded details; undefined when it has to be read again. */
  remembered?: (job: VendorJob) => Output | undefined
  /** Looks for a job whose answer was lost. */
  search: (job: VendorJob) => Promise<
    | { found: string; details?: Record<string, string> }
    /** `never`: the vendor surely does not have it. */
    | { found: null; verdict: 'never' | 'waiting' | 'overdue' }
  >
  /** Deletes what the order left at the vendor, once it has ended; where it has a result, not that. */
  release: (job: VendorJob, end: { hasResult: boolean }) => Promise<void>
}

/** How soon a hook, or a place that became free, is noticed: a look at our own rows costs no vendor's patience. */
const NOTICED_WITHIN_MS = 2000

/** Orders of one vendor: recorded before they are sent, sent once, looked for when their answer was lost. */
export function createVendorOrders(deps: {
  engine: string
  jobs: VendorJobs
  now: () => Date
  /** How many orders may be under way at once for the whole account, in all processes; null without a limit. */
  inFlight: number | null
  /** Whether a refusal is one of the vendor's safety check. */
  isSafetyRefusal: (refusal: VendorRefusal) => boolean
  /** Ends what the vendor has of an order, and deletes what the order left. No error when there is nothing. */
  giveUp: (job: VendorJob) => Promise<void>
}) {
  const { engine, jobs, now, inFlight, isSafetyRefusal, giveUp } = deps

  const poll = async <Output>(
    id: EngineJobId,
    watch: VendorWatch<Output>,
    { signal }: EngineCall,
  ): Promise<EngineJob<Output>> => {
    const known = await jobs.find(id)
    if (!known || known.engine !== engine || known.state === 'abandoned') return { state: 'lost' }
    if (known.state === 'waiting') {
      const isAsking = now().getTime() - known.submittedAt.getTime() < ASKS_AGAIN_MS
      return { state: isAsking ? 'queued' : 'lost' }
    }
    const message = known.details.message ?? ''
    if (known.state === 'refused') return { state: 'refused', message }
    if (known.state === 'failed') {
      const code = known.details.code === 'selfies_unusable' ? 'selfies_unusable' : 'engine_failed'
      return { state: 'failed', code, message }
    }
    const remembered = known.state === 'succeeded' ? watch.remembered?.(known) : undefined
    if (remembered !== undefined) return { state: 'succeeded', output: remembered }

    let job = known
    if (job.state === 'sending') {
      const search = await watch.search(job)
      if (search.found === null) {
        if (search.verdict !== 'never') return { state: 'unknown', isOverdue: search.verdict === 'overdue' }
        await watch.release(job, { hasResult: false })
        await jobs.change(job, { state: 'abandoned' })
        return { state: 'lost' }
      }
      const { found: vendorId, details = {} } = search
      await jobs.change(job, { state: 'sent', vendorId, details })
      job = { ...job, state: 'sent', vendorId, details: { ...job.details, ...details } }
    }
    const { vendorId } = job
    if (vendorId === null) return { state: 'lost' }
    signal.throwIfAborted()
    const seen = await watch.read({ ...job, vendorId })
    const { costMicros, ...state } = seen
    if (state.state === 'queued' || state.state === 'running' || state.state === 'unknown') return state
    await watch.release(job, { hasResult: state.state === 'succeeded' })
    const cost = costMicros === undefined || known.state === 'succeeded' ? {} : { costMicros }
    if (state.state === 'succeeded') {
      await jobs.change(job, { state: 'succeeded', ...cost, details: state.details ?? {} })
      return { state: 'succeeded', output: state.output }
    }
    const code = state.state === 'failed' ? { code: state.code } : {}
    const ended =
      state.state === 'refused' || state.state === 'failed'
        ? { state: state.state, details: { message: state.message, ...code } }
        : { state: 'abandoned' as const }
    await jobs.change(job, { ...ended, ...cost })
    return state
  }

  /** Answer and hook race: the second one must not overwrite what the first recorded. */
  const noteSent = async (
    job: VendorJob,
    sent: { vendorId: string; details?: Record<string, string> },
  ): Promise<void> => {
    if (await jobs.change(job, { state: 'sent', ...sent }, UNDER_WAY)) return
    // The order was given up before the vendor had answered: this process alone knows the vendor's id, and ends the job.
    const current = await jobs.find(job.id)
    if (current?.attempt !== job.attempt || current.state !== 'abandoned') return
    await giveUp({ ...job, ...sent, details: { ...job.details, ...sent.details } }).catch(
      (cause: unknown) => {
        // No UnavailableError: it would mean that the vendor did not take the order, and the order would go to another engine.
        throw new Error(`${engine}: an order that was given up goes on as ${sent.vendorId}`, { cause })
      },
    )
  }

  const beginInTurn = async (
    order: Omit<Parameters<VendorJobs['begin']>[0], 'submittedAt'>,
    limit: number | null,
    { signal }: EngineCall,
  ) => {
    for (;;) {
      const submittedAt = now()
      const outcome = await jobs.begin({ ...order, submittedAt }, limit)
      if (outcome !== 'waiting') return { outcome, submittedAt }
      await pauseFor(NOTICED_WITHIN_MS * (0.5 + Math.random() / 2), undefined, { signal })
    }
  }

  return {
    poll,

    /**
     * Submits an order, unless one of its id is under way or has succeeded. Waits while the account has as many as it may,
     * and sends nothing where the order is given up meanwhile.
     * @throws UnavailableError when the vendor surely did not take it
     */
    async submit<Output>(order: VendorOrder, watch: VendorWatch<Output>, call: EngineCall): Promise<void> {
      const { id, kind, takesPlace = true } = order
      const before = await jobs.find(id)
      if (before) {
        const { state } = await poll(id, watch, call)
        if (['queued', 'running', 'unknown', 'succeeded'].includes(state)) return
      }
      const attempt = (before?.attempt ?? 0) + 1
      const details = await order.prepare(attempt)
      const record = { id, engine, kind, attempt, details }
      const { outcome, submittedAt } = await beginInTurn(record, takesPlace ? inFlight : null, call)
      const begun: VendorJob = {
        ...record,
        submittedAt,
        waitsSince: null,
        state: 'sending',
        vendorId: null,
        costMicros: 0,
      }
      if (outcome === 'taken') return watch.release(begun, { hasResult: false })
      let sent: Awaited<ReturnType<VendorOrder['send']>>
      try {
        sent = await order.send(details, attempt)
      } catch (error) {
        if (error instanceof LostAnswerError) return
        if (error instanceof VendorRefusal) {
          const state = isSafetyRefusal(error) ? 'refused' : 'failed'
          await watch.release(begun, { hasResult: false })
          await jobs.change(begun, { state, details: { message: error.message } })
          return
        }
        if (error instanceof UnavailableError) {
          // This attempt is never polled, so its files at the vendor are deleted here. Where the vendor is away, they expire there.
          await watch.release(begun, { hasResult: false }).catch(() => undefined)
          await jobs.change(begun, { state: 'abandoned' })
        }
        throw error
      }
      await noteSent(begun, sent)
    },

    /** The order as recorded, if it is one of this vendor's. */
    async find(id: EngineJobId): Promise<VendorJob | undefined> {
      const job = await jobs.find(id)
      return job?.engine === engine ? job : undefined
    },

    /** Gives up an order, so that it may be submitted again. */
    async abandon(id: EngineJobId): Promise<void> {
      const job = await jobs.find(id)
      if (job?.engine !== engine || job.state === 'abandoned') return
      // Noted first of one that waits, so that it is not sent meanwhile; of others last, so that a failure is tried again.
      if (job.state === 'waiting' && (await jobs.change(job, { state: 'abandoned' }, ['waiting'])))
        return giveUp(job)
      await giveUp(job)
      await jobs.change(job, { state: 'abandoned' })
    },
  }
}

/** A failure of the engine, which another try may not meet. */
export function failedWith(message: string, costMicros = 0) {
  return { state: 'failed' as const, code: 'engine_failed' as const, message, costMicros }
}

/** How far a training is, 0..1: the last percentage of the progress bar in its logs. */
export function progressIn(logs: string): number {
  const [last] = [...logs.matchAll(/(\d{1,3})%\|/g)].reverse()
  return Math.min(Number(last?.[1] ?? 0), 100) / 100
}

/**
 * The address for hooks of one order. The address names the order, so a hook is understood even where the answer to the order
 * was lost.
 */
export function hookAddress(
  base: string | null,
  { id, attempt }: Pick<VendorJob, 'id' | 'attempt'>,
): string | null {
  if (base === null) return null
  const address = new URL(base)
  address.searchParams.set('order', id)
  address.searchParams.set('attempt', String(attempt))
  return address.href
}

/** Resolves when a hook has told of the order, on whichever machine it arrived, or after about `pollMs`. */
export async function waitForNews(
  jobs: Pick<VendorJobs, 'find'>,
  id: EngineJobId,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  const toldAt = async () => (await jobs.find(id))?.details.told
  const before = await toldAt()
  // Jitter, so that many waiting jobs do not ask at once.
  for (let leftMs = pollMs * (0.75 + Math.random() / 2); leftMs > 0; leftMs -= NOTICED_WITHIN_MS) {
    await pauseFor(Math.min(leftMs, NOTICED_WITHIN_MS), undefined, { signal })
    if ((await toldAt()) !== before) return
  }
}
