export type Remaining =
  | { unit: 'unknown' }
  | { unit: 'moment' }
  | { unit: 'underMinute' }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number }

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const MOMENT_SECONDS = 10
const UNDER_MINUTE_SECONDS = 50

/** An estimate as coarse as it is certain: nearly done, less than a minute, whole minutes, whole hours. */
export function roundRemaining(seconds: number | null): Remaining {
  if (seconds === null) return { unit: 'unknown' }
  if (seconds < MOMENT_SECONDS) return { unit: 'moment' }
  if (seconds < UNDER_MINUTE_SECONDS) return { unit: 'underMinute' }
  if (seconds < 1.5 * HOUR_SECONDS)
    return { unit: 'minutes', minutes: Math.max(1, Math.round(seconds / MINUTE_SECONDS)) }
  return { unit: 'hours', hours: Math.ceil(seconds / HOUR_SECONDS) }
}

/** What is told now, and what the estimate was when it was told. */
export interface Told {
  seconds: number
  atMs: number
}

/** An estimate is clearly wrong when it says twice as long as what was told, and this much on top. */
const WRONG_BY_SECONDS = 60
/** How fast what is told goes down towards a shorter estimate, per second: half the way in three. */
const APPROACH_PER_SECOND = 0.2

/**
 * The time left to tell next: it runs down with the clock, approaches a shorter estimate bit by bit, and goes up only
 * when it was clearly wrong. A person reads a promise, not a measurement.
 */
export function tellRemaining(told: Told | null, estimateSeconds: number, nowMs: number): Told {
  if (!told) return { seconds: estimateSeconds, atMs: nowMs }
  const passedSeconds = Math.max(0, nowMs - told.atMs) / 1000
  const due = Math.max(0, told.seconds - passedSeconds)
  if (estimateSeconds > 2 * due + WRONG_BY_SECONDS) return { seconds: estimateSeconds, atMs: nowMs }
  if (estimateSeconds >= due) return { seconds: due, atMs: nowMs }
  const share = 1 - (1 - APPROACH_PER_SECOND) ** passedSeconds
  return { seconds: due - (due - estimateSeconds) * share, atMs: nowMs }
}
