import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { ImageShare, PersonShareImageView, SharedImage } from '#contract/image-sharing.ts'
import { IMAGE_SHARES_PER_PERSON } from '#contract/limits.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { bundles, headshots, imageShares, persons, selfies } = tables

/** Headshots that their owner shows to every holder of a key. */
export function createImageSharing({ database, storage }: { database: Database; storage: Storage }) {
  const webp = (key: string) => storage.signUrl(key, { mediaType: 'image/webp' })

  return {
    /**
     * Its key is answered here and never again.
     * @throws ProductError headshot_not_found, image_share_limit_reached
     */
    async publish(uid: string, view: PersonShareImageView) {
      const { userImageKey, showsName, showsBefore } = view
      const sharableKey = newSecret()
      const imageShareId = randomUUID()
      await database.transaction(async (tx) => {
        const personId = await personOfHeadshot(tx, uid, userImageKey)
        await lockOwnPerson(tx, uid, personId)
        const [headshot] = await tx
          .select({ bundleId: headshots.bundleId })
          .from(headshots)
          .where(eq(headshots.userImageKey, userImageKey))
          .for('key share')
        if (!headshot) throw new ProductError('headshot_not_found')
        const [held] = await tx
          .select({ count: count() })
          .from(imageShares)
          .innerJoin(headshots, eq(headshots.userImageKey, imageShares.headshot))
          .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
          .where(and(eq(bundles.personId, personId), isNull(imageShares.revokedAt)))
        if ((held?.count ?? 0) >= IMAGE_SHARES_PER_PERSON) throw new ProductError('image_share_limit_reached')
        const keyHash = hashOf(sharableKey)
        await tx
          .insert(imageShares)
          .values({ id: imageShareId, headshot: userImageKey, keyHash, showsName, showsBefore })
      })
      return { imageShareId, sharableKey }
    },

    /** The public view of a key. @throws ProductError image_share_not_found when unknown, revoked or disputed */
    async open(sharableKey: string): Promise<SharedImage> {
      const [row] = await database.queries
        .select({ share: imageShares, headshot: headshots, bundle: bundles, name: persons.name })
        .from(imageShares)
        .innerJoin(headshots, eq(headshots.userImageKey, imageShares.headshot))
        .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(
          and(
            eq(imageShares.keyHash, hashOf(sharableKey)),
            isNull(imageShares.revokedAt),
            isNull(bundles.frozenAt),
          ),
        )
      if (!row) throw new ProductError('image_share_not_found')
      const { share, headshot, bundle, name } = row
      const before =
        share.showsBefore && (await selfieOf(database.queries, bundle.personId, headshot.sourceKey))
      const [imageUrl, thumbnailUrl, beforeUrl] = await Promise.all([
        storage.signUrl(headshot.imageKey, { mediaType: 'image/jpeg' }),
        webp(headshot.thumbnailKey),
        before ? webp(before) : null,
      ])
      const { width, height } = headshot
      const { styleId } = bundle
      return {
        styleId,
        width,
        height,
        imageUrl,
        thumbnailUrl,
        name: share.showsName ? name : null,
        beforeUrl,
      }
    },

    /** Newest first. @throws ProductError person_not_found */
    async list(uid: string, personId: string): Promise<ImageShare[]> {
      await findPerson(database.queries, uid, personId)
      const rows = await database.queries
        .select({ share: imageShares, thumbnailKey: headshots.thumbnailKey, bundleId: headshots.bundleId })
        .from(imageShares)
        .innerJoin(headshots, eq(headshots.userImageKey, imageShares.headshot))
        .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
        .where(and(eq(bundles.personId, personId), isNull(imageShares.revokedAt)))
        .orderBy(desc(imageShares.createdAt), asc(imageShares.id))
      return Promise.all(
        rows.map(async ({ share, thumbnailKey, bundleId }) => ({
          id: share.id,
          userImageKey: share.headshot,
          bundleId,
          thumbnailUrl: await webp(thumbnailKey),
          showsName: share.showsName,
          showsBefore: share.showsBefore,
          createdAt: share.createdAt.toISOString(),
        })),
      )
    },

    /** A repeat changes nothing. @throws ProductError image_share_not_found */
    async revoke(uid: string, imageShareId: string): Promise<void> {
      const own = database.queries
        .select({ id: imageShares.id })
        .from(imageShares)
        .innerJoin(headshots, eq(headshots.userImageKey, imageShares.headshot))
        .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(and(eq(imageShares.id, imageShareId), eq(persons.uid, uid)))
      const revoked = await database.queries
        .update(imageShares)
        .set({ revokedAt: sql`coalesce(${imageShares.revokedAt}, now())` })
        .where(inArray(imageShares.id, own))
        .returning({ id: imageShares.id })
      if (!revoked[0]) throw new ProductError('image_share_not_found')
    },
  }
}

/** The person on a headshot of the user. @throws ProductError headshot_not_found */
async function personOfHeadshot(tx: Queries, uid: string, userImageKey: string): Promise<string> {
  const [row] = await tx
    .select({ personId: bundles.personId })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(and(eq(headshots.userImageKey, userImageKey), eq(persons.uid, uid), isNull(bundles.frozenAt)))
  if (!row) throw new ProductError('headshot_not_found')
  return row.personId
}

/** The thumbnail of the selfie a headshot was made from, if the engine named it, else of the first good one. */
async function selfieOf(queries: Queries, personId: string, sourceKey: string): Promise<string | undefined> {
  const good = await queries
    .select({ id: selfies.id, thumbnailKey: selfies.thumbnailKey })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), eq(selfies.state, 'accepted')))
    .orderBy(asc(selfies.ordinal))
  return (good.find(({ id }) => id === sourceKey) ?? good[0])?.thumbnailKey ?? undefined
}
