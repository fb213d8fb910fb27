import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { ProductError } from '#contract/errors.ts'
import type { GivenShare, ShareLink, SharedPerson } from '#contract/sharing.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { shareLifecycle, type ShareEvent } from './sharing-lifecycle.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import { findShown } from './shown-headshots.ts'

export { exportOf } from './share-export.ts'

const { persons, recipientRatings, recipients, shares, votes } = tables

const DAY_MS = 24 * 3_600_000
const VALID_DAYS = 30
/** Valid links of one person at a time; beyond it the earliest is revoked. */
export const SHARES_MAX_ACTIVE = 50
/** Links of one person that are listed. */
const SHARES_MAX_LISTED = 100

/** A link's holder, and the person it shows; as a recipient, or with the link's own token. */
export interface SharePrincipal {
  shareId: string
  personId: string
  recipientId: string | null
}

export interface ShareChange {
  expiresInDays?: number | undefined
  /** Null: none. What the owner calls the person is for the owner alone. */
  shownName?: string | null | undefined
}

type ShareRow = typeof shares.$inferSelect

export type Sharing = ReturnType<typeof createSharing>

/** How many links there are of a person, ended ones too. */
export async function countShares(queries: Queries, personId: string): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(shares).where(eq(shares.personId, personId))
  return row?.count ?? 0
}

/** Links by which others see a person without an account. */
export function createSharing({ database, storage }: { database: Database; storage: Storage }) {
  return {
    /**
     * Makes a link. Its token is answered here and never again; links given out before stay valid.
     * @throws ProductError person_not_found
     */
    async createShare(uid: string, personId: string): Promise<ShareLink> {
      await findPerson(database.queries, uid, personId)
      const token = newSecret()
      const shareId = randomUUID()
      const expiresAt = inDays(VALID_DAYS)
      await database.transaction(async (tx) => {
        await lockOwnPerson(tx, uid, personId)
        const active = await tx
          .select()
          .from(shares)
          .where(and(eq(shares.personId, personId), eq(shares.state, 'active')))
          .orderBy(desc(shares.createdAt), asc(shares.id))
          .for('update')
        for (const row of active.slice(SHARES_MAX_ACTIVE - 1)) await advance(tx, row, 'revoke')
        const tokenHash = hashOf(token)
        await tx.insert(shares).values({ id: shareId, personId, tokenHash, state: 'active', expiresAt })
      })
      return { shareId, token, expiresAt: expiresAt.toISOString() }
    },

    /**
     * The person that a link's or a recipient's token shows; undefined when the token is unknown, expired or revoked.
     */
    async verifyShareToken(token: string): Promise<SharePrincipal | undefined> {
      const tokenHash = hashOf(token)
      const isOpen = and(eq(shares.state, 'active'), gt(shares.expiresAt, new Date()))
      const { queries } = database
      const [row] = await unionAll(
        queries
          .select({
            shareId: shares.id,
            personId: shares.personId,
            recipientId: sql<string | null>`null::uuid`,
          })
          .from(shares)
          .where(and(eq(shares.tokenHash, tokenHash), isOpen)),
        queries
          .select({
            shareId: shares.id,
            personId: shares.personId,
            recipientId: sql<string | null>`${recipients.id}`,
          })
          .from(recipients)
          .innerJoin(shares, eq(shares.id, recipients.shareId))
          .where(and(eq(recipients.tokenHash, tokenHash), isOpen)),
      )
      return row
    },

    /** The valid links, then the latest ended ones. @throws ProductError person_not_found */
    async listShares(uid: string, personId: string): Promise<GivenShare[]> {
      const { queries } = database
      await findPerson(queries, uid, personId)
      const rows = await queries
        .select()
        .from(shares)
        .where(eq(shares.personId, personId))
        .orderBy(desc(eq(shares.state, 'active')), desc(shares.createdAt), asc(shares.id))
        .limit(SHARES_MAX_LISTED)
      return showShares(queries, rows)
    },

    /** @throws ProductError share_not_found, share_ended */
    async changeShare(
      uid: string,
      shareId: string,
      { expiresInDays, shownName }: ShareChange,
    ): Promise<GivenShare> {
      return database.transaction(async (tx) => {
        const row = await lockOwnShare(tx, uid, shareId)
        if (stateOf(row) !== 'active') throw new ProductError('share_ended')
        const [changed] = await tx
          .update(shares)
          .set({
            ...(expiresInDays !== undefined && { expiresAt: inDays(expiresInDays) }),
            ...(shownName !== undefined && { shownName }),
            updatedAt: new Date(),
          })
          .where(eq(shares.id, shareId))
          .returning()
        const [shown] = await showShares(tx, [changed ?? row])
        if (!shown) throw new Error('a share was not shown')
        return shown
      })
    },

    /** Ends a link of the user's; one that has ended stays so. @throws ProductError share_not_found */
    async revokeShare(uid: string, shareId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await lockOwnShare(tx, uid, shareId)
        if (shareLifecycle.allows(row.state, 'revoke')) await advance(tx, row, 'revoke')
      })
    },

    /** A person as a link's recipient sees them. @throws ProductError share_invalid when the link is gone */
    async sharedPerson({ shareId, personId, recipientId }: SharePrincipal): Promise<SharedPerson> {
      const { queries } = database
      const [share] = await queries
        .select({ name: shares.shownName, expiresAt: shares.expiresAt })
        .from(shares)
        .where(eq(shares.id, shareId))
      if (!share) throw new ProductError('share_invalid')
      const given =
        recipientId === null
          ? []
          : await queries.select().from(recipientRatings).where(eq(recipientRatings.recipientId, recipientId))
      const ratings = new Map(given.map(({ headshot, rating }) => [headshot, rating]))
      const shown = await findShown(queries, personId)
      return {
        name: share.name,
        expiresAt: share.expiresAt.toISOString(),
        headshots: await Promise.all(
          shown.map(async ({ userImageKey, thumbnailKey }) => ({
            userImageKey,
            thumbnailUrl: await storage.signUrl(thumbnailKey, { mediaType: 'image/webp' }),
            rating: ratings.get(userImageKey) ?? 'none',
          })),
        ),
      }
    },

    /** Marks links past their time as expired; they are refused even before that. */
    async reconcile(round: Reconciliation): Promise<void> {
      const over = {
        name: 'shares',
        table: shares,
        at: shares.expiresAt,
        id: shares.id,
        where: and(eq(shares.state, 'active'), lt(shares.expiresAt, round.now)),
      }
      await reconcileRows(database.queries, round, over, ({ id }) =>
        database.transaction(async (tx) => {
          const row = await lockShare(tx, id)
          const isOver = row !== undefined && row.expiresAt < round.now
          if (isOver && shareLifecycle.allows(row.state, 'expire')) await advance(tx, row, 'expire')
        }),
      )
    },
  }
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** Its state now, before the clock has said so. */
function stateOf({ state, expiresAt }: ShareRow): ShareRow['state'] {
  return state === 'active' && expiresAt <= new Date() ? 'expired' : state
}

