import { eq } from 'drizzle-orm'
import { REFERRAL_CREDITS } from '#contract/credits.ts'
import { grantCredits, lockUser, takeBackCredits } from '#backend/features/credits/service.ts'
import { tables, type Queries } from '#backend/providers/database/port.ts'

const { referrals } = tables

/**
 * A user has paid money for a purchase: whoever referred them gets their credits, on the first such purchase that is
 * kept. Every paid purchase may be reported, and a report repeated.
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
    // The account is being deleted: nobody is left to give them to.
    if (!(await lockUser(tx, referrerUid))) return
    await grantCredits(tx, {
      ...{ uid: referrerUid, amount: owed, reason: 'referral' },
      ...{ key: `referral:${paymentId}`, paymentId },
    })
  }
  await tx
    .update(referrals)
    .set({ paymentId, rewardedCredits: REFERRAL_CREDITS })
    .where(eq(referrals.uid, uid))
}

/**
 * The whole of a purchase was given back: what it earned the referrer goes back as far as it is not spent, and is
 * earned anew by the next purchase. A repeat changes nothing.
 */
export async function reverseFirstPaidPurchase(
  tx: Queries,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const [referral] = await tx.select().from(referrals).where(eq(referrals.paymentId, paymentId)).for('update')
  if (!referral) return
  const { uid, referrerUid, rewardedCredits } = referral
  const taken = await takeBackCredits(tx, {
    ...{ uid: referrerUid, amount: rewardedCredits, reason: 'referral_reversed' },
    ...{ key: `referral-reversed:${paymentId}`, paymentId },
  })
  await tx
    .update(referrals)
    .set({ paymentId: null, rewardedCredits: rewardedCredits - taken })
    .where(eq(referrals.uid, uid))
}
