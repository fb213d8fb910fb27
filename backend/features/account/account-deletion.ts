import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { companiesOf, type Processing } from '#contract/processing.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { deletePerson } from '#backend/features/deletion/deletion-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { countFiles, enqueueDeletion, type Files } from '#backend/features/files/files-service.ts'
import { countPayments } from '#backend/features/payments/payments-service.ts'
import { lockPerson } from '#backend/features/persons/persons-service.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { modelsOf } from '#backend/features/training/training-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { ModelRef, type Engine } from '#backend/providers/engine/engine-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { exportFolder } from './account-exports.ts'
import { deletionLifecycle, type DeletionEvent } from './account-lifecycle.ts'

const { dataExports, deletions, operatorActions, persons, users, withdrawals } = tables

/** Longer than a token is trusted, to cover calls still running when it expires. */
const BELIEVED_MARGIN = 1.25

type DeletionRow = typeof deletions.$inferSelect

/** Something of a user was still there; the next attempt looks again. */
class NotGoneError extends Error {
  override readonly name = 'NotGoneError'
}

export type AccountDeletion = ReturnType<typeof createAccountDeletion>

/** Deleting accounts, in jobs: each step is on record before the next begins, so that any of them may be the last before a kill. */
export function createAccountDeletion(deps: {
  database: Database
  queue: Queue
  storage: Storage
  engine: Pick<Engine, 'deleteModel'>
  identity: Pick<Identity, 'lookUp' | 'deleteUser'>
  files: Pick<Files, 'delete'>
  /** How long a token is believed after its user has gone. */
  verdictMs: number
  processing: Processing
}) {
  const { database, queue, storage, engine, identity, files, processing } = deps
  const believedMs = deps.verdictMs * BELIEVED_MARGIN

  /** One person after the other, each in a transaction with its part of the receipt. */
  const dropPersons = async (id: string, uid: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const [next] = await database.queries
        .select({ id: persons.id })
        .from(persons)
        .where(eq(persons.uid, uid))
        .orderBy(asc(persons.id))
        .limit(1)
      if (!next) return
      const fileCount = await countFiles(storage, `persons/${next.id}/`)
      await database.transaction(async (tx) => {
        const person = await lockPerson(tx, next.id)
        if (person?.uid !== uid) return
        const models = await modelsOf(tx, person.id)
        const gone = await deletePerson(tx, queue, person)
        await tx
          .update(deletions)
          .set({
            personIds: sql`array_append(${deletions.personIds}, ${person.id}::uuid)`,
            models: sql`${deletions.models} || ${JSON.stringify(models)}::jsonb`,
            personCount: sql`${deletions.personCount} + 1`,
            selfieCount: sql`${deletions.selfieCount} + ${gone.selfieCount}`,
            headshotCount: sql`${deletions.headshotCount} + ${gone.headshotCount}`,
            modelCount: sql`${deletions.modelCount} + ${gone.modelCount}`,
            shareCount: sql`${deletions.shareCount} + ${gone.shareCount}`,
            fileCount: sql`${deletions.fileCount} + ${fileCount}`,
          })
          .where(eq(deletions.id, id))
      })
    }
  }

  /** Deletes the user's row with all rows that reference it; payments stay, without the user. */
  const dropUser = (id: string, uid: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await lockDeletion(tx, id)
      if (row?.state !== 'requested') return
      // Before the user goes, with whom payments lose their name.
      const ownPaymentCount = await countPayments(tx, { uid })
      const archives = await tx.select().from(dataExports).where(eq(dataExports.uid, uid))
      await enqueueDeletion(queue, tx, { prefixes: archives.map((made) => `${exportFolder(made.id)}/`) })
      await tx.delete(users).where(eq(users.uid, uid))
      await tx.update(operatorActions).set({ subject: null }).where(eq(operatorActions.subject, uid))
      // Asked for without an account, and not confirmed: known by the address alone.
      if (row.address !== null) {
        const isUnconfirmed = eq(withdrawals.state, 'requested')
        await tx.delete(withdrawals).where(and(eq(withdrawals.email, row.address), isUnconfirmed))
      }
      const keptPaymentCount = row.keptPaymentCount + ownPaymentCount
      await advance(tx, row, 'rows_gone', { keptPaymentCount })
    })

  /** Deletes files and models that jobs left meanwhile. @throws NotGoneError */
  const confirmGone = async (row: DeletionRow, signal: AbortSignal): Promise<void> => {
    for (const model of ModelRef.array().parse(row.models)) {
      signal.throwIfAborted()
      await engine.deleteModel(model)
    }
    const prefixes = row.personIds.map((personId) => `persons/${personId}/`)
    await files.delete({ keys: [], prefixes }, signal)
    for (const prefix of prefixes) {
      if ((await countFiles(storage, prefix)) > 0)
        throw new NotGoneError(`files are left of deletion ${row.id}`)
    }
  }

  const signOff = async (row: DeletionRow, uid: string, now: Date): Promise<void> => {
    await identity.deleteUser(uid)
    await database.transaction(async (tx) => {
      const held = await lockDeletion(tx, row.id)
      if (held?.state !== 'emptied') return
      await advance(tx, held, 'identity_gone', { signedOffAt: now })
      // A key of its own: the job that is running has the deletion's.
      const key = `${row.id}:${now.toISOString()}`
      const startAfterSeconds = Math.ceil(believedMs / 1000) + 1
      await enqueueJob(queue, tx, 'delete-account', { deletionId: row.id }, key, startAfterSeconds)
    })
  }

  /** The receipt is enqueued with the forgetting, so that neither happens alone. @throws NotGoneError */
  const close = async (id: string, uid: string, now: Date): Promise<void> => {
    if ((await identity.lookUp(uid)) !== undefined)
      throw new NotGoneError(`deletion ${id}: the identity is left`)
    await database.transaction(async (tx) => {
      const row = await lockDeletion(tx, id)
      if (row?.state !== 'signed_off') return
      const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
      if (user) {
        await advance(tx, row, 'something_came', {})
        return
      }
      await advance(tx, row, 'confirmed', {
        uid: null,
        address: null,
        personIds: [],
        models: [],
        finishedAt: now,
      })
      await closeReview(tx, 'deletion_unconfirmed', id)
      if (row.address !== null)
        await enqueueReceipt(tx, queue, row, row.address, now, companiesOf(processing))
    })
  }

  return {
    /** Continues a deletion from its current state; returns where it has to wait. */
    async run(deletionId: string, signal: AbortSignal, now = new Date()): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const [row] = await database.queries.select().from(deletions).where(eq(deletions.id, deletionId))
        if (!row?.uid || row.state === 'done') return
        if (row.state === 'requested') {
          await dropPersons(row.id, row.uid, signal)
          await dropUser(row.id, row.uid)
        } else if (row.state === 'emptied') {
          await confirmGone(row, signal)
          await signOff(row, row.uid, now)
        } else {
          // A job runs when that time is over; if the job is lost, the scheduler finds the row.
          if (now.getTime() < (row.signedOffAt?.getTime() ?? 0) + believedMs) return
          await confirmGone(row, signal)
          await close(row.id, row.uid, now)
        }
      }
    },

    /** After the last attempt: the clock goes on, and a person sees it. */
    giveUp: (deletionId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const row = await lockDeletion(tx, deletionId)
        if (!row || row.state === 'done') return
        await askForReview(tx, { kind: 'deletion_unconfirmed', subject: deletionId, detail: 'an account' })
      }),

    /** Continues every deletion that is not done. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = ne(deletions.state, 'done')
      const open = { name: 'deletions', table: deletions, at: deletions.createdAt, id: deletions.id, where }
      await reconcileRows(database.queries, round, open, ({ id: deletionId }) =>
        database.transaction((tx) => enqueueJob(queue, tx, 'delete-account', { deletionId })),
      )
    },
  }
}

async function lockDeletion(tx: Queries, id: string): Promise<DeletionRow | undefined> {
  const [row] = await tx.select().from(deletions).where(eq(deletions.id, id)).for('update')
  return row
}

async function advance(
  tx: Queries,
  row: DeletionRow,
  event: DeletionEvent,
  set: Partial<DeletionRow>,
): Promise<void> {
  const state = deletionLifecycle.next(row.state, event)
  await tx
    .update(deletions)
    .set({ ...set, state })
    .where(and(eq(deletions.id, row.id)))
}

async function enqueueReceipt(
  tx: Queries,
  queue: Queue,
  row: DeletionRow,
  address: string,
  finishedAt: Date,
  companies: string[],
): Promise<void> {
  await enqueueMail(queue, tx, {
    template: 'deletion-receipt',
    to: { address },
    locale: row.locale,
    occasion: `deletion-receipt:${row.id}`,
    data: {
      scope: 'account',
      requestedAt: row.createdAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      counts: {
        persons: row.personCount,
        selfies: row.selfieCount,
        headshots: row.headshotCount,
        models: row.modelCount,
        shares: row.shareCount,
        files: row.fileCount,
      },
      keptPaymentCount: row.keptPaymentCount,
      companies,
    },
  })
}
