import { z } from 'zod'
import { invalid, missing } from './fault.ts'
import type { Values } from './parameters.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

const Range = z.union([
  z.number(),
  z.object({
    gt: z.number().optional(),
    gte: z.number().optional(),
    lt: z.number().optional(),
    lte: z.number().optional(),
  }),
])

/** Whether a moment lies in the range asked for by `created`. */
export function isWithin(created: number, asked: unknown): boolean {
  if (asked === undefined) return true
  const range = Range.parse(asked)
  if (typeof range === 'number') return created === range
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}

/** A page of `objects`, which come oldest first and leave newest first. */
export function pageOf<T extends { id: string }>(url: string, objects: readonly T[], parameters: Values) {
  const { limit = LIMIT_DEFAULT, starting_after: after, ending_before: before } = parameters
  if (typeof limit !== 'number' || limit < 1 || limit > LIMIT_MAX) {
    throw invalid(`Invalid integer: limit must be between 1 and ${LIMIT_MAX}`, { param: 'limit' })
  }
  if (after !== undefined && before !== undefined) {
    throw invalid('You cannot parameterize both starting_after and ending_before.', {
      param: 'ending_before',
    })
  }
  const newest = [...objects].reverse()
  const indexOf = (id: unknown, param: string): number => {
    const index = newest.findIndex((object) => object.id === id)
    if (index === -1) throw missing('object', String(id), param)
    return index
  }
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list' as const, url, has_more: start > 0, data: newest.slice(start, end) }
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1
  const end = start + limit
  return { object: 'list' as const, url, has_more: end < newest.length, data: newest.slice(start, end) }
}
