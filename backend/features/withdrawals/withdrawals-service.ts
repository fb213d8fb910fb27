import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { withdrawPurchase } from '#backend/features/checkout/checkout-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import {
  findPaymentByOrder,
  isKept,
  isOfValue,
  leftOf,
  orderOf,
  totalsOf,
  type OrderRows,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { askForReview } from '#backend/features/review/review-service.ts'
import { hashOf, newSecret } from '#backend/features/secret.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { withdrawalLifecycle } from './withdrawal-lifecycle.ts'
import { withdrawalEndsAt } from './withdrawal-period.ts'

const { withdrawals } = tables

/** For the second step. */
const VALID_MS = 24 * 3_600_000

type WithdrawalRow = typeof withdrawals.$inferSelect

/**
 * Withdrawal from a purchase without an account, for a person who knows the order and reads the buyer's mail. Answer
 * and mail are the same whether the order exists or not.
 */
export function createWithdrawals(deps: {
  database: Database
  queue: Queue
  identity: Pick<Identity, 'lookUp'>
}) {
  const { database, queue, identity } = deps

  /** The order of a withdrawal, if the address is the buyer's. */
  const findOrder = async ({ orderReference, email }: WithdrawalRow): Promise<OrderRows | undefined> => {
    const payment = await findPaymentByOrder(database.queries, normalizeReference(orderReference))
    if (!payment?.uid || email === null) return undefined
    const buyer = await identity.lookUp(payment.uid)
    const isBuyers = buyer?.email?.toLowerCase() === email.toLowerCase()
    return isBuyers ? orderOf(database.queries, payment) : undefined
  }

  return {
    /** First step: sends a link to the address, which opens the second. */
    async request(given: { email: string; orderReference: string; locale: Locale }): Promise<void> {
      const token = newSecret()
      const { email, orderReference, locale } = given
      const [id, expiresAt] = [randomUUID(), new Date(Date.now() + VALID_MS)]
      await database.transaction(async (tx) => {
        await tx.insert(withdrawals).values({
          id,
          tokenHash: hashOf(token),
          state: 'requested',
          email,
          orderReference,
          locale,
          expiresAt,
        })
        await enqueueMail(queue, tx, {
          template: 'withdrawal-confirmation',
          data: {
            reference: orderReference,
            path: `/legal/withdrawal?token=${token}`,
            validUntil: expiresAt.toISOString(),
          },
          to: { address: email },
          locale,
          occasion: `withdrawal-confirmation:${id}`,
        })
      })
    },

    /**
     * Second step: withdraws every style of the order that was paid for, acknowledges it by mail, and refunds the money
     * where the right of withdrawal applies. Where it does not, or no order matches, the acknowledgement says what happens
     * next and the operator finds it in their inbox.
     * A repeat gets the first answer.
     * @throws ProductError withdrawal_not_found
     */
    async confirm(token: string): Promise<{ receivedAt: string }> {
      // Looked up by its hash, so that the time of the search reveals nothing about the token.
      const found = await findByToken(database.queries, token)
      if (found?.confirmedAt) {
        return { receivedAt: found.confirmedAt.toISOString() }
      }
      const now = new Date()
      if (found?.state !== 'requested' || found.expiresAt <= now)
        throw new ProductError('withdrawal_not_found')
      const order = await findOrder(found)
      const receivedAt = await database.transaction(async (tx) => {
        const withdrawn: PaymentRow[] = []
        for (const { id } of order ?? []) {
          const isWithin = (payment: PaymentRow) => isWithinRight(payment, found.createdAt)
          const before = await withdrawPurchase(tx, queue, id, isWithin)
          if (before) withdrawn.push(before)
        }
        const isWithdrawn = withdrawn.length > 0
        const row = await lockWithdrawal(tx, found.id)
        if (row?.confirmedAt) return row.confirmedAt
        if (!row || row.email === null) throw new ProductError('withdrawal_not_found')
        const state = withdrawalLifecycle.next(row.state, isWithdrawn ? 'confirm' : 'set_aside')
        await tx
          .update(withdrawals)
          .set({
            state,
            confirmedAt: now,
            paymentId: order?.[0].id ?? null,
            email: isWithdrawn ? null : row.email,
          })
          .where(eq(withdrawals.id, row.id))
        if (!isWithdrawn)
          await askForReview(tx, { kind: 'withdrawal', subject: row.id, reference: row.orderReference })
        await enqueueMail(queue, tx, {
          template: 'withdrawal-receipt',
          data: {
            reference: row.orderReference,
            name: '',
            receivedAt: now.toISOString(),
            refund: refundOf(withdrawn),
            bought: order ? boughtOf(order) : null,
            isInReview: !isWithdrawn,
          },
          to: { address: row.email },
          // The mails of one order come in one language: that of the refund follows.
          locale: order?.[0].locale ?? row.locale,
          occasion: `withdrawal-receipt:${row.id}`,
        })
        return now
      })
      return { receivedAt: receivedAt.toISOString() }
    },

    /** Forgets who began and never confirmed. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = and(eq(withdrawals.state, 'requested'), lt(withdrawals.expiresAt, round.now))
      const over = {
        name: 'withdrawals',
        table: withdrawals,
        at: withdrawals.expiresAt,
        id: withdrawals.id,
        where,
      }
      await reconcileRows(database.queries, round, over, ({ id }) =>
        database.transaction(async (tx) => {
          const row = await lockWithdrawal(tx, id)
          if (!row || !withdrawalLifecycle.allows(row.state, 'expire')) return
          const state = withdrawalLifecycle.next(row.state, 'expire')
          await tx.update(withdrawals).set({ state, email: null }).where(eq(withdrawals.id, id))
        }),
      )
    },
  }
}

/** The order's styles, day and price. */
function boughtOf(order: OrderRows) {
  const [{ styleId, currency, paidAt, createdAt }, ...others] = order
  return {
    styleId,
    currency,
    amountMinor: totalsOf(order).amountMinor,
    alsoStyleIds: others.map((row) => row.styleId),
    paidAt: (paidAt ?? createdAt).toISOString(),
  }
}

/** The current refund of what was withdrawn; a share may have been refunded before. */
function refundOf(withdrawn: readonly PaymentRow[]) {
  const amountMinor = withdrawn.reduce((sum, payment) => sum + leftOf(payment).amountMinor, 0)
  const [first] = withdrawn
  return first && amountMinor > 0 ? { amountMinor, currency: first.currency } : null
}

/** The day of the request counts, not that of its confirmation. */
function isWithinRight(payment: PaymentRow, requestedAt: Date): boolean {
  const { paidAt } = payment
  if (!isKept(payment) || !paidAt || !isOfValue(payment)) return false
  return requestedAt < withdrawalEndsAt(paidAt)
}

/** Accepts lower-case letters, spaces and a missing dash. */
function normalizeReference(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Withdrawals that wait for an operator, the longest waiting first. */
export function withdrawalsInReview(queries: Queries): Promise<WithdrawalRow[]> {
  const where = eq(withdrawals.state, 'in_review')
  return queries.select().from(withdrawals).where(where).orderBy(withdrawals.confirmedAt)
}

/** A person has dealt with it: the address is forgotten. A repeat changes nothing. */
export async function resolveWithdrawal(tx: Queries, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  if (!row || !withdrawalLifecycle.allows(row.state, 'resolve')) return
  const state = withdrawalLifecycle.next(row.state, 'resolve')
  await tx.update(withdrawals).set({ state, email: null }).where(eq(withdrawals.id, id))
}

/** The withdrawal, held until the transaction ends. */
async function lockWithdrawal(tx: Queries, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update')
  return row
}

async function findByToken(queries: Queries, token: string): Promise<WithdrawalRow | undefined> {
  const [row] = await queries
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.tokenHash, hashOf(token)))
  return row
}
