import { and, count, eq, type SQL } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { persons, selfies, trainings, bundles } = tables

/**
 * How many open pieces of work of this kind a customer has, the person's included. As a job's turn it puts every customer's
 * first piece before any second one: a hundred orders of one customer do not delay another's single order.
 */
export async function turnOf(
  tx: Queries,
  personId: string,
  work: typeof selfies | typeof trainings | typeof bundles,
  isOpen: SQL | undefined,
): Promise<number> {
  const customer = tx.select({ uid: persons.uid }).from(persons).where(eq(persons.id, personId))
  const [row] = await tx
    .select({ count: count() })
    .from(work)
    .innerJoin(persons, eq(persons.id, work.personId))
    .where(and(eq(persons.uid, customer), isOpen))
  return row?.count ?? 0
}
