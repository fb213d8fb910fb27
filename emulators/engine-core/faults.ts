import { z } from 'zod'

const times = z.number().int().min(1).default(1)

/** A call that is to go wrong. `route` is a method and a path as the vendor's emulator names it, or the beginning of one before `*`. */
export const CallFault = z.discriminatedUnion('fault', [
  z.strictObject({
    fault: z.literal('status'),
    route: z.string().default('*'),
    times,
    status: z.union([429, 500, 502, 503, 504].map((status) => z.literal(status))),
    /** Sent as `Retry-After`; no such header without it. */
    retryAfterSeconds: z.number().min(0).optional(),
  }),
  z.strictObject({
    /**
     * `hang`: nothing is done and nothing answered. `lost`: the work is taken, then the connection breaks. `garbage`: the work
     * is taken, and the answer is a page of HTML with status 200.
     */
    fault: z.enum(['hang', 'lost', 'garbage']),
    route: z.string().default('*'),
    times,
  }),
])
export type CallFault = z.output<typeof CallFault>

export const JOB_FAULTS = [
  /** The vendor's safety check refuses the order. */
  'refused',
  'failed',
  /** Succeeds, and names no file. */
  'missing_files',
  /** A picture, or the model, of another person. */
  'stranger',
  /** The picture's width is a fifth too small for its height: the face looks narrow. */
  'squeezed',
  /** The face is much lighter than the person's. */
  'lightened',
  /** The person stands in it twice. */
  'two_people',
  /** A word is drawn across the chest. */
  'text',
  /** The picture is one of the selfies. */
  'copied',
  /** Never begins. */
  'stuck',
] as const
export type JobFaultKind = (typeof JOB_FAULTS)[number]

/** What the next jobs are to come to. */
export const JobFault = z.strictObject({
  fault: z.enum(JOB_FAULTS),
  kind: z.enum(['training', 'picture']).optional(),
  times,
})

const Share = z.number().min(0).max(1)

/** What happens to hooks from now on, each as a share of them (0 to 1). */
export const HookFaults = z.strictObject({
  /** Told twice. */
  duplicate: Share.optional(),
  /** Three forged ones are sent beside it: signed with another secret, changed after signing, and a day old. */
  forge: Share.optional(),
  /** Never sent. */
  drop: Share.optional(),
  /** Sent later, by up to this much: what happened later may be told before. */
  delayMostMs: z.number().min(0).max(600_000).optional(),
  /** None is sent while this is set. */
  hold: z.boolean().optional(),
})

/** Faults that wait for their call or job, in the order they were commanded. */
export function createFaults() {
  const calls: CallFault[] = []
  const jobs: z.output<typeof JobFault>[] = []
  const take = <T extends { times: number }>(waiting: T[], fits: (fault: T) => boolean): T | undefined => {
    const index = waiting.findIndex(fits)
    const fault = waiting[index]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times === 0) waiting.splice(index, 1)
    return fault
  }
  return {
    addCall: (fault: CallFault) => void calls.push(fault),
    addJob: (fault: z.output<typeof JobFault>) => void jobs.push(fault),
    takeCall: (route: string) =>
      take(calls, ({ route: wanted }) =>
        wanted.endsWith('*') ? route.startsWith(wanted.slice(0, -1)) : wanted === route,
      ),
    takeJob: (kind: 'training' | 'picture'): JobFaultKind | undefined =>
      take(jobs, (fault) => (fault.kind ?? kind) === kind)?.fault,
  }
}

export type Faults = ReturnType<typeof createFaults>
