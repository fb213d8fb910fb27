import type { Auth } from '#lib/session/auth.ts'
import { normalizeDiscountCode, type DiscountType, type DiscountValidation } from '#contract/discounts.ts'

/** A code with the backend's answer to it. */
export interface StoredDiscount {
  code: string
  id: string | null
  /** In percent, or in euros. */
  amount: number
  type: DiscountType
  /** It reduces the style that brings the training alone. */
  isFirstBundleOnly: boolean
  isValid: boolean
  isApplied: boolean
  /** Why it is not valid, as a sentence. */
  error: string | null
}

export interface DiscountState {
  /** Not validated yet: no user is signed in, or the answer is on its way. */
  pending: string | null
  discount: StoredDiscount | null
}

export type DiscountEvent =
  | { type: 'page_opened' }
  | { type: 'entered'; code: string }
  | { type: 'validated'; code: string; answer: DiscountValidation }
  /** The answer does not fit the contract. */
  | { type: 'validation_failed'; code: string }
  | { type: 'applied' }
  | { type: 'cleared' }

export const NO_DISCOUNT: DiscountState = { pending: null, discount: null }
export const DEFAULT_DISCOUNT_ERROR = 'Invalid discount code'

/** none -> pending -> valid | invalid -> applied -> none; cleared at any time. */
export function nextDiscount(state: DiscountState, event: DiscountEvent): DiscountState {
  switch (event.type) {
    case 'page_opened':
      return state.discount?.isApplied ? { ...state, discount: null } : state
    case 'entered': {
      const code = event.code.trim()
      const held = usableDiscount(state)
      const isHeld = held && normalizeDiscountCode(held.code) === normalizeDiscountCode(code)
      return code === '' || isHeld ? state : { pending: code, discount: null }
    }
    case 'validated': {
      if (state.pending !== event.code) return state
      const { isValid, id, amount, type, isFirstBundleOnly, message } = event.answer
      const error = isValid ? null : (message ?? DEFAULT_DISCOUNT_ERROR)
      return {
        pending: null,
        discount: { code: event.code, id, amount, type, isFirstBundleOnly, isValid, isApplied: false, error },
      }
    }
    case 'validation_failed': {
      if (state.pending !== event.code) return state
      const nothing = { id: null, amount: 0, type: 'percentage', isFirstBundleOnly: false } as const
      return {
        pending: null,
        discount: {
          code: event.code,
          ...nothing,
          isValid: false,
          isApplied: false,
          error: DEFAULT_DISCOUNT_ERROR,
        },
      }
    }
    case 'applied':
      return usableDiscount(state) && state.discount
        ? { ...state, discount: { ...state.discount, isApplied: true } }
        : state
    case 'cleared':
      return NO_DISCOUNT
  }
}

/** The code to be validated now; none before it is known who is signed in. */
export function codeToValidate({ pending }: DiscountState, auth: Auth): string | undefined {
  return auth === 'signed_in' && pending !== null ? pending : undefined
}

/** A discount that a purchase can be made with. */
export function usableDiscount({ discount }: DiscountState): StoredDiscount | undefined {
  return discount?.isValid && !discount.isApplied ? discount : undefined
}
