import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import type { HeadshotRating } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { RECIPIENTS_PER_SHARE, VOTES_PER_RECIPIENT } from '#contract/limits.ts'
import type { AfterVote, PairQuestion } from '#contract/recipients.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { mostTellingPair } from './next-pair.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import type { SharePrincipal } from './sharing-service.ts'
import { findShown, isShownOf, type ShownHeadshot } from './shown-headshots.ts'
import { rankingInputOf } from './ranking-input.ts'

const { bundles, headshots, persons, recipientRatings, recipients, shares, votes } = tables

/** A recipient of a link, and the person it shows. */
export interface RecipientPrincipal extends SharePrincipal {
  recipientId: string
}

export type Recipients = ReturnType<typeof createRecipients>

/** Calls of a link's recipients. */
export function createRecipients({ database, storage }: { database: Database; storage: Storage }) {
  /**
   * Runs `work` while link and recipient are locked: a revocation comes before it or after. @throws ProductError
   * share_invalid
   */
  const asRecipient = <T>(
    { recipientId, ...share }: RecipientPrincipal,
    work: (tx: Queries) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      await holdOpenShare(tx, share, 'share')
      const [row] = await tx
        .select({ id: recipients.id })
        .from(recipients)
        .where(eq(recipients.id, recipientId))
        .for('update')
      if (!row) throw new ProductError('share_invalid')
      return work(tx)
    })

  /**
   * The most informative pair that the recipient has not voted on.
   * @param passed pairs to leave out, in either order
   */
  const nextPair = async (
    { personId, recipientId }: RecipientPrincipal,
    passed: readonly (readonly [string, string])[] = [],
  ): Promise<PairQuestion> => {
    const { queries } = database
    const shown = await findShown(queries, personId)
    const { ranking } = await rankingInputOf(queries, personId, shown)
    const own = await queries.select().from(votes).where(eq(votes.recipientId, recipientId))
    const left = new Set([
      ...own.map(({ firstHeadshot, secondHeadshot }) => `${firstHeadshot} ${secondHeadshot}`),
      ...passed.map(([one, other]) => inOrder(one, other).join(' ')),
    ])
    const keyAt = (position: number) => shown[position]?.userImageKey ?? ''
    const wasAsked = (one: number, other: number) => left.has(inOrder(keyAt(one), keyAt(other)).join(' '))
    const isFull = own.length >= VOTES_PER_RECIPIENT
    const positions = isFull ? null : mostTellingPair(ranking, wasAsked, Math.random)
    const pairCount = Math.min((shown.length * (shown.length - 1)) / 2, VOTES_PER_RECIPIENT)
    const [one, other] = positions ? positions.map((position) => shown[position]) : []
    return {
      pair: one && other ? await showPair(recipientId, [one, other]) : null,
      votedCount: own.length,
      pairCount: Math.max(pairCount, own.length),
    }
  }

  const showPair = async (recipientId: string, pair: [ShownHeadshot, ShownHeadshot]) => {
    const given = await database.queries
      .select()
      .from(recipientRatings)
      .where(
        and(
          eq(recipientRatings.recipientId, recipientId),
          inArray(
            recipientRatings.headshot,
            pair.map(({ userImageKey }) => userImageKey),
          ),
        ),
      )
    const show = async ({ userImageKey, thumbnailKey }: ShownHeadshot) => ({
      userImageKey,
      thumbnailUrl: await storage.signUrl(thumbnailKey, { mediaType: 'image/webp' }),
      rating: given.find(({ headshot }) => headshot === userImageKey)?.rating ?? ('none' as const),
    })
    return Promise.all([show(pair[0]), show(pair[1])])
  }

  return {
    nextPair,

    /**
     * Makes the holder of a link's own token a recipient. A repeat with the same key finds the same recipient, and
     * replaces the token whose answer was lost.
     * @throws ProductError share_invalid, recipient_limit_reached
     */
    async register(share: SharePrincipal, creationKey: string | undefined) {
      if (share.recipientId !== null) throw new ProductError('share_invalid')
      const token = newSecret()
      const tokenHash = hashOf(token)
      const recipientId = await database.transaction(async (tx) => {
        await holdOpenShare(tx, share, 'update')
        if (creationKey !== undefined) {
          const [made] = await tx
            .update(recipients)
            .set({ tokenHash })
            .where(and(eq(recipients.shareId, share.shareId), eq(recipients.creationKey, creationKey)))
            .returning({ id: recipients.id })
          if (made) return made.id
        }
        await makeRoom(tx, share.shareId)
        const id = randomUUID()
        await tx.insert(recipients).values({ id, shareId: share.shareId, tokenHash, creationKey })
        return id
      })
      return { recipientId, token }
    },

    /** Null until they gave one. @throws ProductError share_invalid */
    async nameOf({ recipientId }: RecipientPrincipal): Promise<string | null> {
      const [row] = await database.queries
        .select({ name: recipients.name })
        .from(recipients)
        .where(eq(recipients.id, recipientId))
      if (!row) throw new ProductError('share_invalid')
      return row.name
    },

    /** @throws ProductError share_invalid */
    rename(recipient: RecipientPrincipal, name: string): Promise<void> {
      return asRecipient(recipient, async (tx) => {
        await tx.update(recipients).set({ name }).where(eq(recipients.id, recipient.recipientId))
      })
    },

    /** The last rating counts; `none` withdraws it. @throws ProductError share_invalid, headshot_not_found */
    rate(recipient: RecipientPrincipal, userImageKey: string, rating: HeadshotRating): Promise<void> {
      const { personId, recipientId } = recipient
      return asRecipient(recipient, async (tx) => {
        await holdShown(tx, personId, [userImageKey])
        if (rating === 'none') {
          await tx
            .delete(recipientRatings)
            .where(
              and(eq(recipientRatings.recipientId, recipientId), eq(recipientRatings.headshot, userImageKey)),
            )
        } else {
          // Taken once the recipient is locked: the transaction may have started long before.
          const updatedAt = new Date()
          await tx
            .insert(recipientRatings)
            .values({ recipientId, headshot: userImageKey, rating, updatedAt })
            .onConflictDoUpdate({
              target: [recipientRatings.recipientId, recipientRatings.headshot],
              set: { rating, updatedAt },
            })
        }
        await noteActivity(tx, recipientId)
      })
    },

    /**
     * Prefers one headshot to another; the last word on a pair counts.
     * @throws ProductError share_invalid, headshot_not_found, vote_limit_reached, body_invalid for one against itself
     */
    async vote(recipient: RecipientPrincipal, winnerKey: string, loserKey: string): Promise<AfterVote> {
      if (winnerKey === loserKey) throw new ProductError('body_invalid', { parameter: 'loserKey' })
      const { personId, recipientId } = recipient
      const [firstHeadshot, secondHeadshot] = inOrder(winnerKey, loserKey)
      const prefersFirst = firstHeadshot === winnerKey
      const isRepeat = await asRecipient(recipient, async (tx) => {
        await holdShown(tx, personId, [winnerKey, loserKey])
        const changed = await tx
          .update(votes)
          .set({ prefersFirst })
          .where(
            and(
              eq(votes.recipientId, recipientId),
              eq(votes.firstHeadshot, firstHeadshot),
              eq(votes.secondHeadshot, secondHeadshot),
            ),
          )
          .returning({ recipientId: votes.recipientId })
        if (changed.length === 0) {
          const [cast] = await tx
            .select({ count: count() })
            .from(votes)
            .where(eq(votes.recipientId, recipientId))
          if ((cast?.count ?? 0) >= VOTES_PER_RECIPIENT) throw new ProductError('vote_limit_reached')
          const vote = { recipientId, firstHeadshot, secondHeadshot, prefersFirst }
          await tx.insert(votes).values({ ...vote, updatedAt: new Date() })
        }
        await noteActivity(tx, recipientId)
        return changed.length > 0
      })
      return { ...(await nextPair(recipient)), isRepeat }
    },
  }
}