async function showShares(queries: Queries, rows: readonly ShareRow[]): Promise<GivenShare[]> {
  const ids = rows.map(({ id }) => id)
  const counted = await queries
    .select({
      shareId: recipients.shareId,
      voterCount: sql<number>`count(distinct ${recipients.id})::int`,
      voteCount: count(votes.recipientId),
    })
    .from(recipients)
    .leftJoin(votes, eq(votes.recipientId, recipients.id))
    .where(and(inArray(recipients.shareId, ids), sql`${recipients.lastActiveAt} is not null`))
    .groupBy(recipients.shareId)
  const counts = new Map(counted.map((row) => [row.shareId, row]))
  return rows.map((row) => ({
    shareId: row.id,
    state: stateOf(row),
    shownName: row.shownName,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    voterCount: counts.get(row.id)?.voterCount ?? 0,
    voteCount: counts.get(row.id)?.voteCount ?? 0,
  }))
}

async function lockShare(tx: Queries, shareId: string): Promise<ShareRow | undefined> {
  const [row] = await tx.select().from(shares).where(eq(shares.id, shareId)).for('update')
  return row
}

/** @throws ProductError share_not_found */
async function lockOwnShare(tx: Queries, uid: string, shareId: string): Promise<ShareRow> {
  const [owned] = await tx
    .select({ id: shares.id })
    .from(shares)
    .innerJoin(persons, eq(persons.id, shares.personId))
    .where(and(eq(shares.id, shareId), eq(persons.uid, uid)))
  const row = owned && (await lockShare(tx, owned.id))
  if (!row) throw new ProductError('share_not_found')
  return row
}

async function advance(tx: Queries, row: ShareRow, event: ShareEvent): Promise<void> {
  const state = shareLifecycle.next(row.state, event)
  await tx.update(shares).set({ state }).where(eq(shares.id, row.id))
}
