import type { Assumptions } from './assumptions.ts'
import { runOrders } from './order-flow.ts'
import { createRandom } from './random.ts'
import type { RealRun } from './real-run.ts'
import { quantile } from './sizing.ts'

const QUANTILES = [0.5, 0.95] as const

interface CheckRow {
  what: string
  /** Seconds. */
  predicted: number
  real: number
}

/**
 * What the model says of a run whose purchases it is told, with how long the jobs of that run took: waiting, and the way
 * through the queue, are its own.
 * @param seeds how often; the prediction is the mean of all
 */
export function checkAgainst(run: RealRun, values: Assumptions, seeds = 200): CheckRow[] {
  const first = Math.min(...run.orders.map(({ bought }) => bought))
  const purchases = run.orders.map(({ bought }) => bought - first).sort((one, other) => one - other)
  // One process with a slot for each, and a processor for each job: the times are as they were.
  const told: Assumptions = {
    ...values,
    'machine.processors': 2,
    'train-person.processors': 1,
    'train-person.processorSeconds': run.jobs.training.seconds,
    'generate-bundle.processors': 1,
    'generate-bundle.processorSeconds': run.jobs.bundle.seconds,
    'order.spread': (run.jobs.training.spread + run.jobs.bundle.spread) / 2,
    // What is free is settled by the call itself.
    'settle-payment.seconds': 0,
    'job.failures': 0,
  }
  const real = run.orders.map(({ bought, ready }) => ready - bought).sort((one, other) => one - other)
  const predicted = Array.from({ length: seeds }, (_, seed) =>
    runOrders({
      purchases,
      engine: 'studio',
      values: told,
      random: createRandom(seed),
      machines: { studio: 1, clock: 1 },
    }),
  )
  const meanOf = (all: ArrayLike<number>): number =>
    Array.from(all).reduce((sum, one) => sum + one, 0) / all.length
  const averaged = (read: (seconds: Float64Array) => number): number =>
    meanOf(predicted.map(({ seconds }) => read(seconds)))
  return [
    { what: 'mean', predicted: averaged(meanOf), real: meanOf(real) },
    ...QUANTILES.map((share) => ({
      what: share === 0.5 ? 'half of the orders within' : `${100 * share} of 100 within`,
      predicted: averaged((seconds) => quantile(seconds, share)),
      real: quantile(real, share),
    })),
    { what: 'the slowest', predicted: averaged((seconds) => quantile(seconds, 1)), real: quantile(real, 1) },
  ]
}

/** Of the prediction, as a share of what was real. */
export const errorOf = ({ predicted, real }: CheckRow): number => predicted / real - 1
