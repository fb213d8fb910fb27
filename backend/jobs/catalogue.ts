import { z } from 'zod'
import type { Queue, QueueTransaction } from '#backend/providers/queue/queue-port.ts'

const MINUTE = 60

/** Names of files in one job; more are split over several. */
export const DELETE_FILES_MAX_KEYS = 200

/** The subject of a provider's event: the session or its payment, by the provider's own ids. */
const ProviderSubject = z.object({
  reference: z.string().nullable(),
  paymentReference: z.string().nullable(),
})

const Keys = z.array(z.string()).max(DELETE_FILES_MAX_KEYS)

/**
 * Which processes run a job (decision 68). `checks` checks selfies while a user waits, `studio` trains, renders and finishes
 * on its own processors, `engine` calls vendors of engines, `mail` calls mail and analytics servers, `clock` runs scheduled
 * jobs, those of hooks, and the reconcilers.
 */
export const WORK_ROLES = ['checks', 'studio', 'engine', 'mail', 'clock'] as const
export type WorkRole = (typeof WORK_ROLES)[number]

/** Events that the product reports, in the past tense. */
export const ReportedEvent = z.enum(['bundle_purchased', 'training_succeeded', 'headshots_ready'])
export type ReportedEvent = z.infer<typeof ReportedEvent>

