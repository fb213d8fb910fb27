import { eq } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { recountCountries, recountPlaces } from './place-counters.ts'
import { correctionLifecycle, type CorrectionEvent } from './directory-lifecycle.ts'

const { directoryCorrections: corrections } = tables

export type CorrectionRow = typeof corrections.$inferSelect

const DECIDING: ReadonlySet<CorrectionEvent> = new Set([
  'accept',
  'reject',
  'restore',
  'confirm_removal',
  'expire',
])

/** Moves a locked request along its lifecycle. */
export async function advanceCorrection(
  tx: Queries,
  row: CorrectionRow,
  event: CorrectionEvent,
): Promise<CorrectionRow> {
  const now = new Date()
  const isConfirming = event === 'confirm_correction' || event === 'confirm_removal'
  const change = {
    state: correctionLifecycle.next(row.state, event),
    ...(isConfirming && { confirmedAt: now }),
    ...(DECIDING.has(event) && { decidedAt: now }),
    // The address never confirmed: it may be a stranger's.
    ...(event === 'expire' && { email: null, message: '' }),
  }
  await tx.update(corrections).set(change).where(eq(corrections.id, row.id))
  return { ...row, ...change }
}

/** Marks the pages of a place and its country as changed. */
export async function tellPlace(tx: Queries, placeId: string | null | undefined, now: Date): Promise<void> {
  if (placeId === null || placeId === undefined) return
  await recountPlaces(tx, [placeId], now)
  await recountCountries(tx, placeId)
}
