import Stripe from 'stripe'
import { newId } from './ids.ts'
import type { State } from './state.ts'

export interface LineRequest {
  name: string
  unitAmount: number
  quantity: number
  currency: string
  taxBehavior: 'inclusive' | 'exclusive' | 'unspecified'
  metadata: Record<string, string>
}

/** A line item of a session, with a price made for it alone; `off` is the discount. */
export function lineItem(state: State, request: LineRequest, off: number): Stripe.LineItem {
  const { name, unitAmount, quantity, currency, taxBehavior, metadata } = request
  const subtotal = unitAmount * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: off,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal - off,
    currency,
    description: name,
    metadata,
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: state.now(),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod', 14),
      recurring: null,
      tax_behavior: taxBehavior,
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unitAmount,
      unit_amount_decimal: Stripe.Decimal.from(unitAmount),
    },
    quantity,
  }
}
