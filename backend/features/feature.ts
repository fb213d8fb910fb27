import type { Endpoints } from '#contract/endpoints.ts'
import type { Processing } from '#contract/processing.ts'
import type { JobName } from '#backend/jobs/catalogue.ts'
import type { JobHandler, JobHandlers, JobLog } from '#backend/jobs/handlers.ts'
import type { Analytics } from '#backend/providers/analytics/analytics-port.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Engine, ModelRef, StylePromises } from '#backend/providers/engine/engine-port.ts'
import type { HookReaders } from '#backend/providers/engine/hooks-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'
import type { Mailer } from '#backend/providers/mail/mail-port.ts'
import type { PaymentGateways } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import type { BackupDeps } from './backup/backup-service.ts'
import type { HandlersOf } from './call.ts'
import type { Seller } from './receipts/receipts-service.ts'
import type { Reconciliation } from './reconciliation.ts'

/** Cron, UTC. */
export const EVERY_TEN_MINUTES = '*/10 * * * *'
export const EVERY_HOUR = '7 * * * *'
export const EVERY_EVENING = '5 17 * * *'
export const EVERY_NIGHT = '17 3 * * *'

/** The dependencies of features in every process. */
export interface FeatureDeps {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  identity: Omit<Identity, 'verify'>
  analytics: Analytics
  gateways: PaymentGateways
  /** The promises to customers for each style, by the settings. */
  promises: StylePromises
  /** Readers of the configured vendors' hooks. */
  engineHooks: HookReaders
  /** The places where pictures of faces are processed and kept, by the settings. */
  processing: Processing
  /** The site's address for browsers. */
  siteUrl: string
  /** False where no payments are configured: then everything is free. */
  charges: boolean
  /**
   * Whether refunds are paused where no operator decided it (`features/pauses/`): due refunds stay due, and no deadline ends
   * paid work.
   */
  refundsPaused: boolean
  seller: Seller
  /** The target of each night's back-up; absent where none are made. */
  backup?: Pick<BackupDeps, 'dumps' | 'target' | 'keepDays'> | undefined
}

/** The model that a bundle is made with. */
export interface BundleModel {
  model: ModelRef
  /** The training that first made the model, also where it was made anew since. */
  trainingId: string
}

/** Dependencies of processes that run jobs. */
export interface WorkDeps {
  engine: Engine
  eye: Eye
  finishing: Finishing
  mailer: Mailer
  /** How long a token is believed after its user has gone. */
  verdictMs: number
  /** The model that makes a bundle, which the engine reads; undefined where the bundle now waits for a training. */
  modelOf: (bundleId: string, signal: AbortSignal) => Promise<BundleModel | undefined>
  log: JobLog
  metrics: Pick<Metrics, 'headshotJudged' | 'bundleDelivered'>
  /** A round that begins now, by the database's clock. */
  roundOf: (signal: AbortSignal) => Promise<Reconciliation>
}

/** The dependencies of a reconciler's run. */
interface RoundDeps {
  /** The database's time, the same for all processes. */
  now: () => Promise<Date>
  refundsPaused: () => Promise<boolean>
}

/** A part of the product, as the list of features takes it. */
export interface Feature {
  /** Its calls. */
  handlers?: Partial<HandlersOf<Endpoints>>
  /** Its jobs, made where jobs run: only there is an engine. */
  work?: (deps: WorkDeps) => {
    jobs?: Partial<JobHandlers>
    /** Settles what no job settles, each by name, each a job of its own every minute. */
    reconcile?: Readonly<Record<string, (round: Reconciliation) => Promise<void>>>
  }
  /** Schedules of its jobs that no code enqueues, in cron. */
  schedule?: Partial<Record<JobName, string>>
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never
type HandlersIn<F> = F extends { handlers: infer H } ? H : never
type WorkIn<F> = F extends { work: (deps: never) => infer W } ? W : never
type JobsIn<W> = W extends { jobs: infer J } ? J : never

/**
 * The calls of all features; whether they are all of the contract's is for the compiler to say.
 * @throws Error when two answer the same
 */
export function handlersOf<const F extends readonly Feature[]>(
  features: F,
): Intersection<HandlersIn<F[number]>> {
  // Sound by construction: the merged object has the members of all parts.
  return merge(features.map(({ handlers = {} }) => handlers)) as Intersection<HandlersIn<F[number]>>
}

/**
 * The jobs of all features; whether they are all of the catalogue's is for the compiler to say.
 * @throws Error when two run the same
 */
export function workOf<const F extends readonly Feature[]>(
  features: F,
  { now, refundsPaused, ...deps }: Omit<WorkDeps, 'roundOf'> & RoundDeps,
) {
  const roundOf = async (signal: AbortSignal): Promise<Reconciliation> => ({
    now: await now(),
    refundsPaused: await refundsPaused(),
    signal,
    onFailed: (about, err) => deps.log.error({ ...about, err }, 'could not be reconciled'),
  })
  const works = features.flatMap(({ work }) => work?.({ ...deps, roundOf }) ?? [])
  const reconcile = merge(works.map(({ reconcile = {} }) => reconcile))
  return {
    // Sound by construction: the merged object has the members of all parts.
    handlers: merge(works.map(({ jobs = {} }) => jobs)) as Intersection<JobsIn<WorkIn<F[number]>>>,
    reconciliations: Object.fromEntries(
      Object.entries(reconcile).map(([name, settle]): [string, JobHandler<object>] => [
        name,
        { run: async (_payload, signal) => settle(await roundOf(signal)), giveUp: () => Promise.resolve() },
      ]),
    ),
    schedule: merge(features.map(({ schedule = {} }) => schedule)),
  }
}

/** One object of all parts. @throws Error when two have a member of one name */
function merge<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T>
function merge<T extends object>(parts: readonly T[]): T
function merge(parts: readonly object[]): object {
  const names = parts.flatMap((part) => Object.keys(part))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two features have ${twice}`)
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}
