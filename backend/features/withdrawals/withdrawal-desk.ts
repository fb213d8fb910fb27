import { eq } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { withdrawalLifecycle } from './withdrawal-lifecycle.ts'

const { withdrawals } = tables

type WithdrawalRow = typeof withdrawals.$inferSelect

/** What an operator does with withdrawals that match nothing. */
export function createWithdrawalDesk({ database }: { database: Database }) {
  return {
    /** What waits for a person, the longest waiting first. */
    inReview(): Promise<WithdrawalRow[]> {
      const where = eq(withdrawals.state, 'in_review')
      return database.queries.select().from(withdrawals).where(where).orderBy(withdrawals.confirmedAt)
    },

    /** A person has dealt with it: the address is forgotten. False when it does not wait. */
    async resolve(id: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const row = await lockWithdrawal(tx, id)
        if (!row || !withdrawalLifecycle.allows(row.state, 'resolve')) return false
        const state = withdrawalLifecycle.next(row.state, 'resolve')
        await tx.update(withdrawals).set({ state, email: null }).where(eq(withdrawals.id, id))
        return true
      })
    },
  }
}

export function countInReview({ database }: { database: Database }): Promise<number> {
  return database.queries.$count(withdrawals, eq(withdrawals.state, 'in_review'))
}

/** The withdrawal, held until the transaction ends. */
export async function lockWithdrawal(tx: Queries, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update')
  return row
}
