import { and, asc, count, eq, gt, inArray, or, isNull, sql } from 'drizzle-orm'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import type { Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { persons, recipientRatings, recipients, shares, votes } = tables

const PAGE_PERSONS = 200

/** Recipients who voted or rated since the last mail to the owner. */
const isUnreported = sql`${recipients.reportedAt} is distinct from ${recipients.lastActiveAt}`

/** Notifies owners of new votes on their links. */
export function createSummaries({ database, queue }: { database: Database; queue: Queue }) {
  /** Mail and mark are one transaction: no vote is reported twice, and none is missed. */
  const tell = (personId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const [person] = await tx
        .select({ uid: persons.uid, name: persons.name })
        .from(persons)
        .where(eq(persons.id, personId))
        .for('key share')
      if (!person) return
      const unreported = await tx
        .select({ id: recipients.id, lastActiveAt: recipients.lastActiveAt })
        .from(recipients)
        .innerJoin(shares, eq(shares.id, recipients.shareId))
        .where(and(eq(shares.personId, personId), isUnreported))
        .orderBy(asc(recipients.id))
        // A vote at this moment is reported in this mail or the next.
        .for('update', { of: recipients })
      if (unreported.length === 0) return
      const ids = unreported.map(({ id }) => id)
      const latest = Math.max(...unreported.map(({ lastActiveAt }) => lastActiveAt?.getTime() ?? 0))
      const [voteCount, ratingCount] = [await newOf(tx, votes, ids), await newOf(tx, recipientRatings, ids)]
      await tx
        .update(recipients)
        .set({ reportedAt: sql`${recipients.lastActiveAt}` })
        .where(inArray(recipients.id, ids))
      // Opinions taken back are no news.
      if (voteCount + ratingCount === 0) return
      await enqueueMail(queue, tx, {
        template: 'share-vote-summary',
        data: { personId, personName: person.name, voterCount: ids.length, voteCount, ratingCount },
        to: { uid: person.uid },
        occasion: `share-vote-summary:${personId}:${latest}`,
      })
    })

  return {
    /** Notifies every owner whose links have new votes since the last mail. */
    async tellOwners({ signal, onFailed }: Reconciliation): Promise<void> {
      let after = ''
      for (;;) {
        const page = await personsWithNews(database.queries, after)
        for (const personId of page) {
          signal.throwIfAborted()
          // An owner whose summary failed gets it the day after; the others get theirs today.
          await tell(personId).catch((error: unknown) =>
            onFailed({ rows: 'vote summaries', id: personId }, error),
          )
        }
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_PERSONS) return
        after = last
      }
    },
  }
}

async function personsWithNews(queries: Queries, after: string): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ personId: shares.personId })
    .from(recipients)
    .innerJoin(shares, eq(shares.id, recipients.shareId))
    .where(and(isUnreported, after === '' ? undefined : gt(shares.personId, after)))
    .orderBy(asc(shares.personId))
    .limit(PAGE_PERSONS)
  return rows.map(({ personId }) => personId)
}

/** Counts the votes and ratings of these recipients since the last mail to their owner. */
async function newOf(
  tx: Queries,
  table: typeof votes | typeof recipientRatings,
  recipientIds: string[],
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(table)
    .innerJoin(recipients, eq(recipients.id, table.recipientId))
    .where(
      and(
        inArray(table.recipientId, recipientIds),
        or(isNull(recipients.reportedAt), gt(table.updatedAt, recipients.reportedAt)),
      ),
    )
  return row?.count ?? 0
}
