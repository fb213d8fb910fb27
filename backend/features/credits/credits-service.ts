import { and, desc, eq } from 'drizzle-orm'
import type { ShareChannel } from '#contract/analytics.ts'
import { SOCIAL_SHARE_CREDITS, type CreditEntry, type CreditReason } from '#contract/credits.ts'
import { ProductError } from '#contract/errors.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

const { creditEntries: entries, payments, socialShares, users } = tables

/** Entries of one user that are listed. */
const ENTRIES_MAX_LISTED = 500

interface Entry {
  uid: string
  /** Positive to give, negative to take. */
  amount: number
  reason: CreditReason
  /** Names the reason, unique among the user's entries. */
  key: string
  paymentId?: string
}

/** The user's unspent credit. */
export async function balanceOf(queries: Queries, uid: string): Promise<number> {
  return (await latestEntry(queries, uid))?.balance ?? 0
}

/**
 * Spends credits on a payment. A repeat for the same payment spends no more. @throws ProductError
 * credits_insufficient
 */
export async function spendCredits(
  tx: Queries,
  { uid, amount, paymentId }: { uid: string; amount: number; paymentId: string },
): Promise<void> {
  assertPositive(amount)
  const isHere = await lockUser(tx, uid)
  const key = `spent:${paymentId}`
  if (isHere && (await findEntry(tx, uid, key))) return
  if ((await balanceOf(tx, uid)) < amount) throw new ProductError('credits_insufficient')
  await append(tx, { uid, amount: -amount, reason: 'spent', key, paymentId })
}

/** Returns the rest of a payment's credits, once. Returns none where the payment took none or the account is deleted. */
export async function returnCredits(tx: Queries, { paymentId }: { paymentId: string }): Promise<void> {
  await giveBack(tx, { paymentId, key: `returned:${paymentId}` })
}

/** Returns a part of a payment's credits, once; `returnCredits` returns the rest. */
export async function returnCreditShare(
  tx: Queries,
  { paymentId, amount }: { paymentId: string; amount: number },
): Promise<void> {
  assertPositive(amount)
  await giveBack(tx, { paymentId, key: `returned-share:${paymentId}`, amount })
}

async function giveBack(
  tx: Queries,
  { paymentId, key, amount }: { paymentId: string; key: string; amount?: number },
): Promise<void> {
  const [spent] = await tx
    .select()
    .from(entries)
    .where(and(eq(entries.paymentId, paymentId), eq(entries.reason, 'spent')))
  if (!spent || !(await lockUser(tx, spent.uid))) return
  const { uid } = spent
  const returned = await tx
    .select({ amount: entries.amount })
    .from(entries)
    .where(and(eq(entries.paymentId, paymentId), eq(entries.reason, 'returned')))
  const left = returned.reduce((rest, entry) => rest - entry.amount, -spent.amount)
  const given = Math.min(amount ?? left, left)
  if (given > 0) await append(tx, { uid, amount: given, reason: 'returned', key, paymentId })
}

/** Gives credits, once for each key; false when the user has them already. Makes the user's row where there is none. */
export async function grantCredits(
  tx: Queries,
  grant: { uid: string; amount: number; reason: CreditReason; key: string; paymentId?: string },
): Promise<boolean> {
  assertPositive(grant.amount)
  await holdUser(tx, grant.uid)
  return append(tx, grant)
}

/**
 * Reverses a grant, once for each key, as far as the balance allows: spent credits stay spent. Returns the reversed
 * amount.
 */
export async function takeBackCredits(
  tx: Queries,
  {
    amount,
    ...entry
  }: { uid: string; amount: number; reason: CreditReason; key: string; paymentId?: string },
): Promise<number> {
  assertPositive(amount)
  if (!(await lockUser(tx, entry.uid))) return 0
  const taken = Math.min(amount, await balanceOf(tx, entry.uid))
  if (taken === 0) return 0
  return (await append(tx, { ...entry, amount: -taken })) ? taken : 0
}

export function createCredits({ database }: { database: Database }) {
  return {
    /** Latest first. */
    async entriesOf(uid: string): Promise<CreditEntry[]> {
      const rows = await database.queries
        .select({ entry: entries, styleId: payments.styleId })
        .from(entries)
        .leftJoin(payments, eq(payments.id, entries.paymentId))
        .where(eq(entries.uid, uid))
        .orderBy(desc(entries.ordinal))
        .limit(ENTRIES_MAX_LISTED)
      return rows.map(({ entry: { amount, balance, reason, createdAt }, styleId }) => ({
        amount,
        balance,
        reason,
        // A friend's purchase is not shown to the referrer.
        styleId: reason === 'spent' || reason === 'returned' ? styleId : null,
        enteredAt: createdAt.toISOString(),
      }))
    },

    /** Records that a user shared the product; the first share earns a credit. */
    registerSocialShare(uid: string, channel: ShareChannel) {
      return database.transaction(async (tx) => {
        await holdUser(tx, uid)
        await tx.insert(socialShares).values({ uid, channel })
        const isFirst = await grantCredits(tx, {
          uid,
          amount: SOCIAL_SHARE_CREDITS,
          reason: 'social_share',
          key: 'social-share',
        })
        return { isFirst, credits: await balanceOf(tx, uid) }
      })
    },
  }
}

/** Holds the user's row until the transaction ends, made where there was none: those who change credits take turns. */
export async function holdUser(tx: Queries, uid: string): Promise<void> {
  await tx.insert(users).values({ uid }).onConflictDoNothing()
  await lockUser(tx, uid)
}

/** Locks the user's row like `holdUser`, without creating it; false when there is none. */
export async function lockUser(tx: Queries, uid: string): Promise<boolean> {
  // Not against those who only refer to the row, such as a payment being made.
  const rows = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('no key update')
  return rows.length > 0
}

/** Writes the next entry of a locked user; false when the key was entered before. */
async function append(tx: Queries, { key: entryKey, ...entry }: Entry): Promise<boolean> {
  if (await findEntry(tx, entry.uid, entryKey)) return false
  const { ordinal = 0, balance = 0 } = (await latestEntry(tx, entry.uid)) ?? {}
  await tx
    .insert(entries)
    .values({ ...entry, entryKey, ordinal: ordinal + 1, balance: balance + entry.amount })
  return true
}

async function latestEntry(queries: Queries, uid: string) {
  const [row] = await queries
    .select({ ordinal: entries.ordinal, balance: entries.balance })
    .from(entries)
    .where(eq(entries.uid, uid))
    .orderBy(desc(entries.ordinal))
    .limit(1)
  return row
}

async function findEntry(queries: Queries, uid: string, entryKey: string) {
  const [row] = await queries
    .select({ ordinal: entries.ordinal })
    .from(entries)
    .where(and(eq(entries.uid, uid), eq(entries.entryKey, entryKey)))
  return row
}

function assertPositive(amount: number): void {
  if (!Number.isInteger(amount) || amount <= 0) throw new RangeError(`${amount} credits are no amount`)
}
