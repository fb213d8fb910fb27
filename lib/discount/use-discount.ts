'use client'

import { useSyncExternalStore } from 'react'
import { browserDiscount } from './browser-discount.ts'
import { NO_DISCOUNT, usableDiscount, type DiscountState, type StoredDiscount } from './discount.ts'

export interface UsedDiscount extends DiscountState {
  /** The validated code, for a purchase. */
  usable: StoredDiscount | undefined
  enter: (code: string) => void
  /** The purchase it was for is on its way. */
  markApplied: () => void
  clear: () => void
}

/** The discount of this browser. */
export function useDiscount(): UsedDiscount {
  const state = useSyncExternalStore(
    (listener) => browserDiscount().subscribe(listener),
    () => browserDiscount().getState(),
    () => NO_DISCOUNT,
  )
  return {
    ...state,
    usable: usableDiscount(state),
    enter: (code) => browserDiscount().enter(code),
    markApplied: () => browserDiscount().markApplied(),
    clear: () => browserDiscount().clear(),
  }
}
