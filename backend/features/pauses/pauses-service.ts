import { asc, eq } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

const { pauses } = tables

/** Whether an operator paused it; `byDefault` where none has decided. */
export async function isPaused(queries: Queries, name: string, byDefault = false): Promise<boolean> {
  const [row] = await queries.select({ isPaused: pauses.isPaused }).from(pauses).where(eq(pauses.name, name))
  return row?.isPaused ?? byDefault
}

/** Refunds are paused by an operator's word, or by the configuration where there is none. */
export function areRefundsPaused({
  database,
  refundsPaused = false,
}: {
  database: Database
  refundsPaused?: boolean
}): Promise<boolean> {
  return isPaused(database.queries, 'refunds', refundsPaused)
}

/** @returns whether this changed anything */
export async function setPause(tx: Queries, name: string, paused: boolean): Promise<boolean> {
  const [row] = await tx.select().from(pauses).where(eq(pauses.name, name)).for('update')
  if (row?.isPaused === paused) return false
  await tx
    .insert(pauses)
    .values({ name, isPaused: paused })
    .onConflictDoUpdate({ target: pauses.name, set: { isPaused: paused, updatedAt: new Date() } })
  return true
}

export function listPauses(queries: Queries) {
  return queries.select().from(pauses).orderBy(asc(pauses.name))
}
