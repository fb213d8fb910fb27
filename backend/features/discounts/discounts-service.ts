import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { DiscountValidation } from '#contract/discounts.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { hashOfCode, newSecretCode } from './discount-codes.ts'
import { redemptionLifecycle, type RedemptionEvent } from './discount-lifecycle.ts'
import { cutsOf } from '#contract/reduction.ts'
import { purchaseRefusalOf, refusalOf, type DiscountUses, type DiscountedPurchase } from './discount-rules.ts'
import { sentenceFor } from './discount-sentence.ts'

const { discounts, discountRedemptions: redemptions, payments } = tables

/** A bank may take days, and pays the reduced price then. */
const isNotAtBank = notExists(
  sql`(select 1 from ${payments} where ${payments.id} = ${redemptions.paymentId} and ${payments.state} = 'processing')`,
)

/** How long after its checkout an unreleased use may stay reserved. */
const FORGOTTEN_MS = 24 * 3_600_000
/** Characters at the end of a company's code that identify it in lists. */
const LABEL_LENGTH = 4

export type DiscountRow = typeof discounts.$inferSelect
type RedemptionRow = typeof redemptions.$inferSelect

/** A code as an operator creates it; exactly one of `percent` and `amountMinor` (euro cents). */
export interface NewDiscount {
  code: string
  percent?: number
  amountMinor?: number
  minimumAmountMinor?: number
  isFirstBundleOnly?: boolean
  usesMax?: number
  usesPerUserMax?: number
  expiresAt?: Date
}

/** A use asked for by a checkout, whose order is rows already. */
export interface DiscountRequest extends DiscountedPurchase {
  discountId: string
  uid: string
  /** The payment that leads the order, and holds the use. */
  paymentId: string
  /** When the checkout ends. */
  expiresAt: Date
  now: Date
}

/** The discount of a code in any spelling. */
export async function findDiscount(queries: Queries, code: string): Promise<DiscountRow | undefined> {
  const [row] = await queries
    .select()
    .from(discounts)
    .where(eq(discounts.codeHash, hashOfCode(code)))
  return row
}

/** How often a discount is used and reserved, by all users and by this one. */
export async function usesOf(queries: Queries, discountId: string, uid: string): Promise<DiscountUses> {
  const own = (state: RedemptionRow['state']) =>
    sql<number>`count(*) filter (where ${redemptions.uid} = ${uid} and ${redemptions.state} = ${state})`.mapWith(
      Number,
    )
  const [row] = await queries
    .select({ count: count(), ownConsumedCount: own('consumed'), ownReservedCount: own('reserved') })
    .from(redemptions)
    .where(isUse(discountId))
  return row ?? { count: 0, ownConsumedCount: 0, ownReservedCount: 0 }
}

const isUse = (discountId: string) =>
  and(eq(redemptions.discountId, discountId), inArray(redemptions.state, ['reserved', 'consumed']))

/**
 * Reserves one use of a discount for an order, and returns what it takes off each line, in minor units. A repeat for the same payment and
 * discount returns the first reservation.
 * @throws ProductError discount_unknown, discount_expired, discount_used_up, discount_used_by_you, discount_reserved,
 * discount_first_bundle_only, discount_other_currency, discount_below_minimum
 */
export async function reserveDiscount(tx: Queries, request: DiscountRequest): Promise<number[]> {
  const { discountId, uid, paymentId, lines, expiresAt, now } = request
  // Purchases that want the last use take turns here.
  const discount = await lockDiscount(tx, discountId)
  if (!discount) throw new ProductError('discount_unknown')
  const held = await lockRedemption(tx, paymentId)
  const cutsMinor = cutsOf(discount, lines)
  const cutAmountMinor = cutsMinor.reduce((sum, cut) => sum + cut, 0)
  if (held?.discountId === discount.id && held.state !== 'released') return cutsMinor
  if (held) throw new Error(`payment ${paymentId} has held a discount before`)
  const refusal =
    purchaseRefusalOf(discount, request) ?? refusalOf(discount, await usesOf(tx, discount.id, uid), now)
  if (refusal) throw new ProductError(refusal)
  await tx
    .insert(redemptions)
    .values({ paymentId, discountId, uid, cutAmountMinor, state: 'reserved', expiresAt })
  return cutsMinor
}

/**
 * The payment was made: its reservation becomes a use, even if it was released meanwhile. A repeat changes nothing.
 */
