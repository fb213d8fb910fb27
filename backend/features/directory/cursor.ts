import { z } from 'zod'
import { ProductError } from '#contract/errors.ts'

/** The end of a page: the sort value of its last row, and the id that orders equal ones. */
export const PageEnd = z.tuple([z.number(), z.string().max(200)])
export type PageEnd = z.infer<typeof PageEnd>

export function cursorOf(end: PageEnd): string {
  return Buffer.from(JSON.stringify(end)).toString('base64url')
}

/** @throws ProductError parameter_invalid, naming `after` */
export function readCursor(cursor: string | undefined): PageEnd | undefined {
  if (cursor === undefined) return undefined
  const end = PageEnd.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  // A number the database cannot compare, or a text it cannot store, was not issued here.
  if (!end.success || !Number.isSafeInteger(end.data[0]) || !/^[\w-]*$/.test(end.data[1])) {
    throw new ProductError('parameter_invalid', { parameter: 'after' })
  }
  return end.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A page of rows read with one more than it holds, and the start of the next page. */
export function pageOf<T>(rows: readonly T[], limit: number, endOf: (row: T) => PageEnd) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? cursorOf(endOf(last)) : null }
}
