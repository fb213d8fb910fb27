import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Engine, EngineJob, EngineJobId } from '#backend/providers/engine/engine-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { Broken } from './findings.ts'

export interface Pace {
  /** How often a job is asked about where nothing tells of it. */
  pollMs: number
  /** Waits between two attempts of a call. */
  pause: (signal: AbortSignal) => Promise<void>
  startMs: number
  trainingMs: number
  renderMs: number
  /** After the submission, or the end, of what a hook tells. */
  hookMs: number
  /** Of a deletion, and of a cancellation at the vendor. */
  endMs: number
}

const PAUSE_MS = 5000

/** How long each part may take at a real endpoint. */
export function paceOf({ minutes }: { minutes: number }): Pace {
  return {
    pollMs: 2000,
    pause: (signal) => pauseFor(PAUSE_MS, undefined, { signal }),
    startMs: 15 * 60_000,
    trainingMs: minutes * 60_000,
    renderMs: 20 * 60_000,
    hookMs: 60_000,
    endMs: 15 * 60_000,
  }
}

/** The states of one job, as they were seen. */
export type Seen = { state: EngineJob<unknown>['state']; stage: string | null; fraction: number }[]

/**
 * Submits an order and follows it to its end, as the product does, but once: an order that is lost is not sent again.
 * @param limits `isUnheard` says of a job that is under way that nothing will tell of it
 * @throws Broken when it does not end in time
 */
export async function follow<Output>(
  engine: Pick<Engine, 'nextChange'>,
  order: {
    id: EngineJobId
    submit: (signal: AbortSignal) => Promise<void>
    poll: (signal: AbortSignal) => Promise<EngineJob<Output>>
    /** Called once, when it is seen under way. */
    onOpen?: (signal: AbortSignal) => Promise<void>
  },
  limits: { ms: number; pace: Pace; isUnheard: (sinceMs: number) => boolean; signal: AbortSignal },
): Promise<{ job: EngineJob<Output>; seen: Seen; seconds: number }> {
  const { ms, pace, isUnheard } = limits
  const late = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([limits.signal, late])
  const seen: Seen = []
  try {
    const patience = { ms: pace.startMs, pace, signal }
    await persist(() => order.submit(signal), patience)
    const startedAt = performance.now()
    for (let isFirst = true; ; isFirst = false) {
      const job = await persist(() => order.poll(signal), patience)
      const { stage, fraction } = job.state === 'running' ? job : { stage: null, fraction: 0 }
      seen.push({ state: job.state, stage, fraction })
      const sinceMs = performance.now() - startedAt
      const isOpen = job.state === 'queued' || job.state === 'running' || job.state === 'unknown'
      if (!isOpen || (job.state === 'unknown' && job.isOverdue)) return { job, seen, seconds: sinceMs / 1000 }
      if (isFirst) await order.onOpen?.(signal)
      if (isUnheard(sinceMs)) throw new Broken(`nothing was heard of it within ${inWords(pace.hookMs)}`)
      await engine.nextChange(order.id, { signal })
    }
  } catch (error) {
    limits.signal.throwIfAborted()
    if (late.aborted)
      throw new Broken(`no end within ${inWords(ms)}; last seen ${seen.at(-1)?.state ?? 'nothing'}`)
    throw error
  }
}

/**
 * Repeats a call while it throws `UnavailableError` or resolves with `false`.
 * @param work resolves with `false` while the endpoint has not done it yet
 * @throws the last error, after `ms`
 */
export async function persist<T>(
  work: () => Promise<T>,
  { ms, pace, signal }: { ms: number; pace: Pick<Pace, 'pause'>; signal: AbortSignal },
): Promise<T> {
  const endAt = performance.now() + ms
  for (;;) {
    signal.throwIfAborted()
    let last: unknown = new Broken(`not so within ${inWords(ms)}`)
    try {
      const result = await work()
      if (result !== false) return result
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      last = error
    }
    if (performance.now() > endAt) throw last
    await pace.pause(signal)
  }
}

/** Where a job went back; null where it did not. `unknown` and `lost` are no part of the way: the port says so. */
export function backwardIn(seen: Seen): string | null {
  const way = seen.filter(({ state }) => state !== 'unknown' && state !== 'lost')
  for (const [index, next] of way.entries()) {
    const before = way[index - 1]
    if (!before) continue
    const isOfStage = next.state === 'running' && before.state === 'running' && next.stage === before.stage
    if (rankOf(next) < rankOf(before) || (isOfStage && next.fraction < before.fraction)) {
      return `${inState(before)}, then ${inState(next)}`
    }
  }
  return null
}

/** The states in one line, each once. */
export function wayOf(seen: Seen): string {
  const states = seen.map(({ state }) => state)
  return states.filter((state, index) => state !== states[index - 1]).join(', ')
}

export function inWords(ms: number): string {
  return ms < 120_000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms / 60_000)} min`
}

function rankOf({ state }: Seen[number]): number {
  if (state === 'queued') return 0
  return state === 'running' ? 1 : 2
}

const inState = ({ state, fraction }: Seen[number]): string =>
  state === 'running' ? `running ${Math.round(fraction * 100)} %` : state
