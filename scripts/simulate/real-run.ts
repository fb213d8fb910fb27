import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'

const Seconds = z.number().nonnegative()

const Times = z.object({ seconds: Seconds, spread: z.number() })

/** What a run of real orders came to: `tests/load/real-orders/main.ts` writes it. Moments are seconds since its begin. */
export const RealRun = z.object({
  machine: z.string(),
  /** Of the whole machine, other processes included; mean of the run. */
  loadAverage: z.number(),
  orders: z.array(z.object({ began: Seconds, bought: Seconds, ready: Seconds, headshots: z.number() })),
  /** From their start to their end. `spread`: standard deviation over mean. */
  jobs: z.object({ training: Times, bundle: Times }),
  /**
   * Transactions. `idlePerSecond`: of an API and a worker without work, which the others do not count. A visitor sends selfies and
   * waits for their verdicts; an order is what the purchase adds.
   */
  database: z.object({ idlePerSecond: z.number(), perVisitor: z.number(), perOrder: z.number() }),
  /** Requests. */
  storage: z.object({
    writesPerVisitor: z.number(),
    readsPerVisitor: z.number(),
    writesPerOrder: z.number(),
    readsPerOrder: z.number(),
  }),
})
export type RealRun = z.infer<typeof RealRun>

/** The run that is kept beside the document. */
export function realRun(): RealRun {
  return RealRun.parse(JSON.parse(readFileSync(join(root, 'docs/scale/real-orders.json'), 'utf8')))
}
