import type Stripe from 'stripe'
import { z } from 'zod'
import { currencyNamed } from './currencies.ts'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, idOf, type Call, type State } from './state.ts'

const CouponParameters = z.strictObject({
  id: z.string().optional(),
  name: z.string().max(40).optional(),
  amount_off: z.number().optional(),
  percent_off: z.number().optional(),
  currency: z.string().optional(),
  duration: z.enum(['once', 'forever']).default('once'),
  max_redemptions: z.number().min(1).optional(),
  redeem_by: z.number().optional(),
  metadata: Metadata.default({}),
})

export function createCoupon(state: State, parameters: Values, call: Call): Stripe.Coupon {
  const given = supported(CouponParameters, parameters)
  const { amount_off: amount, percent_off: percent, currency, redeem_by: redeemBy } = given
  if ((amount === undefined) === (percent === undefined)) {
    throw invalid('Must provide either percent_off or amount_off, and not both.')
  }
  if (amount !== undefined && currency === undefined) {
    throw invalid('You must pass currency when passing amount_off', {
      code: 'parameter_missing',
      param: 'currency',
    })
  }
  if (amount !== undefined && amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_off',
    })
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw invalid('Invalid percent_off: must be a positive number that is at most 100', {
      param: 'percent_off',
    })
  }
  if (redeemBy !== undefined && redeemBy <= state.now()) {
    throw invalid('redeem_by cannot be in the past', { param: 'redeem_by' })
  }
  const id = given.id ?? newId('', 8).slice(1)
  if (state.store.get('coupons', id)) {
    throw invalid('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: amount ?? null,
    created: state.now(),
    currency: amount === undefined || currency === undefined ? null : currencyNamed(currency, 'currency'),
    duration: given.duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: given.metadata,
    name: given.name ?? null,
    percent_off: percent ?? null,
    redeem_by: redeemBy ?? null,
    times_redeemed: 0,
    valid: true,
  }
  state.store.put('coupons', coupon)
  state.emit('coupon.created', coupon, call)
  return coupon
}

export function updateCoupon(state: State, id: string, parameters: Values, call: Call): Stripe.Coupon {
  const given = supported(
    z.strictObject({ name: z.string().max(40).optional(), metadata: Metadata.optional() }),
    parameters,
  )
  const coupon = find(state, 'coupons', id)
  const changed = {
    ...coupon,
    name: given.name ?? coupon.name,
    metadata: { ...coupon.metadata, ...given.metadata },
  }
  state.store.put('coupons', changed)
  state.emit('coupon.updated', changed, call)
  return changed
}

export function deleteCoupon(state: State, id: string, call: Call) {
  const coupon = find(state, 'coupons', id)
  state.store.remove('coupons', id)
  state.emit('coupon.deleted', { ...coupon, valid: false }, call)
  return { id, object: 'coupon' as const, deleted: true as const }
}

/** Stripe computes `valid` at the moment of the request. */
export function couponNow(state: State, coupon: Stripe.Coupon): Stripe.Coupon {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  const isPast = coupon.redeem_by !== null && coupon.redeem_by <= state.now()
  return { ...coupon, valid: !isUsedUp && !isPast }
}

/** Counts one use. */
export function redeemCoupon(state: State, id: string): void {
  const coupon = state.store.get('coupons', id)
  if (coupon) state.store.put('coupons', { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
}

const CodeParameters = z.strictObject({
  promotion: z.object({ type: z.literal('coupon'), coupon: z.string() }),
  code: z.string().optional(),
  active: z.boolean().default(true),
  expires_at: z.number().optional(),
  max_redemptions: z.number().min(1).optional(),
  metadata: Metadata.default({}),
})

export function createPromotionCode(state: State, parameters: Values, call: Call): Stripe.PromotionCode {
  const given = supported(CodeParameters, parameters)
  find(state, 'coupons', given.promotion.coupon)
  const code = given.code ?? newId('', 8).slice(1).toUpperCase()
  const isTaken = state.store
    .all('promotionCodes')
    .some((other) => other.active && other.code.toLowerCase() === code.toLowerCase())
  if (isTaken) throw invalid('An active promotion code with this code already exists.', { param: 'code' })
  const promotionCode: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: given.active,
    code,
    created: state.now(),
    customer: null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: given.metadata,
    promotion: { type: 'coupon', coupon: given.promotion.coupon },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
  state.store.put('promotionCodes', promotionCode)
  state.emit('promotion_code.created', promotionCode, call)
  return promotionCode
}

export function updatePromotionCode(
  state: State,
  id: string,
  parameters: Values,
  call: Call,
): Stripe.PromotionCode {
  const given = supported(
    z.strictObject({ active: z.boolean().optional(), metadata: Metadata.optional() }),
    parameters,
  )
  const before = find(state, 'promotionCodes', id)
  const changed = {
    ...before,
    active: given.active ?? before.active,
    metadata: { ...before.metadata, ...given.metadata },
  }
  state.store.put('promotionCodes', changed)
  state.emit('promotion_code.updated', changed, call)
  return changed
}

/** The coupon a session may use: by itself, or by a promotion code. @throws StripeFault */
export function usableCoupon(
  state: State,
  asked: { coupon?: string | undefined; promotion_code?: string | undefined },
): { coupon: Stripe.Coupon; promotionCode: string | null } {
  const refuse = (message: string) => invalid(message, { code: 'coupon_expired', param: 'discounts[0]' })
  const promotionCode =
    asked.promotion_code === undefined ? null : find(state, 'promotionCodes', asked.promotion_code)
  if (promotionCode) {
    const { active, expires_at: expiresAt, max_redemptions: most, times_redeemed: used } = promotionCode
    const isOver = (expiresAt !== null && expiresAt <= state.now()) || (most !== null && used >= most)
    if (!active || isOver)
      throw refuse('This promotion code cannot be redeemed because it is expired or inactive.')
  }
  const id = promotionCode ? idOf(promotionCode.promotion.coupon) : (asked.coupon ?? '')
  const coupon = couponNow(state, find(state, 'coupons', id))
  if (!coupon.valid) throw refuse(`Coupon ${id} is used up or expired and cannot be applied.`)
  return { coupon, promotionCode: promotionCode?.id ?? null }
}
