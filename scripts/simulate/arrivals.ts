import type { Random } from './random.ts'

/** How orders spread over a day. Hours of the day, 0 to 24. */
export interface DayShape {
  ordersPerDay: number
  /** The busiest hour's rate over the day's mean. */
  peakOverMean: number
  peakHour: number
  /** What a launch adds, in multiples of the day's mean rate, and when; no hours: an ordinary day. */
  launch: { factor: number; fromHour: number; hours: number }
}

export const DAY_SECONDS = 24 * 3600
/** Standard deviation of the evening. */
const EVENING_HOURS = 3

/** A bell around the peak, on a clock of 24 hours. */
function bell(hour: number, peakHour: number): number {
  const apart = Math.abs(hour - peakHour) % 24
  return Math.exp(-0.5 * (Math.min(apart, 24 - apart) / EVENING_HOURS) ** 2)
}

const MEAN_BELL = Array.from({ length: 24 * 60 }, (_, minute) => bell(minute / 60, 12)).reduce(
  (sum, value) => sum + value / (24 * 60),
  0,
)
export const PEAK_OVER_MEAN_MOST = 1 / MEAN_BELL

/** Orders a second at a moment of the day. @param seconds since midnight */
export function rateAt(day: DayShape, seconds: number): number {
  const { ordersPerDay, peakOverMean, peakHour, launch } = day
  if (peakOverMean < 1 || peakOverMean > PEAK_OVER_MEAN_MOST)
    throw new RangeError(`a peak of ${peakOverMean} times the mean: 1 to ${PEAK_OVER_MEAN_MOST.toFixed(2)}`)
  const hour = seconds / 3600
  const height = (peakOverMean - 1) / (1 - MEAN_BELL)
  const shape = peakOverMean - height + height * bell(hour, peakHour)
  const isLaunch = hour >= launch.fromHour && hour < launch.fromHour + launch.hours
  return (ordersPerDay / DAY_SECONDS) * (shape + (isLaunch ? launch.factor : 0))
}

/** The highest of a day. */
export function highestRate(day: DayShape): number {
  let highest = 0
  for (let second = 0; second < DAY_SECONDS; second += 60) highest = Math.max(highest, rateAt(day, second))
  return highest
}

/** The moments of a day's orders: a Poisson process of that rate, by thinning. */
export function* arrivalsOf(day: DayShape, random: Random): Generator<number> {
  const highest = highestRate(day)
  if (highest === 0) return
  for (let at = random.exponential(1 / highest); at < DAY_SECONDS; at += random.exponential(1 / highest)) {
    if (random.uniform() * highest < rateAt(day, at)) yield at
  }
}
