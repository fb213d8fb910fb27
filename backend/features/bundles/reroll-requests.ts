import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, or } from 'drizzle-orm'
import { OPEN_REROLL_STATES, type Reroll } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import type { Cares } from '#contract/cares.ts'
import type { FlawReason } from '#contract/rerolls.ts'
import { inMs } from '#backend/features/deadlines.ts'
import { extendRetention } from '#backend/features/persons/persons-service.ts'
import { enqueueJob, WAITING_MAX_MS } from '#backend/jobs/catalogue.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { lockBundleOfHeadshot, type BundleRow } from './bundle-records.ts'
import { freeRerollsLeft, rerollsOf, showReroll, type RerollRow } from './reroll-records.ts'

const { bundles, flawReports, persons, rerolls, trainings } = tables

/** Requests for re-rolls, and reports of flaws; `createRerolls` makes them. */
export function createRerollRequests({ database, queue }: { database: Database; queue: Queue }) {
  /** The re-roll of an earlier call with the same key, even if its headshot was deleted since. */
  const findAsked = async (uid: string, requestKey: string | undefined): Promise<RerollRow | undefined> => {
    if (requestKey === undefined) return undefined
    const [found] = await database.queries
      .select({ reroll: rerolls })
      .from(rerolls)
      .innerJoin(bundles, eq(bundles.id, rerolls.bundleId))
      .innerJoin(persons, eq(persons.id, bundles.personId))
      .where(and(eq(persons.uid, uid), eq(rerolls.requestKey, requestKey)))
    return found?.reroll
  }

  return {
    /**
     * Requests another picture in place of this one. While it is running, or under the same key, a repeat returns the
     * same re-roll.
     * @param cares the cares of the bundle's further headshots; undefined leaves them unchanged
     * @throws ProductError headshot_not_found, reroll_unavailable, reroll_limit_reached
     */
    async reroll(
      uid: string,
      userImageKey: string,
      requestKey: string | undefined,
      cares?: Cares,
    ): Promise<Reroll> {
      const asked = await findAsked(uid, requestKey)
      if (asked) return showReroll(asked)
      return database.transaction(async (tx) => {
        const { bundle, headshot } = await lockBundleOfHeadshot(tx, uid, userImageKey)
        const rows = await rerollsOf(tx, bundle.id)
        const open = rows.find(
          (row) => row.userImageKey === userImageKey && OPEN_REROLL_STATES.includes(row.state),
        )
        if (open) return showReroll(open)
        const isOpen = bundle.state === 'ready' && bundle.frozenAt === null
        const canBeMade = isOpen && headshot.passed && (await hasModel(tx, bundle))
        if (!canBeMade) throw new ProductError('reroll_unavailable')
        const isForFlaw = await isGranted(tx, rows, userImageKey)
        if (!isForFlaw && freeRerollsLeft(rows) === 0) throw new ProductError('reroll_limit_reached')
        if (cares) await tx.update(bundles).set({ cares }).where(eq(bundles.id, bundle.id))
        const id = randomUUID()
        const [row] = await tx
          .insert(rerolls)
          .values({
            id,
            bundleId: bundle.id,
            userImageKey,
            replacedShotIndex: headshot.shotIndex,
            isForFlaw,
            state: 'queued',
            requestKey,
            deadlineAt: inMs(WAITING_MAX_MS),
          })
          .returning()
        if (!row) throw new Error('the database returned no re-roll')
        await extendRetention(tx, bundle.personId)
        await enqueueJob(queue, tx, 'reroll-headshot', { rerollId: id })
        return showReroll(row)
      })
    },

    /** The last report counts, so a repeat changes nothing. @throws ProductError headshot_not_found */
    reportFlaw(
      uid: string,
      { userImageKey, reason, text }: { userImageKey: string; reason: FlawReason; text?: string | undefined },
    ): Promise<{ userImageKey: string; grantsReroll: boolean }> {
      return database.transaction(async (tx) => {
        const { bundle } = await lockBundleOfHeadshot(tx, uid, userImageKey)
        const said = { reason, text: text ? text : null }
        await tx
          .insert(flawReports)
          .values({ userImageKey, bundleId: bundle.id, ...said })
          .onConflictDoUpdate({ target: flawReports.userImageKey, set: said })
        const grantsReroll = await isGranted(tx, await rerollsOf(tx, bundle.id), userImageKey)
        return { userImageKey, grantsReroll }
      })
    },
  }
}

/**
 * A reported flaw grants one re-roll, but not another one of its result; otherwise an owner could get new pictures
 * without end.
 */
async function isGranted(tx: Queries, rows: readonly RerollRow[], userImageKey: string): Promise<boolean> {
  const cameOfFlaw = rows.some((row) => row.isForFlaw && row.newUserImageKey === userImageKey)
  if (cameOfFlaw) return false
  const [report] = await tx
    .select({ reason: flawReports.reason })
    .from(flawReports)
    .where(eq(flawReports.userImageKey, userImageKey))
  return report !== undefined
}

async function hasModel(tx: Queries, bundle: BundleRow): Promise<boolean> {
  const [trained] = await tx
    .select({ id: trainings.id })
    .from(trainings)
    .where(
      and(
        eq(trainings.personId, bundle.personId),
        eq(trainings.state, 'succeeded'),
        or(isNotNull(trainings.modelKey), isNotNull(trainings.modelVersion)),
      ),
    )
    .limit(1)
  return trained !== undefined
}