export function consumeReservation(tx: Queries, paymentId: string): Promise<void> {
  return advance(tx, paymentId, 'consume')
}

/** The payment will not be made: its reservation is free for others. A repeat changes nothing. */
export function releaseReservation(tx: Queries, paymentId: string): Promise<void> {
  return advance(tx, paymentId, 'release')
}

/** The purchase was refunded in full: its use is free again. A repeat changes nothing. */
export function giveBackUse(tx: Queries, paymentId: string): Promise<void> {
  return advance(tx, paymentId, 'give_back')
}

async function advance(tx: Queries, paymentId: string, event: RedemptionEvent): Promise<void> {
  const row = await lockRedemption(tx, paymentId)
  if (!row || !redemptionLifecycle.allows(row.state, event)) return
  const state = redemptionLifecycle.next(row.state, event)
  await tx.update(redemptions).set({ state }).where(eq(redemptions.paymentId, paymentId))
}

/** The discount of a payment's reservation, in any state. */
export async function discountIdOf(queries: Queries, paymentId: string): Promise<string | undefined> {
  const [held] = await queries
    .select({ discountId: redemptions.discountId })
    .from(redemptions)
    .where(eq(redemptions.paymentId, paymentId))
  return held?.discountId
}

async function lockRedemption(tx: Queries, paymentId: string): Promise<RedemptionRow | undefined> {
  const [row] = await tx.select().from(redemptions).where(eq(redemptions.paymentId, paymentId)).for('update')
  return row
}

async function lockDiscount(tx: Queries, id: string): Promise<DiscountRow | undefined> {
  const [row] = await tx.select().from(discounts).where(eq(discounts.id, id)).for('no key update')
  return row
}

/** In place of a code's hash, for a discount that no code leads to: it is none of any code. */
const withoutCode = (label: string) => `without code: ${label}`

/** A discount that the product gives by itself. */
export async function findDiscountWithoutCode(
  queries: Queries,
  label: string,
): Promise<DiscountRow | undefined> {
  const [row] = await queries
    .select()
    .from(discounts)
    .where(eq(discounts.codeHash, withoutCode(label)))
  return row
}

/** Creates it at its first use; one that another transaction created meanwhile is found. */
export async function createDiscountWithoutCode(
  tx: Queries,
  terms: Omit<NewDiscount, 'code'> & { label: string },
): Promise<DiscountRow | undefined> {
  const created = await insertDiscount(tx, { ...terms, codeHash: withoutCode(terms.label) })
  return created ?? findDiscountWithoutCode(tx, terms.label)
}

/** Creates a code; undefined when it exists already. */
export async function createDiscount(tx: Queries, discount: NewDiscount): Promise<DiscountRow | undefined> {
  const { code, ...terms } = discount
  return insertDiscount(tx, { ...terms, codeHash: hashOfCode(code), label: code })
}

async function insertDiscount(
  tx: Queries,
  values: Omit<typeof discounts.$inferInsert, 'id'>,
): Promise<DiscountRow | undefined> {
  const [row] = await tx
    .insert(discounts)
    .values({ id: randomUUID(), ...values })
    .onConflictDoNothing({ target: discounts.codeHash })
    .returning()
  return row
}

/** A company's paid order. */
export interface B2bOrder {
  /** Seats: free first bundles. */
  uses: number
  /** The provider's id of the order; one code for each. */
  orderReference: string
}

/**
 * Creates the code for a company's seats. Returned here and never again: the database stores its hash, because any
 * reader of the code could use it. A second code for the same order violates a unique key.
 */
export async function createB2bCode(tx: Queries, { uses, orderReference }: B2bOrder): Promise<string> {
  const code = newSecretCode()
  const terms = { percent: 100, isFirstBundleOnly: true, usesMax: uses, orderReference }
  await insertDiscount(tx, { ...terms, ...identityOf(code) })
  return code
}

/** Replaces a code that never arrived; the old one becomes invalid. Undefined for an unknown order. */
export async function renewB2bCode(tx: Queries, orderReference: string): Promise<string | undefined> {
  const code = newSecretCode()
  const renewed = await tx
    .update(discounts)
    .set(identityOf(code))
    .where(eq(discounts.orderReference, orderReference))
    .returning({ id: discounts.id })
  return renewed.length === 0 ? undefined : code
}

const identityOf = (code: string) => ({ codeHash: hashOfCode(code), label: code.slice(-LABEL_LENGTH) })

