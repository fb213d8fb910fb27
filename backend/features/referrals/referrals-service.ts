import { and, count, eq, gt, isNotNull } from 'drizzle-orm'
import { REFERRAL_CREDITS } from '#contract/credits.ts'
import { ProductError } from '#contract/errors.ts'
import { readReferralCode } from '#contract/referral-code.ts'
import {
  balanceOf,
  grantCredits,
  holdUser,
  lockUser,
  takeBackCredits,
} from '#backend/features/credits/credits-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { newReferralCode } from './new-referral-code.ts'
import { isSameMailbox } from './mail-spelling.ts'

const { payments, referralCodes, referrals, usageEvents, users } = tables

/** Codes tried before giving up; one in millions is taken. */
const CODE_ATTEMPTS = 5

/**
 * Rewards the referrer of a user who has paid for a purchase with money, on the first such purchase that is kept.
 * Every paid purchase may be reported, and repeatedly.
 */
export async function recordFirstPaidPurchase(
  tx: Queries,
  { uid, paymentId }: { uid: string; paymentId: string },
): Promise<void> {
  const [referral] = await tx.select().from(referrals).where(eq(referrals.uid, uid)).for('update')
  if (!referral || referral.paymentId !== null) return
  const { referrerUid, rewardedCredits } = referral
  const owed = REFERRAL_CREDITS - rewardedCredits
  if (owed > 0) {
    // The referrer's account is being deleted: the credits are dropped.
    if (!(await lockUser(tx, referrerUid))) return
    await grantCredits(tx, {
      uid: referrerUid,
      amount: owed,
      reason: 'referral',
      key: `referral:${paymentId}`,
      paymentId,
    })
  }
  await tx
    .update(referrals)
    .set({ paymentId, rewardedCredits: REFERRAL_CREDITS })
    .where(eq(referrals.uid, uid))
}

/**
 * A purchase was refunded in full: the referrer's unspent reward is taken back, and the next purchase earns it again.
 * A repeat changes nothing.
 */
export async function reverseFirstPaidPurchase(
  tx: Queries,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const [referral] = await tx.select().from(referrals).where(eq(referrals.paymentId, paymentId)).for('update')
  if (!referral) return
  const { uid, referrerUid, rewardedCredits } = referral
  const taken = await takeBackCredits(tx, {
    uid: referrerUid,
    amount: rewardedCredits,
    reason: 'referral_reversed',
    key: `referral-reversed:${paymentId}`,
    paymentId,
  })
  await tx
    .update(referrals)
    .set({ paymentId: null, rewardedCredits: rewardedCredits - taken })
    .where(eq(referrals.uid, uid))
}

/** Looks up a user's address. */
type Mailboxes = Pick<Identity, 'lookUp'>

/** Friends who bring friends: codes, and who came by whose. */
export function createReferrals({ database, identity }: { database: Database; identity: Mailboxes }) {
  const { queries } = database
  return {
    /** The user's code, created on the first request. */
    async codeOf(uid: string): Promise<string> {
      for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
        const code = (await findCode(queries, uid)) ?? (await database.transaction((tx) => makeCode(tx, uid)))
        if (code !== undefined) return code
      }
      throw new ProductError('unavailable')
    },

    /** Whether a code belongs to a user, in any letter case. */
    async isGood(given: string): Promise<boolean> {
      return (await findReferrer(queries, given)) !== undefined
    },

    /** The user's credits, and the state of their referrals. */
    async standingOf(uid: string) {
      const [row] = await queries
        .select({ referredCount: count(), rewardedCount: count(referrals.paymentId) })
        .from(referrals)
        .where(eq(referrals.referrerUid, uid))
      const { referredCount = 0, rewardedCount = 0 } = row ?? {}
      return { credits: await balanceOf(queries, uid), referredCount, rewardedCount }
    },

    /** Records that the user shared their code. @throws ProductError referral_code_invalid when it is not theirs */
    async registerShared(uid: string, given: string): Promise<void> {
      if ((await findReferrer(queries, given)) !== uid) throw new ProductError('referral_code_invalid')
      await queries.insert(usageEvents).values({ uid, kind: 'referral_code_shared' })
    },

    /**
     * Records whose code brought a user. A repeat changes nothing.
     * @throws ProductError referral_own_code, referral_taken, referral_too_late, referral_code_invalid
     */
    async register(uid: string, given: string): Promise<void> {
      const referrerUid = await findReferrer(queries, given)
      if (referrerUid === undefined) throw new ProductError('referral_code_invalid')
      await assertOther(identity, uid, referrerUid)
      await database.transaction((tx) => insertReferral(tx, uid, referrerUid))
    },
  }
}

/**
 * Users cannot refer themselves, not even by a second account. @throws ProductError referral_own_code,
 * referral_code_invalid
 */
async function assertOther(identity: Mailboxes, uid: string, referrerUid: string): Promise<void> {
  if (uid === referrerUid) throw new ProductError('referral_own_code')
  const [own, referrer] = await Promise.all([identity.lookUp(uid), identity.lookUp(referrerUid)])
  // The account is deleted, and its remaining rows will be.
  if (!referrer) throw new ProductError('referral_code_invalid')
  const isSame = own?.email && referrer.email && isSameMailbox(own.email, referrer.email)
  if (isSame) throw new ProductError('referral_own_code')
}

async function insertReferral(tx: Queries, uid: string, referrerUid: string): Promise<void> {
  await holdUser(tx, uid)
  const [referral] = await tx.select().from(referrals).where(eq(referrals.uid, uid))
  if (referral?.referrerUid === referrerUid) return
  if (referral) throw new ProductError('referral_taken')
  const isPaid = and(eq(payments.uid, uid), isNotNull(payments.paidAt), gt(payments.amountMinor, 0))
  const bought = await tx.select({ id: payments.id }).from(payments).where(isPaid).limit(1)
  if (bought.length > 0) throw new ProductError('referral_too_late')
  const there = eq(users.uid, referrerUid)
  const [referrer] = await tx.select({ uid: users.uid }).from(users).where(there).for('key share')
  if (!referrer) throw new ProductError('referral_code_invalid')
  await tx.insert(referrals).values({ uid, referrerUid })
}

async function findCode(queries: Queries, uid: string): Promise<string | undefined> {
  const [row] = await queries.select().from(referralCodes).where(eq(referralCodes.uid, uid))
  return row?.code
}

/** Undefined when the code that was made, or one for this user, is there already. */
async function makeCode(tx: Queries, uid: string): Promise<string | undefined> {
  await holdUser(tx, uid)
  const [row] = await tx
    .insert(referralCodes)
    .values({ uid, code: newReferralCode() })
    .onConflictDoNothing()
    .returning()
  return row?.code
}

async function findReferrer(queries: Queries, given: string): Promise<string | undefined> {
  const code = readReferralCode(given)
  if (code === undefined) return undefined
  const [row] = await queries.select().from(referralCodes).where(eq(referralCodes.code, code))
  return row?.uid
}
