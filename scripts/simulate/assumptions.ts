import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { HEADSHOTS_PER_BUNDLE, SELFIE_ADVISED } from '#contract/limits.ts'
import { RATE_LIMITS } from '#contract/rate.ts'
import { realRun } from './real-run.ts'

interface Assumption {
  value: number
  unit: string
  /** Who says so: a file of the product, a command that measured it, a vendor's published figure, or an estimate to be replaced. */
  source: string
}

const run = realRun()
/** Medians on two threads. Of a headshot, what it holds a processor for: two are made at a time. */
const STUDIO = 'docs/studio.md: `npm run studio:report`, 2 threads'
/** Of one selfie on the wall, with two processors at work. */
const CHECK_SECONDS = 4.79
const RUN = 'docs/scale/real-orders.json'

/** What the model takes for granted. Every value may be another's: `--assumptions FILE`, an object of some of these names. */
export const ASSUMPTIONS = {
  'order.selfies': { value: SELFIE_ADVISED.min, unit: '', source: 'contract/limits.ts' },
  'order.headshots': { value: HEADSHOTS_PER_BUNDLE, unit: '', source: 'contract/limits.ts' },
  'order.visitors': {
    value: 3,
    unit: 'people who send selfies, for each who buys',
    source: 'estimate: put your own figure',
  },
  'order.mails': {
    value: 2,
    unit: '',
    source: 'backend/features: the receipt, and that the headshots are ready',
  },
  'order.spread': {
    value: 0.3,
    unit: 'standard deviation over mean of all times of work',
    source: 'estimate: real selfies differ more than those of the measured runs',
  },
  'order.shotsRefused': {
    value: 0.1,
    unit: 'of the shots that a vendor makes',
    source: 'estimate; `npm run ops -- show ORDER` and the metric of judged headshots tell yours',
  },
  'job.failures': {
    value: 0.01,
    unit: 'of all attempts, each tried again by its queue',
    source: 'estimate; the metric of ended jobs tells yours',
  },

  'day.peakOverMean': {
    value: 2.2,
    unit: 'the evening over the mean',
    source: 'estimate: put your own figure',
  },
  'day.peakHour': { value: 20, unit: 'h', source: 'estimate' },
  'launch.factor': { value: 3, unit: 'times the mean rate on top, on a day of launch', source: 'estimate' },
  'launch.fromHour': { value: 18, unit: 'h', source: 'estimate: the worst, it meets the evening' },
  'launch.hours': { value: 2, unit: 'h', source: 'estimate' },

  'machine.processors': { value: 2, unit: '', source: 'as the machine of docs/studio.md' },
  'machine.dollars': {
    value: 40,
    unit: '$ a month',
    source: 'a setting without a source: put what yours costs',
  },

  'check-selfie.processorSeconds': {
    value: 2 * CHECK_SECONDS,
    unit: 's, one selfie',
    source: STUDIO,
  },
  'check-selfie.processors': { value: 2, unit: 'at most', source: 'the net that cuts out takes both' },
  'train-person.processorSeconds': {
    value: SELFIE_ADVISED.min * 2 * CHECK_SECONDS,
    unit: 's, each selfie at most as its check, made by another process',
    source: STUDIO,
  },
  'train-person.processors': { value: 2, unit: 'at most', source: 'studio/: selfies side by side' },
  'generate-bundle.processorSeconds': {
    value: HEADSHOTS_PER_BUNDLE * (0.54 + 0.56 + 0.05),
    unit: 's, each headshot 1.15: render, gate, encode',
    source: STUDIO,
  },
  'generate-bundle.processors': {
    value: 2,
    unit: 'at most',
    source: 'backend/providers/studio/open.ts: `STUDIO_THREADS`, pictures side by side',
  },
  'settle-payment.seconds': {
    value: 0.5,
    unit: 's',
    source: 'estimate: two calls of Stripe and a transaction',
  },
  'send-mail.seconds': { value: 1, unit: 's', source: 'estimate: one delivery to a server elsewhere' },
  'check.aimSeconds': {
    value: 60,
    unit: 's from upload to verdict, while the user waits',
    source: 'a setting',
  },

  'replicate.createsPerMinute': { value: 600, unit: 'a minute', source: "the vendor's documentation" },
  'replicate.trainingsPerMinute': { value: 3000, unit: 'a minute', source: "the vendor's documentation" },
  'replicate.trainSeconds': {
    value: 1500,
    unit: 's',
    source: 'reported by users of the trainer: 20 to 30 minutes for 1,000 steps',
  },
  'replicate.trainDollars': {
    value: 1.75,
    unit: '$',
    source: 'reported by users: 1.50 to 2 for 1,000 steps',
  },
  'replicate.renderSeconds': { value: 15, unit: 's', source: 'estimate' },
  'replicate.renderDollars': {
    value: 15 * 0.001525,
    unit: '$',
    source: "15 s at the vendor's price a second, as backend/providers/engine/replicate counts",
  },
  'replicate.parallelism': {
    value: 4,
    unit: 'renders of a bundle at once',
    source: 'a setting of the adapter',
  },

  'fal.inFlight': {
    value: 40,
    unit: '',
    source: "the vendor's documentation: at most by self-service; 2 at first",
  },
  'fal.trainSeconds': { value: 480, unit: 's', source: 'reported by users: about 8 minutes' },
  'fal.trainDollars': {
    value: 0.95,
    unit: '$',
    source: "the vendor's price of qwen-image-2512-trainer, 1,000 steps",
  },
  'fal.renderSeconds': { value: 10, unit: 's', source: 'estimate' },
  'fal.renderDollars': { value: 0.025, unit: '$', source: "the vendor's price of a picture of flux-dev" },
  'fal.parallelism': {
    value: 40,
    unit: '',
    source: 'backend/providers/engine/fal: what the account is allowed',
  },

  'bfl.inFlight': { value: 24, unit: '', source: "the vendor's documentation" },
  'bfl.renderSeconds': { value: 8, unit: 's', source: 'estimate: a picture takes seconds' },
  'bfl.renderDollars': {
    value: 0.019,
    unit: '$',
    source: "the vendor's prices, as backend/providers/engine/bfl counts: klein 4B, 2 MP, 4 references",
  },
  'bfl.parallelism': { value: 24, unit: '', source: 'backend/providers/engine/bfl' },

  'vendor.failures': { value: 0.01, unit: 'of all jobs', source: 'estimate' },
  'vendor.callSeconds': { value: 0.5, unit: 's of a call that orders or is refused', source: 'estimate' },
  'vendor.slots': {
    value: 100,
    unit: 'times the jobs of the catalogue in a process that waits on a vendor',
    source: 'a setting: `JOB_CONCURRENCY`',
  },
  'vendor.pictureProcessorSeconds': {
    value: 0.5,
    unit: 's of processor to judge and finish a picture here',
    source: 'estimate',
  },

  'database.idle': {
    value: run.database.idlePerSecond / 2,
    unit: 'transactions a second of a process without work',
    source: RUN,
  },
  'database.perVisitor': {
    value: run.database.perVisitor,
    unit: 'transactions, from the first selfie to the verdict',
    source: RUN,
  },
  'database.perOrder': {
    value: run.database.perOrder,
    unit: 'transactions, from the purchase to the last headshot',
    source: RUN,
  },
  'database.perRunningJob': {
    value: 0.5,
    unit: 'transactions a second',
    source: 'backend/providers/queue/pg-boss.ts renews a lease every two seconds',
  },
  'database.most': {
    value: 600,
    unit: 'transactions a second',
    source:
      '`pgbench -N -s 10 -c 8 -j 2 -T 15` on PostgreSQL 15, 2 processors, load average 15.6: other programs were running; measure yours',
  },

  'storage.writesPerVisitor': {
    value: run.storage.writesPerVisitor,
    unit: 'requests',
    source: RUN,
  },
  'storage.readsPerVisitor': { value: run.storage.readsPerVisitor, unit: 'requests', source: RUN },
  'storage.writesPerOrder': { value: run.storage.writesPerOrder, unit: 'requests', source: RUN },
  'storage.readsPerOrder': { value: run.storage.readsPerOrder, unit: 'requests', source: RUN },
  'storage.writesMost': {
    value: 3500,
    unit: 'a second',
    source: "Amazon's documentation of S3, for each partition of keys",
  },
  'storage.readsMost': {
    value: 5500,
    unit: 'a second',
    source: "Amazon's documentation of S3, for each partition of keys",
  },
  'storage.dollarsPerWrite': {
    value: 0.005 / 1000,
    unit: '$',
    source: "Amazon's list price of S3, us-east-1",
  },
  'storage.dollarsPerRead': {
    value: 0.0004 / 1000,
    unit: '$',
    source: "Amazon's list price of S3, us-east-1",
  },

  'api.callsPerVisitor': {
    value: 40,
    unit: 'calls',
    source: 'estimate: pages, uploads, and a question every 1.5 s while selfies are checked',
  },
  'api.watching': { value: 0.3, unit: 'of those who wait look on', source: 'estimate' },
  'api.callsPerWatcher': {
    value: 1 / 1.5,
    unit: 'a second',
    source: 'components/persons/use-person-live.ts',
  },
  'api.most': {
    value: 324,
    unit: 'calls a second of a process',
    source: 'docs/benchmarks.md: `npm run bench -- api`',
  },

  'stripe.callsPerOrder': {
    value: 3,
    unit: '',
    source: 'a session, its reading after the hook, and again by the return page',
  },
  'stripe.most': { value: 100, unit: 'calls a second', source: "Stripe's documentation: live mode" },
  'hooks.perOrder': { value: 1, unit: "of Stripe's", source: 'backend/providers/payments/stripe-events.ts' },
  'hooks.most': {
    value: RATE_LIMITS.hook.limit / RATE_LIMITS.hook.windowSeconds,
    unit: 'a second from one address',
    source: 'contract/rate.ts',
  },
} as const satisfies Record<string, Assumption>

export type AssumptionName = keyof typeof ASSUMPTIONS
export type Assumptions = Readonly<Record<AssumptionName, number>>

export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[]
const Chosen = z.partialRecord(
  z.enum(ASSUMPTION_NAMES as [AssumptionName, ...AssumptionName[]]),
  z.number().nonnegative(),
)

/** The assumptions of the table, with those of a file in their place. @throws Error that names the file's unknown ones */
export function readAssumptions(file?: string): Assumptions {
  const own = Object.fromEntries(ASSUMPTION_NAMES.map((name) => [name, ASSUMPTIONS[name].value]))
  if (file === undefined) return own as Assumptions
  const parsed = Chosen.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return { ...own, ...parsed.data } as Assumptions
}
