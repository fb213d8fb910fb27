import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import {
  CORRECTION_VALID_DAYS,
  type CorrectionRequest,
  type ListingCorrection,
} from '#contract/directory-corrections.ts'
import { ProductError } from '#contract/errors.ts'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { advanceCorrection, tellPlace } from './correction-rows.ts'
import { correctionLifecycle } from './directory-lifecycle.ts'

const {
  directoryCorrections: corrections,
  directoryImports: imports,
  directorySuppressions: suppressions,
  osmPhotographers,
  operatorPhotographers,
} = tables

const DAY_MS = 24 * 3_600_000
/** Requests per day from one address, and for one listing: beyond them no mail is sent. */
export const REQUESTS_PER_DAY = { address: 3, listing: 10 } as const
/** How long an address is kept after the end, in case of questions. */
const ADDRESS_KEPT_DAYS = 30

export interface NewCorrection {
  listingId: string
  request: CorrectionRequest
  email: string
  locale?: Locale | undefined
  message: string
  fields: ListingCorrection
}

/** Visitors' corrections of listings: confirmed by mail, so that no one can act in another's name. */
export function createCorrections({ database, queue }: { database: Database; queue: Queue }) {
  return {
    /**
     * Records a request and mails a link; it takes effect only when the link is followed.
     * @throws ProductError listing_not_found, rate_limited, body_invalid for a correction without changes
     */
    async request(asked: NewCorrection): Promise<{ validUntil: string }> {
      const { listingId, request, locale = DEFAULT_LOCALE, message, fields } = asked
      if (request === 'correct' && message === '' && Object.keys(fields).length === 0) {
        throw new ProductError('body_invalid', { parameter: 'message' })
      }
      const email = asked.email.toLowerCase()
      const token = newSecret()
      const expiresAt = new Date(Date.now() + CORRECTION_VALID_DAYS * DAY_MS)
      const validUntil = expiresAt.toISOString()
      await database.transaction(async (tx) => {
        const listingName = await nameOfListing(tx, listingId)
        if (listingName === undefined) throw new ProductError('listing_not_found')
        await assertFew(tx, email, listingId)
        const id = randomUUID()
        await tx.insert(corrections).values({
          id,
          listingId,
          listingName,
          request,
          email,
          message,
          fields,
          expiresAt,
          state: 'requested' as const,
          tokenHash: hashOf(token),
        })
        await enqueueMail(queue, tx, {
          template: 'directory-confirmation',
          data: { request, listingName, validUntil, path: `/headshots-near-me/confirm?token=${token}` },
          to: { address: email },
          locale,
          occasion: `directory-confirmation:${id}`,
        })
      })
      return { validUntil }
    },

    /** Carries out the request behind a mail's link, once. @throws ProductError correction_not_found */
    async confirm(token: string) {
      const found = await database.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(corrections)
          .where(eq(corrections.tokenHash, hashOf(token)))
          .for('update')
        if (!row || row.state === 'expired') throw new ProductError('correction_not_found')
        if (row.state !== 'requested') return row
        if (row.expiresAt <= new Date()) throw new ProductError('correction_not_found')
        if (row.request === 'correct') return advanceCorrection(tx, row, 'confirm_correction')
        await suppress(tx, row.listingId)
        return advanceCorrection(tx, row, 'confirm_removal')
      })
      return { request: found.request, state: found.state, listingName: found.listingName }
    },

    /** Ends unconfirmed requests, and deletes requesters' addresses. */
    async reconcile(round: Reconciliation): Promise<void> {
      const { state, expiresAt, decidedAt, id, email } = corrections
      const unconfirmed = {
        name: 'directory corrections',
        table: corrections,
        at: expiresAt,
        id,
        where: and(eq(state, 'requested'), lt(expiresAt, round.now)),
      }
      await reconcileRows(database.queries, round, unconfirmed, (row) =>
        database.transaction(async (tx) => {
          const [held] = await tx.select().from(corrections).where(eq(id, row.id)).for('update')
          if (held && correctionLifecycle.allows(held.state, 'expire'))
            await advanceCorrection(tx, held, 'expire')
        }),
      )
      const before = new Date(round.now.getTime() - ADDRESS_KEPT_DAYS * DAY_MS)
      await database.queries
        .update(corrections)
        .set({ email: null, message: '' })
        .where(and(isNotNull(email), lt(decidedAt, before)))
    },
  }
}

async function nameOfListing(tx: Queries, listingId: string): Promise<string | undefined> {
  for (const table of [osmPhotographers, operatorPhotographers]) {
    const [row] = await tx.select({ name: table.name }).from(table).where(eq(table.id, listingId))
    if (row) return row.name
  }
  return undefined
}

/** @throws ProductError rate_limited */
async function assertFew(tx: Queries, email: string, listingId: string): Promise<void> {
  // Requests of one address take turns, so that none slips past the limit.
  for (const subject of [email, listingId].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`correction ${subject}`}, 0))`)
  }
  const since = gt(corrections.createdAt, new Date(Date.now() - DAY_MS))
  const isUnanswered = inArray(corrections.state, ['requested', 'open'])
  const [ofAddress] = await tx
    .select({ count: count() })
    .from(corrections)
    .where(and(eq(corrections.email, email), since))
  const [ofListing] = await tx
    .select({ count: count() })
    .from(corrections)
    .where(and(eq(corrections.listingId, listingId), since, isUnanswered))
  if (
    (ofAddress?.count ?? 0) >= REQUESTS_PER_DAY.address ||
    (ofListing?.count ?? 0) >= REQUESTS_PER_DAY.listing
  ) {
    throw new ProductError('rate_limited', { retryAfterSeconds: DAY_MS / 1000 })
  }
}

/** Removes a listing at once, and excludes it from imports. */
async function suppress(tx: Queries, listingId: string): Promise<void> {
  // A batch of an import locks this row: it ends before, or starts after this and sees the suppression.
  await tx.select({ id: imports.id }).from(imports).where(eq(imports.state, 'running')).for('update')
  await tx.insert(suppressions).values({ listingId }).onConflictDoNothing()
  const now = new Date()
  for (const table of [osmPhotographers, operatorPhotographers]) {
    const [gone] = await tx.delete(table).where(eq(table.id, listingId)).returning({ placeId: table.placeId })
    await tellPlace(tx, gone?.placeId, now)
  }
}