/** Orders two keys by their bytes, as the database does. */
function inOrder(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one]
}

/** Holds a link that is open, its person first, until the transaction ends. @throws ProductError share_invalid */
async function holdOpenShare(
  tx: Queries,
  { shareId, personId }: Pick<SharePrincipal, 'shareId' | 'personId'>,
  strength: 'share' | 'update',
): Promise<void> {
  await tx.select({ id: persons.id }).from(persons).where(eq(persons.id, personId)).for('key share')
  const [row] = await tx
    .select({ state: shares.state, expiresAt: shares.expiresAt })
    .from(shares)
    .where(eq(shares.id, shareId))
    .for(strength)
  if (row?.state !== 'active' || row.expiresAt <= new Date()) throw new ProductError('share_invalid')
}

/** Holds headshots that links of the person show. @throws ProductError headshot_not_found */
async function holdShown(tx: Queries, personId: string, userImageKeys: string[]): Promise<void> {
  const held = await tx
    .select({ userImageKey: headshots.userImageKey })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .where(and(isShownOf(personId), inArray(headshots.userImageKey, userImageKeys)))
    .for('key share', { of: headshots })
  if (held.length < userImageKeys.length) throw new ProductError('headshot_not_found')
}

/** Recipients without a vote make room for new ones. @throws ProductError recipient_limit_reached */
async function makeRoom(tx: Queries, shareId: string): Promise<void> {
  const [held] = await tx.select({ count: count() }).from(recipients).where(eq(recipients.shareId, shareId))
  if ((held?.count ?? 0) < RECIPIENTS_PER_SHARE) return
  const [silent] = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.shareId, shareId), isNull(recipients.name), isNull(recipients.lastActiveAt)))
    .orderBy(asc(recipients.createdAt), asc(recipients.id))
    .limit(1)
    .for('update')
  if (!silent) throw new ProductError('recipient_limit_reached')
  await tx.delete(recipients).where(eq(recipients.id, silent.id))
}

async function noteActivity(tx: Queries, recipientId: string): Promise<void> {
  await tx.update(recipients).set({ lastActiveAt: new Date() }).where(eq(recipients.id, recipientId))
}
