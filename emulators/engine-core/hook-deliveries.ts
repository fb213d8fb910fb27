import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { HookFaults } from './faults.ts'

/** How a forged hook differs from a true one. */
export type Forged = 'secret' | 'body' | 'time'
const FORGED = ['secret', 'body', 'time'] as const

export interface Hook {
  /** For those who read what was told. */
  job: string
  url: string
  body: string
  /** The vendor's headers for these bytes, signed at that second. */
  sign: (signing: { body: string; atSeconds: number; byStranger: boolean }) => Record<string, string>
}

export interface Told {
  job: string
  forged: Forged | null
  attempts: number
  outcome: 'waiting' | 'taken' | 'given up' | 'dropped'
  lastStatus: number | null
}

const TIMEOUT_MS = 10_000
const ATTEMPTS_MOST = 6
const PAUSE_MS = { first: 100, most: 5000 }
const STALE_SECONDS = 24 * 3600
const NO_FAULTS = { duplicate: 0, forge: 0, drop: 0, delayMostMs: 0, hold: false }

/** Tells whoever ordered a job of its changes, and does on command what goes wrong with hooks. */
export function createHookDeliveries(options: { random?: () => number; now: () => number }) {
  const { random = Math.random, now } = options
  const over = new AbortController()
  const told: Told[] = []
  let faults: typeof NO_FAULTS = NO_FAULTS
  let held: Hook[] = []

  const send = async (hook: Hook, forged: Forged | null): Promise<void> => {
    const entry: Told = { job: hook.job, forged, attempts: 0, outcome: 'waiting', lastStatus: null }
    told.push(entry)
    try {
      await pause(random() * faults.delayMostMs, undefined, { signal: over.signal })
      // A forged hook is sent once: whoever checks signatures refuses it.
      const most = forged === null ? ATTEMPTS_MOST : 1
      while (entry.attempts < most) {
        entry.lastStatus = await post(hook, forged, now())
        entry.attempts += 1
        if (entry.lastStatus >= 200 && entry.lastStatus < 300) {
          entry.outcome = 'taken'
          return
        }
        const ms = Math.min(PAUSE_MS.first * 2 ** entry.attempts, PAUSE_MS.most)
        if (entry.attempts < most) await pause(ms * (0.5 + random() / 2), undefined, { signal: over.signal })
      }
    } catch (error) {
      if (!over.signal.aborted) throw error
    }
    entry.outcome = 'given up'
  }

  const tell = (hook: Hook): void => {
    if (faults.hold) {
      held.push(hook)
      return
    }
    if (random() < faults.drop) {
      told.push({ job: hook.job, forged: null, attempts: 0, outcome: 'dropped', lastStatus: null })
      return
    }
    void send(hook, null)
    if (random() < faults.duplicate) void send(hook, null)
    if (random() < faults.forge) for (const forged of FORGED) void send(hook, forged)
  }

  return {
    tell,
    told: () => told,
    disturb(change: z.output<typeof HookFaults>) {
      const { duplicate, forge, drop, delayMostMs, hold } = change
      faults = {
        duplicate: duplicate ?? faults.duplicate,
        forge: forge ?? faults.forge,
        drop: drop ?? faults.drop,
        delayMostMs: delayMostMs ?? faults.delayMostMs,
        hold: hold ?? faults.hold,
      }
      return faults
    },
    /** Sends the held hooks one after the other, the newest first. */
    async releaseReversed(): Promise<void> {
      const waiting = held.reverse()
      held = []
      faults = { ...faults, hold: false }
      for (const hook of waiting) await send(hook, null)
    },
    close: () => over.abort(),
  }
}

export type HookDeliveries = ReturnType<typeof createHookDeliveries>

async function post({ url, body, sign }: Hook, forged: Forged | null, nowMs: number): Promise<number> {
  const atSeconds = Math.floor(nowMs / 1000) - (forged === 'time' ? STALE_SECONDS : 0)
  const headers = sign({ body, atSeconds, byStranger: forged === 'secret' })
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      // Changed after signing; still JSON.
      body: forged === 'body' ? `${body} ` : body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
