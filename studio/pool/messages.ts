import { z } from 'zod'

/** A child's calls, by name; any value that structured cloning carries may go in and out. */
export type Handlers = Readonly<Record<string, (...input: never[]) => unknown>>

/** One call on its way to a child, which does one at a time. */
export const Order = z.object({ name: z.string(), input: z.array(z.unknown()) })
export type Order = z.infer<typeof Order>

/** By these a process ends itself, and the system's own words for them say why: its processor time was up, or its time. */
export const SPENT_SIGNAL = 'SIGVTALRM'
export const LATE_SIGNAL = 'SIGALRM'

/** Resources a process used since it started. */
const Usage = z.object({
  /** Processor time of all its threads. */
  cpuMs: z.number(),
  /** Its resident set at the highest. */
  peakMemoryBytes: z.number(),
})
export type Usage = z.infer<typeof Usage>

/** A child's messages: first that it is ready, then the answer to each order. */
export const Report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown(), usage: Usage }),
  z.object({ kind: z.literal('failed'), error: z.string(), usage: Usage }),
])
export type Report = z.infer<typeof Report>
