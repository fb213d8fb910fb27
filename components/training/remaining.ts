export type Remaining =
  | { unit: 'unknown' }
  | { unit: 'seconds'; seconds: number }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number }

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** An estimate as coarse as it is certain: fives of seconds, then whole minutes, then whole hours, rounded up. */
export function roundRemaining(seconds: number | null): Remaining {
  if (seconds === null) return { unit: 'unknown' }
  if (seconds < 55) return { unit: 'seconds', seconds: Math.max(5, Math.ceil(seconds / 5) * 5) }
  if (seconds < 1.5 * HOUR_SECONDS) return { unit: 'minutes', minutes: Math.ceil(seconds / MINUTE_SECONDS) }
  return { unit: 'hours', hours: Math.ceil(seconds / HOUR_SECONDS) }
}