/** Every job: its payload, the key that makes a repeat a no-op, its retries and its deadline. */
export const jobs = {
  /**
   * Reads one selfie, strips its metadata, and judges all selfies of the person anew. After its last failure the selfie
   * is still to be checked: the reconciler enqueues it again.
   */
  'check-selfie': {
    role: 'checks',
    payload: z.object({ selfieId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: 15 * MINUTE,
    concurrency: 2,
  },
  /** Judges the selfies of a person again after one was removed or chosen; each such change has its own key. */
  'judge-selfies': {
    role: 'checks',
    payload: z.object({ personId: z.uuid() }),
    retryLimit: 5,
    retryDelaySeconds: 1,
    deadlineSeconds: MINUTE,
    concurrency: 2,
  },
  /** Makes the free preview of a person from one selfie. */
  'make-preview': {
    role: 'checks',
    payload: z.object({ personId: z.uuid(), selfieId: z.uuid() }),
    retryLimit: 2,
    retryDelaySeconds: 1,
    deadlineSeconds: MINUTE,
    concurrency: 1,
  },
  /** Makes a small picture of a person in each style, from the selfie their preview shows. */
  'make-samples': {
    role: 'checks',
    payload: z.object({ personId: z.uuid(), selfieId: z.uuid() }),
    retryLimit: 2,
    retryDelaySeconds: 2,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 1,
  },
  'train-person': {
    role: 'studio',
    payload: z.object({ trainingId: z.uuid() }),
    retryLimit: 4,
    retryDelaySeconds: 1,
    deadlineSeconds: 30 * MINUTE,
    concurrency: 1,
  },
  'generate-bundle': {
    role: 'studio',
    payload: z.object({ bundleId: z.uuid() }),
    retryLimit: 4,
    retryDelaySeconds: 1,
    deadlineSeconds: 60 * MINUTE,
    concurrency: 1,
  },
  /** Asks the provider about the session, or payment, of a webhook. */
  'settle-payment': {
    role: 'clock',
    payload: ProviderSubject,
    retryLimit: 8,
    retryDelaySeconds: 2,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 2,
  },
  /** As `settle-payment`, for seats that a company paid for. */
  'settle-seats': {
    role: 'clock',
    payload: ProviderSubject,
    retryLimit: 8,
    retryDelaySeconds: 2,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 1,
  },
  /** Asks the provider for everything since its last run. Runs by the clock, at night. */
  'reconcile-payments': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 3,
    retryDelaySeconds: 5 * MINUTE,
    deadlineSeconds: 60 * MINUTE,
    concurrency: 1,
  },
  /** Checks that no data of a deleted person is left, and sends the receipt. */
  'confirm-person-deletion': {
    role: 'clock',
    payload: z.object({ deletionId: z.uuid() }),
    retryLimit: 8,
    retryDelaySeconds: 5,
    deadlineSeconds: 5 * MINUTE,
    concurrency: 1,
  },
  /** Re-rolls one headshot. */
  'reroll-headshot': {
    role: 'studio',
    payload: z.object({ rerollId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 1,
  },
  /** Makes a headshot in one format. */
  'export-headshot': {
    role: 'studio',
    payload: z.object({ fileId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 2,
  },
  /** Measures how each format cuts a headshot. */
  'frame-headshot': {
    role: 'studio',
    payload: z.object({ userImageKey: z.string() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: MINUTE,
    concurrency: 2,
  },
  /** Enlarges a headshot. */
  'upscale-headshot': {
    role: 'studio',
    payload: z.object({ fileId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 1,
  },
  /** Puts all headshots of a bundle into one ZIP. */
  'make-archive': {
    role: 'studio',
    payload: z.object({ archiveId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 1,
  },
  /** Gives money back. What its last attempt could not is tried again by the clock. */
  'refund-payment': {
    role: 'clock',
    payload: z.object({ paymentId: z.uuid() }),
    retryLimit: 4,
    retryDelaySeconds: 5,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 1,
  },
  /** Cancels an engine job that is no longer needed. */
  'cancel-engine-job': {
    role: 'engine',
    payload: z.object({ engineJobId: z.string() }),
    retryLimit: 6,
    retryDelaySeconds: 5,
    deadlineSeconds: MINUTE,
    concurrency: 2,
  },
  /**
   * Deletes the engine's data of a model: a file in storage, or a version at a vendor's. Repeated until confirmed.
   */
  'delete-model': {
    role: 'engine',
    payload: z.object({ kind: z.enum(['file', 'version']), name: z.string() }),
    retryLimit: 12,
    retryDelaySeconds: 5,
    deadlineSeconds: MINUTE,
    concurrency: 1,
  },
  /** Sends one mail. */
  'send-mail': {
    role: 'mail',
    payload: z.object({ mailId: z.uuid() }),
    retryLimit: 9,
    retryDelaySeconds: 15,
    deadlineSeconds: 2 * MINUTE,
    concurrency: 2,
  },
  /** Reports completed work to the analytics service; `subjectId` is the id of the payment, training or bundle. */
  'report-event': {
    role: 'mail',
    payload: z.object({ event: ReportedEvent, subjectId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 5,
    deadlineSeconds: MINUTE,
    concurrency: 2,
  },
  /** Mails owners a summary of their friends' votes. Runs once a day. */
  'summarize-votes': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 3,
    retryDelaySeconds: MINUTE,
    deadlineSeconds: 30 * MINUTE,
    concurrency: 1,
  },
  /** Deletes an account, as far as is possible now; each run continues where the last one stopped. */
  'delete-account': {
    role: 'clock',
    payload: z.object({ deletionId: z.uuid() }),
    retryLimit: 5,
    retryDelaySeconds: 5,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 1,
  },
  /** Writes everything held of a user into one file. */
  'make-export': {
    role: 'clock',
    payload: z.object({ exportId: z.uuid() }),
    retryLimit: 4,
    retryDelaySeconds: 5,
    deadlineSeconds: 60 * MINUTE,
    concurrency: 1,
  },
  /** Deletes exports whose time is over. Runs by the clock. */
  'expire-exports': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    deadlineSeconds: 15 * MINUTE,
    concurrency: 1,
  },
  /** Warns of selfies that will go, deletes those whose time is over, and what else is kept for a while. By the clock. */
  'expire-data': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    deadlineSeconds: 15 * MINUTE,
    concurrency: 1,
  },
  /** Deletes the files at `keys` and those whose key starts with one of `prefixes`, except files that a row names. */
  'delete-files': {
    role: 'clock',
    payload: z.object({ keys: Keys, prefixes: Keys }),
    retryLimit: 10,
    retryDelaySeconds: 2,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 2,
  },
  /** Deletes old files that no row names, some pages further with each run. Runs by the clock. */
  'sweep-files': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    deadlineSeconds: 10 * MINUTE,
    concurrency: 1,
  },
  /** Copies database and files to where back-ups are kept. By the clock, at night. */
  'make-backup': {
    role: 'clock',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 10 * MINUTE,
    deadlineSeconds: 6 * 60 * MINUTE,
    concurrency: 1,
  },
} as const satisfies Record<string, JobDefinition>

/** How jobs of one name are run. */
export interface JobDefinition {
  role: WorkRole
  payload: z.ZodObject
  retryLimit: number
  retryDelaySeconds: number
  deadlineSeconds: number
  /** How many one process runs at a time, times `JOB_CONCURRENCY`; those of the clock as they are. */
  concurrency: number
}

/**
 * How long paid work may wait for its turn before it is given up: through a night without a worker, or behind a long
 * queue. The time it may take is counted from its start.
 */
export const WAITING_MAX_MS = 24 * 3_600_000

/** A feature's reconciliation: passed deadlines, and work whose job was lost. */
export const RECONCILIATION = {
  role: 'clock',
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  deadlineSeconds: 15 * MINUTE,
  concurrency: 1,
} satisfies JobDefinition

export type JobName = keyof typeof jobs
export const JOB_NAMES = Object.keys(jobs) as JobName[]
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

/**
 * Enqueues in the caller's transaction a job that comes before waiting ones of its name with a higher turn; a no-op while a
 * job of the same payload waits or runs.
 */
export function enqueueInTurn<N extends JobName>(
  queue: Queue,
  tx: QueueTransaction,
  name: N,
  payload: JobPayload<N>,
  turn: number,
): Promise<boolean> {
  return queue.enqueue(tx, { name, key: keyOf(name, payload), payload, turn })
}

const keyOf = (name: JobName, payload: object): string => Object.values(payload).join(':') || name

/**
 * Enqueues in the caller's transaction; a no-op while a job of the same key waits or runs. The key is the payload by
 * default. The job starts at once, or after `startAfterSeconds`.
 */
export function enqueueJob<N extends JobName>(
  queue: Queue,
  tx: QueueTransaction,
  name: N,
  payload: JobPayload<N>,
  key: string = keyOf(name, payload),
  startAfterSeconds?: number,
): Promise<boolean> {
  return queue.enqueue(tx, {
    name,
    key,
    payload,
    ...(startAfterSeconds !== undefined && { startAfterSeconds }),
  })
}
