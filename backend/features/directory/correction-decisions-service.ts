import { asc, eq } from 'drizzle-orm'
import { ListingCorrection, type CorrectionState } from '#contract/directory-corrections.ts'
import { ProductError } from '#contract/errors.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { advanceCorrection, tellPlace, type CorrectionRow } from './correction-rows.ts'
import { correctionLifecycle, type CorrectionEvent } from './directory-lifecycle.ts'
import { ListingFields } from './listings.ts'

const {
  directoryCorrections: corrections,
  directoryOverrides: overrides,
  directorySuppressions: suppressions,
  osmPhotographers,
  operatorPhotographers,
} = tables

const LISTED_ROWS = 200

/** Corrections in a state, the earliest first. */
export function listCorrections(queries: Queries, state: CorrectionState): Promise<CorrectionRow[]> {
  return queries
    .select()
    .from(corrections)
    .where(eq(corrections.state, state))
    .orderBy(asc(corrections.createdAt), asc(corrections.id))
    .limit(LISTED_ROWS)
}

/**
 * Applies the requested correction to a listing, with the operator's additions, permanently over its source.
 * @throws ProductError correction_not_found
 */
export async function acceptCorrection(
  tx: Queries,
  id: string,
  added: ListingCorrection = {},
): Promise<CorrectionRow> {
  const row = await lock(tx, id, 'accept')
  const fields = { ...ListingCorrection.parse(row.fields), ...added }
  await override(tx, row.listingId, fields)
  return advanceCorrection(tx, row, 'accept')
}

/** Leaves a listing unchanged; after a removal the next import restores it. @throws ProductError correction_not_found */
export async function rejectCorrection(tx: Queries, id: string): Promise<CorrectionRow> {
  const row = await lock(tx, id, 'reject', 'restore')
  if (row.request === 'correct') return advanceCorrection(tx, row, 'reject')
  await tx.delete(suppressions).where(eq(suppressions.listingId, row.listingId))
  return advanceCorrection(tx, row, 'restore')
}

async function override(tx: Queries, listingId: string, fields: ListingCorrection): Promise<void> {
  const [held] = await tx.select().from(overrides).where(eq(overrides.listingId, listingId)).for('update')
  const changedAt = new Date()
  const merged = { ...(held && ListingFields.parse(held.fields)), ...fields }
  await tx
    .insert(overrides)
    .values({ listingId, fields: merged, changedAt })
    .onConflictDoUpdate({ target: overrides.listingId, set: { fields: merged, changedAt } })
  for (const table of [osmPhotographers, operatorPhotographers]) {
    const [row] = await tx.select({ placeId: table.placeId }).from(table).where(eq(table.id, listingId))
    await tellPlace(tx, row?.placeId, changedAt)
  }
}

/** @throws ProductError correction_not_found when none of that id takes one of the events */
async function lock(tx: Queries, id: string, ...events: CorrectionEvent[]): Promise<CorrectionRow> {
  const [row] = await tx.select().from(corrections).where(eq(corrections.id, id)).for('update')
  if (!row || !events.some((event) => correctionLifecycle.allows(row.state, event))) {
    throw new ProductError('correction_not_found')
  }
  return row
}
