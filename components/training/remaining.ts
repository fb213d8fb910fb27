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

/** An estimate in units as coarse as its certainty: nearly done, less than a minute, whole minutes, whole hours. */
export function roundRemaining(seconds: number | null): Remaining {
  if (seconds === null) return { unit: 'unknown' }
  if (seconds < MOMENT_SECONDS) return { unit: 'moment' }
  if (seconds < UNDER_MINUTE_SECONDS) return { unit: 'underMinute' }
  if (seconds < 1.5 * HOUR_SECONDS)
    return { unit: 'minutes', minutes: Math.max(1, Math.round(seconds / MINUTE_SECONDS)) }
  return { unit: 'hours', hours: Math.ceil(seconds / HOUR_SECONDS) }
}

/** The displayed estimate, with its time. */
export interface Told {
  seconds: number
  atMs: number
}

/** An estimate is clearly wrong when it is twice the displayed one plus this. */
const WRONG_BY_SECONDS = 60
/** How fast the displayed time approaches a shorter estimate, per second: half the way in three seconds. */
const APPROACH_PER_SECOND = 0.2

/**
 * The next displayed time: it counts down with the clock, approaches a shorter estimate gradually, and rises only
 * when it was clearly wrong. Users read it as a promise, not as a measurement.
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
