import { z } from 'zod'

const Told = z.object({ message: z.string(), stack: z.string().optional(), queue: z.string().optional() })

/** An error as pg-boss tells of it: what a worker met comes as a plain object with the fields of an error. */
export function asError(told: unknown): Error {
  if (told instanceof Error) return told
  const read = Told.safeParse(told)
  // Its other fields may hold what a job is about.
  if (!read.success) return new Error(`pg-boss tells of ${typeof told === 'string' ? told : typeof told}`)
  const { message, stack, queue } = read.data
  const error = new Error(queue === undefined ? message : `${message} (queue ${queue})`)
  if (stack !== undefined) error.stack = stack
  return error
}
