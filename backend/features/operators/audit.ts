import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Accountable, OperatorAnswer } from '#contract/operators.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { done, timeOf } from './answers.ts'

const { operatorActions } = tables

export type ActionRow = typeof operatorActions.$inferSelect

/** Puts a change on record, in its transaction. */
export async function recordAction(
  tx: Queries,
  command: string,
  subject: string,
  { why, by: operator }: Accountable,
): Promise<void> {
  await tx.insert(operatorActions).values({ command, subject, why, operator })
}

/** Whether the same operator did one of these, which are names of the same, for the same reason before. */
export async function isOnRecord(
  tx: Queries,
  names: readonly { command: string; subject: string }[],
  { why, by: operator }: Accountable,
): Promise<boolean> {
  const same = names.map(({ command, subject }) =>
    and(eq(operatorActions.subject, subject), eq(operatorActions.command, command)),
  )
  const bySame = [eq(operatorActions.operator, operator), eq(operatorActions.why, why)]
  const rows = await tx
    .select({ id: operatorActions.id })
    .from(operatorActions)
    .where(and(or(...same), ...bySame))
    .limit(1)
  return rows.length > 0
}

/** What operators did to these subjects. */
export function actionsOn(queries: Queries, subjects: readonly string[]): Promise<ActionRow[]> {
  return queries
    .select()
    .from(operatorActions)
    .where(inArray(operatorActions.subject, [...subjects]))
    .orderBy(operatorActions.createdAt)
}

/** The latest first. */
export async function listActions(queries: Queries, limit: number): Promise<OperatorAnswer> {
  const rows = await queries
    .select()
    .from(operatorActions)
    .orderBy(desc(operatorActions.createdAt), desc(operatorActions.id))
    .limit(limit)
  return done(
    rows.map(({ createdAt, command, subject, operator, why }) => ({
      at: timeOf(createdAt),
      command,
      subject,
      by: operator,
      why,
    })),
  )
}
