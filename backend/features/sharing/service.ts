import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { ShareLink, SharedPerson } from '#contract/sharing.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { shareLifecycle, type ShareEvent } from './lifecycle.ts'

const { bundles, headshots, persons, shares } = tables

const TOKEN_BYTES = 16
const VALID_MS = 30 * 24 * 3_600_000
/** Links of one person that are valid at once; beyond it the earliest is revoked. */
export const SHARES_MAX_ACTIVE = 50

/** Who holds a link, and whom it shows. */
export interface SharePrincipal {
  shareId: string
  personId: string
}

type ShareRow = typeof shares.$inferSelect

export type Sharing = ReturnType<typeof createSharing>

/** Links by which others see a person without an account. */
export function createSharing({ database, storage }: { database: Database; storage: Storage }) {
  return {
    /**
     * Makes a link. Its token is answered here and never again; links given out before stay valid.
     * @throws ProductError person_not_found
     */
    async createShare(uid: string, personId: string): Promise<ShareLink> {
      await findPerson(database.queries, uid, personId)
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const shareId = randomUUID()
      const expiresAt = new Date(Date.now() + VALID_MS)
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

    /** Whom the token shows; undefined when it is unknown, expired or revoked. */
    async verifyShareToken(token: string): Promise<SharePrincipal | undefined> {
      // Found by its hash, so that how long the search takes says nothing of the token.
      const [row] = await database.queries
        .select({ shareId: shares.id, personId: shares.personId })
        .from(shares)
        .where(
          and(
            eq(shares.tokenHash, hashOf(token)),
            eq(shares.state, 'active'),
            gt(shares.expiresAt, new Date()),
          ),
        )
      return row
    },

    /** Ends a link of the user's; one that has ended stays so. @throws ProductError share_invalid */
    async revokeShare(uid: string, shareId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const [owned] = await tx
          .select({ id: shares.id })
          .from(shares)
          .innerJoin(persons, eq(persons.id, shares.personId))
          .where(and(eq(shares.id, shareId), eq(persons.uid, uid)))
        const row = owned && (await lockShare(tx, owned.id))
        if (!row) throw new ProductError('share_invalid')
        if (shareLifecycle.allows(row.state, 'revoke')) await advance(tx, row, 'revoke')
      })
    },

    /** What the holder of a link may see. @throws ProductError share_invalid when the person is gone */
    async sharedPerson({ personId }: SharePrincipal): Promise<SharedPerson> {
      const { queries } = database
      const [person] = await queries
        .select({ name: persons.name })
        .from(persons)
        .where(eq(persons.id, personId))
      if (!person) throw new ProductError('share_invalid')
      const ready = await queries
        .select({ thumbnailKey: headshots.thumbnailKey })
        .from(headshots)
        .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
        .where(and(eq(bundles.personId, personId), eq(bundles.state, 'ready'), eq(headshots.passed, true)))
        .orderBy(desc(bundles.createdAt), desc(headshots.likeness), asc(headshots.shotIndex))
      const urls = ready.map(({ thumbnailKey }) => storage.signUrl(thumbnailKey, { mediaType: 'image/webp' }))
      const thumbnails = await Promise.all(urls)
      return { name: person.name, headshots: thumbnails.map((thumbnailUrl) => ({ thumbnailUrl })) }
    },

    /** Says of links whose time is over that they have expired; they open nothing before that either. */
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
          if (row && shareLifecycle.allows(row.state, 'expire')) await advance(tx, row, 'expire')
        }),
      )
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

async function lockShare(tx: Queries, shareId: string): Promise<ShareRow | undefined> {
  const [row] = await tx.select().from(shares).where(eq(shares.id, shareId)).for('update')
  return row
}

async function advance(tx: Queries, row: ShareRow, event: ShareEvent): Promise<void> {
  const state = shareLifecycle.next(row.state, event)
  await tx.update(shares).set({ state }).where(eq(shares.id, row.id))
}
