import { and, eq } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { Feedback, GivenFeedback } from '#contract/feedback.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

const { bundleFeedback, bundles, personFeedback } = tables

interface FeedbackRow {
  rating: number
  text: string
  wantsContact: boolean
  updatedAt: Date
}

/** Users' feedback on their persons and bundles: one entry for each, the last. */
export function createFeedback({ database }: { database: Database }) {
  const { queries } = database
  return {
    /** Null when none was given. @throws ProductError person_not_found */
    async ofPerson(uid: string, personId: string): Promise<Feedback | null> {
      await findPerson(queries, uid, personId)
      const [row] = await queries.select().from(personFeedback).where(eq(personFeedback.personId, personId))
      return row ? show(row) : null
    },

    /** @throws ProductError person_not_found */
    async giveToPerson(uid: string, personId: string, given: GivenFeedback): Promise<Feedback> {
      return database.transaction(async (tx) => {
        await lockOwnPerson(tx, uid, personId)
        const set = { ...given, updatedAt: new Date() }
        const [row] = await tx
          .insert(personFeedback)
          .values({ personId, ...set })
          .onConflictDoUpdate({ target: personFeedback.personId, set })
          .returning()
        return show(row)
      })
    },

    /** Null when none was given. @throws ProductError person_not_found, bundle_not_found */
    async ofBundle(uid: string, personId: string, bundleId: string): Promise<Feedback | null> {
      await findPerson(queries, uid, personId)
      await assertBundleOf(queries, personId, bundleId)
      const [row] = await queries.select().from(bundleFeedback).where(eq(bundleFeedback.bundleId, bundleId))
      return row ? show(row) : null
    },

    /**
     * Replaces the given fields; absent ones stay.
     * @throws ProductError person_not_found, bundle_not_found
     */
    async giveToBundle(
      uid: string,
      personId: string,
      bundleId: string,
      given: Pick<GivenFeedback, 'rating'> & Partial<GivenFeedback>,
    ): Promise<Feedback> {
      return database.transaction(async (tx) => {
        await lockOwnPerson(tx, uid, personId)
        await assertBundleOf(tx, personId, bundleId)
        const set = { ...given, updatedAt: new Date() }
        const [row] = await tx
          .insert(bundleFeedback)
          .values({ bundleId, ...set })
          .onConflictDoUpdate({ target: bundleFeedback.bundleId, set })
          .returning()
        return show(row)
      })
    },
  }
}

/**
 * A bundle is deleted only with its person, so it stays while the person is locked. @throws ProductError
 * bundle_not_found
 */
async function assertBundleOf(queries: Queries, personId: string, bundleId: string): Promise<void> {
  const [row] = await queries
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.id, bundleId), eq(bundles.personId, personId)))
  if (!row) throw new ProductError('bundle_not_found')
}

function show(row: FeedbackRow | undefined): Feedback {
  if (!row) throw new Error('the database returned no feedback')
  const { rating, text, wantsContact, updatedAt } = row
  return { rating, text, wantsContact, givenAt: updatedAt.toISOString() }
}
