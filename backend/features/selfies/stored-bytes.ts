import { count, eq, sql } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_BYTES_PER_USER, SELFIE_MAX_SIZE_BYTES } from '#contract/limits.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { persons, selfies, uploadGrants, users } = tables

/**
 * Lets no other upload of this user be counted until the transaction ends. Before the person is locked, as where a person is
 * made.
 */
export async function lockStoredBytes(tx: Queries, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('no key update')
}

/**
 * A user's files that are on their way or kept for a check count as well as selfies: an upload that was signed and is not registered
 * counts as the largest upload there is.
 * @throws ProductError storage_limit_reached
 */
export async function assertRoomFor(queries: Queries, uid: string, bytes: number): Promise<void> {
  const [kept] = await queries
    .select({ bytes: sql`coalesce(sum(${selfies.sizeBytes}), 0)`.mapWith(Number) })
    .from(selfies)
    .innerJoin(persons, eq(persons.id, selfies.personId))
    .where(eq(persons.uid, uid))
  const [granted] = await queries
    .select({ count: count() })
    .from(uploadGrants)
    .innerJoin(persons, eq(persons.id, uploadGrants.personId))
    .where(eq(persons.uid, uid))
  const held = (kept?.bytes ?? 0) + (granted?.count ?? 0) * SELFIE_MAX_SIZE_BYTES
  if (held + bytes > SELFIE_BYTES_PER_USER) throw new ProductError('storage_limit_reached')
}

export const bytesOf = (uploads: readonly { sizeBytes: number }[]): number =>
  uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
