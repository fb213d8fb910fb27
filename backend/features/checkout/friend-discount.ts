import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { REFERRED_FRIEND_PERCENT } from '#contract/referrals.ts'
import { cutOf } from '#contract/reduction.ts'
import {
  createDiscountWithoutCode,
  findDiscountWithoutCode,
  type DiscountRow,
} from '#backend/features/discounts/discounts-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { discountRedemptions: redemptions, payments, referrals } = tables

/** Its uses are reserved, used and given back as those of codes are; no code leads to it. */
const FRIEND = {
  label: 'referred-friend',
  percent: REFERRED_FRIEND_PERCENT,
  isFirstBundleOnly: true,
  usesPerUserMax: 1,
}

interface Buyer {
  uid: string
  personId: string
}

/** What a friend's invitation takes off the price of a first bundle, in minor units; 0 without an invitation. */
export async function friendCutOf(
  queries: Queries,
  buyer: Buyer,
  regularAmountMinor: number,
): Promise<number> {
  const discount = await findDiscountWithoutCode(queries, FRIEND.label)
  if (!(await isOffered(queries, buyer, discount))) return 0
  return cutOf({ percent: FRIEND.percent, amountMinor: null }, regularAmountMinor)
}

/** The discount that a friend's invitation gives this purchase, for a reservation. */
export async function friendDiscountOf(tx: Queries, buyer: Buyer): Promise<DiscountRow | undefined> {
  const discount = await findDiscountWithoutCode(tx, FRIEND.label)
  if (!(await isOffered(tx, buyer, discount))) return undefined
  return discount ?? createDiscountWithoutCode(tx, FRIEND)
}

/**
 * Before the first purchase that is kept, once. An open checkout of another person holds it, and so does a bank; an open one
 * of this person makes room for the next.
 */
async function isOffered(
  queries: Queries,
  { uid, personId }: Buyer,
  discount: DiscountRow | undefined,
): Promise<boolean> {
  const isWaiting = and(eq(referrals.uid, uid), isNull(referrals.paymentId))
  const invited = await queries.select({ uid: referrals.uid }).from(referrals).where(isWaiting)
  if (invited.length === 0) return false
  if (!discount) return true
  if (discount.disabledAt !== null) return false
  const taken = await queries
    .select({ paymentId: redemptions.paymentId })
    .from(redemptions)
    .innerJoin(payments, eq(payments.id, redemptions.paymentId))
    .where(
      and(
        eq(redemptions.discountId, discount.id),
        eq(redemptions.uid, uid),
        or(
          eq(redemptions.state, 'consumed'),
          and(
            eq(redemptions.state, 'reserved'),
            or(isNull(payments.personId), ne(payments.personId, personId), eq(payments.state, 'processing')),
          ),
        ),
      ),
    )
    .limit(1)
  return taken.length === 0
}
