import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import {
  OPEN_HANDOFF_STATES,
  type Handoff,
  type HandoffSession,
  type HandoffState,
  type HandoffStatus,
} from '#contract/phone-upload.ts'
import { SELFIE_TAKING_PERSON_STATES } from '#contract/persons.ts'
import type { Processing } from '#contract/processing.ts'
import {
  assertConsent,
  findPerson,
  lockOwnPerson,
  lockPerson,
} from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { assertTakesSelfies } from '#backend/features/selfies/selfies-service.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { handoffLifecycle, type HandoffEvent } from './phone-upload-lifecycle.ts'

const { handoffs, persons, selfies } = tables

const CODE_VALID_MS = 15 * 60_000
const SESSION_VALID_MS = 30 * 60_000

/** A phone's session, and the person for whom it uploads. */
export interface HandoffPrincipal {
  handoffId: string
  personId: string
  /** The owner of the person. */
  uid: string
}

type HandoffRow = typeof handoffs.$inferSelect

/** Handing the upload over to a phone without an account. */
export function createHandoffs({ database, processing }: { database: Database; processing: Processing }) {
  return {
    /**
     * Creates a code. Its token is returned here and never again; an earlier unused code ends.
     * @throws ProductError person_not_found, consent_required, person_busy, person_trained, selfie_limit_reached
     */
    async create(uid: string, personId: string): Promise<Handoff> {
      const token = newSecret()
      const expiresAt = new Date(Date.now() + CODE_VALID_MS)
      await database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        assertConsent(person, undefined, processing)
        await assertTakesSelfies(tx, person)
        await revokeHandoffs(tx, personId, ['issued'])
        await tx
          .insert(handoffs)
          .values({ id: randomUUID(), personId, tokenHash: hashOf(token), state: 'issued', expiresAt })
      })
      return { token, path: `/upload/${token}`, expiresAt: expiresAt.toISOString() }
    },

    /** The state of the latest code; null before the first. @throws ProductError person_not_found */
    async status(uid: string, personId: string): Promise<HandoffStatus | null> {
      await findPerson(database.queries, uid, personId)
      const [row] = await database.queries
        .select()
        .from(handoffs)
        .where(eq(handoffs.personId, personId))
        .orderBy(desc(handoffs.createdAt))
        .limit(1)
      if (!row) return null
      const [sent] = await database.queries
        .select({ count: count() })
        .from(selfies)
        .where(eq(selfies.handoffId, row.id))
      const isOver = row.expiresAt <= new Date() && handoffLifecycle.allows(row.state, 'expire')
      const state = isOver ? handoffLifecycle.next(row.state, 'expire') : row.state
      return { state, expiresAt: row.expiresAt.toISOString(), sentCount: sent?.count ?? 0 }
    },

    /** The phone has finished; its session accepts no more. */
    async finish({ handoffId }: HandoffPrincipal): Promise<HandoffState> {
      return database.transaction(async (tx) => {
        const row = await lockHandoff(tx, handoffId)
        if (!row) throw new ProductError('handoff_invalid')
        // It ended for another reason meanwhile, which is fine.
        return handoffLifecycle.allows(row.state, 'finish') ? advance(tx, row, 'finish') : row.state
      })
    },

    /** Takes a token once, for a session. @throws ProductError handoff_invalid, handoff_used, handoff_expired */
    open(token: string): Promise<HandoffSession> {
      return database.transaction(async (tx) => {
        // Looked up by its hash, so that the time of the search reveals nothing about the token.
        const [found] = await tx
          .select({ id: handoffs.id, personId: handoffs.personId })
          .from(handoffs)
          .where(eq(handoffs.tokenHash, hashOf(token)))
        const person = found && (await lockPerson(tx, found.personId))
        const row = person && (await lockHandoff(tx, found.id))
        if (!row) throw new ProductError('handoff_invalid')
        if (row.sessionHash !== null) throw new ProductError('handoff_used')
        const isGood = handoffLifecycle.allows(row.state, 'open') && row.expiresAt > new Date()
        if (!isGood || !SELFIE_TAKING_PERSON_STATES.includes(person.state))
          throw new ProductError('handoff_expired')
        const sessionToken = newSecret()
        const expiresAt = new Date(Date.now() + SESSION_VALID_MS)
        const state = handoffLifecycle.next(row.state, 'open')
        const opened = { state, sessionHash: hashOf(sessionToken), expiresAt }
        await tx.update(handoffs).set(opened).where(eq(handoffs.id, row.id))
        return { sessionToken, personName: person.name, expiresAt: expiresAt.toISOString() }
      })
    },

    /** The person for whom a session uploads; undefined when it is unknown, expired or revoked. */
    async verifySession(sessionToken: string): Promise<HandoffPrincipal | undefined> {
      const [row] = await database.queries
        .select({ handoffId: handoffs.id, personId: persons.id, uid: persons.uid })
        .from(handoffs)
        .innerJoin(persons, eq(persons.id, handoffs.personId))
        .where(
          and(
            eq(handoffs.sessionHash, hashOf(sessionToken)),
            eq(handoffs.state, 'opened'),
            gt(handoffs.expiresAt, new Date()),
          ),
        )
      return row
    },

    /** Marks codes and sessions past their time as expired; they are refused even before that. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = and(inArray(handoffs.state, OPEN_HANDOFF_STATES), lt(handoffs.expiresAt, round.now))
      const over = { name: 'handoffs', table: handoffs, at: handoffs.expiresAt, id: handoffs.id, where }
      await reconcileRows(database.queries, round, over, ({ id }) =>
        database.transaction(async (tx) => {
          const row = await lockHandoff(tx, id)
          if (row && row.expiresAt < round.now && handoffLifecycle.allows(row.state, 'expire'))
            await advance(tx, row, 'expire')
        }),
      )
    },
  }
}

/** Ends a locked person's phone uploads. */
export async function revokeHandoffs(
  tx: Queries,
  personId: string,
  states: readonly HandoffState[] = OPEN_HANDOFF_STATES,
): Promise<void> {
  const open = await tx
    .select()
    .from(handoffs)
    .where(and(eq(handoffs.personId, personId), inArray(handoffs.state, states)))
    .for('update')
  for (const row of open) await advance(tx, row, 'revoke')
}

async function lockHandoff(tx: Queries, handoffId: string): Promise<HandoffRow | undefined> {
  const [row] = await tx.select().from(handoffs).where(eq(handoffs.id, handoffId)).for('update')
  return row
}

async function advance(tx: Queries, row: HandoffRow, event: HandoffEvent): Promise<HandoffState> {
  const state = handoffLifecycle.next(row.state, event)
  await tx.update(handoffs).set({ state }).where(eq(handoffs.id, row.id))
  return state
}