/**
 * Withdraws a company's unused seats, because the money was refunded or is disputed. Used seats, and those reserved
 * by an open checkout, stay valid. A repeat changes nothing.
 */
export async function disableUnusedUses(
  tx: Queries,
  orderReference: string,
  disabledAt = new Date(),
): Promise<{ usedCount: number; disabledCount: number }> {
  const [discount] = await tx
    .select()
    .from(discounts)
    .where(eq(discounts.orderReference, orderReference))
    .for('no key update')
  if (!discount) return { usedCount: 0, disabledCount: 0 }
  const [uses] = await tx.select({ count: count() }).from(redemptions).where(isUse(discount.id))
  const usedCount = uses?.count ?? 0
  const disabledCount = discount.disabledAt === null ? Math.max(0, (discount.usesMax ?? 0) - usedCount) : 0
  await tx
    .update(discounts)
    .set({ disabledAt: discount.disabledAt ?? disabledAt })
    .where(eq(discounts.id, discount.id))
  return { usedCount, disabledCount }
}

/** Sets how many seats of a company's order are theirs; used ones stay used, also beyond that. */
export async function limitUses(tx: Queries, orderReference: string, usesMax: number): Promise<void> {
  await tx.update(discounts).set({ usesMax }).where(eq(discounts.orderReference, orderReference))
}

/** Makes the seats good again that were withdrawn then; what an operator withdrew stays so. */
export async function enableUses(tx: Queries, orderReference: string, disabledAt: Date): Promise<void> {
  await tx
    .update(discounts)
    .set({ disabledAt: null })
    .where(and(eq(discounts.orderReference, orderReference), eq(discounts.disabledAt, disabledAt)))
}

/** Withdraws a code; false when there is none. Uses under way stay good. */
export async function disableDiscount(tx: Queries, code: string): Promise<boolean> {
  const disabled = await tx
    .update(discounts)
    .set({ disabledAt: sql`coalesce(${discounts.disabledAt}, now())` })
    .where(eq(discounts.codeHash, hashOfCode(code)))
    .returning({ id: discounts.id })
  return disabled.length > 0
}

/** Every code with its number of uses and reservations, latest first. */
export async function listDiscounts(queries: Queries): Promise<(DiscountRow & { useCount: number })[]> {
  const useCount = queries
    .select({ discountId: redemptions.discountId, useCount: count().as('use_count') })
    .from(redemptions)
    .where(inArray(redemptions.state, ['reserved', 'consumed']))
    .groupBy(redemptions.discountId)
    .as('uses')
  const rows = await queries
    .select()
    .from(discounts)
    .leftJoin(useCount, eq(useCount.discountId, discounts.id))
    .orderBy(desc(discounts.createdAt))
  return rows.map((row) => ({ ...row.discounts, useCount: row.uses?.useCount ?? 0 }))
}

export function createDiscounts({ database }: { database: Database }) {
  return {
    /** A code's discount for this user, before a purchase; or its refusal, in their language. */
    async validate(uid: string, code: string, locale: Locale, now: Date): Promise<DiscountValidation> {
      const discount = await findDiscount(database.queries, code)
      const refusal = discount
        ? refusalOf(discount, await usesOf(database.queries, discount.id, uid), now)
        : 'discount_unknown'
      if (!discount || refusal) {
        const message = sentenceFor(refusal ?? 'discount_unknown', locale)
        return { isValid: false, id: null, amount: 0, type: 'percentage', isFirstBundleOnly: false, message }
      }
      const { id, percent, amountMinor, isFirstBundleOnly } = discount
      const value =
        percent === null
          ? { amount: (amountMinor ?? 0) / 100, type: 'euro' as const }
          : { amount: percent, type: 'percentage' as const }
      return { isValid: true, id, ...value, isFirstBundleOnly, message: null }
    },

    /** Releases reservations that were never released, long after their checkout ended. */
    async reconcile(round: Reconciliation): Promise<void> {
      const forgottenAt = new Date(round.now.getTime() - FORGOTTEN_MS)
      const forgotten = {
        name: 'discount redemptions',
        table: redemptions,
        at: redemptions.expiresAt,
        id: redemptions.paymentId,
        where: and(eq(redemptions.state, 'reserved'), lt(redemptions.expiresAt, forgottenAt), isNotAtBank),
      }
      await reconcileRows(database.queries, round, forgotten, ({ id }) =>
        database.transaction((tx) => releaseReservation(tx, id)),
      )
    },
  }
}
