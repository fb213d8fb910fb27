import { z } from 'zod'

/** Bytes that many calls need: a child is sent them once and keeps those it was sent last. */
export interface Attachment {
  /** Equal for equal bytes. */
  key: string
  bytes: Uint8Array
}

/** One kind of call: what goes in, what comes out, and the attachment it needs, if any. */
export interface Call<Input, Output, Attached extends Attachment | null = null> {
  input: Input
  output: Output
  attachment: Attached
}

/** Kinds of calls by name; whatever structured cloning can carry may go in and out. */
export type CallTable<Calls> = { [Name in keyof Calls]: Call<unknown, unknown, Attachment | null> }

export type Handlers<Calls extends CallTable<Calls>> = {
  [Name in keyof Calls]: (
    input: Calls[Name]['input'],
    attachment: Calls[Name]['attachment'],
  ) => Calls[Name]['output'] | Promise<Calls[Name]['output']>
}

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** One call on its way to a child, which does one at a time. */
export const Order = z.object({
  name: z.string(),
  input: z.unknown(),
  /** `bytes` are null where the child has them already. */
  attachment: z.object({ key: z.string(), bytes: Bytes.nullable() }).nullable(),
})
export type Order = z.infer<typeof Order>

/** What a process used since it started. */
const Usage = z.object({
  /** Processor time of all its threads. */
  cpuMs: z.number(),
  /** Its resident set at the highest. */
  peakMemoryBytes: z.number(),
})
export type Usage = z.infer<typeof Usage>

/** What a child tells: once that it can work, then the answer to each order. */
export const Report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown(), usage: Usage }),
  z.object({ kind: z.literal('failed'), error: z.string(), usage: Usage }),
])
export type Report = z.infer<typeof Report>

/** What a child is started with, as its arguments. */
export const ChildArguments = z.tuple([
  z.coerce.number().int().describe('process id of the parent'),
  z.coerce.number().int().describe('resident set at most, bytes'),
])
