import { z } from 'zod'

/** What a discount takes off: a percentage, or an amount shown in euros. */
export const DiscountType = z.enum(['percentage', 'euro'])
export type DiscountType = z.infer<typeof DiscountType>

/** reserved -> consumed | released; a checkout given up may be paid after all: released -> consumed */
export const RedemptionState = z.enum(['reserved', 'consumed', 'released'])
export type RedemptionState = z.infer<typeof RedemptionState>

export const DISCOUNT_CODE_MAX_LENGTH = 64

/** As typed or pasted; never blank. Case, spaces and dashes make no difference. */
export const DiscountCode = z.string().max(DISCOUNT_CODE_MAX_LENGTH).regex(/\S/)

/** The one form of a code, however it was typed; empty when nothing of it counts. */
export function normalizeDiscountCode(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}
