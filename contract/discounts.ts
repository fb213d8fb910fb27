import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** The kinds of discount: a percentage, or an amount shown in euros. */
export const DiscountType = z.enum(['percentage', 'euro'])
export type DiscountType = z.infer<typeof DiscountType>

/** reserved -> consumed | released; a checkout given up may be paid after all: released -> consumed */
export const RedemptionState = z.enum(['reserved', 'consumed', 'released'])
export type RedemptionState = z.infer<typeof RedemptionState>

/** As typed or pasted; never blank. Case, spaces and dashes make no difference. */
export const DiscountCode = z.string().max(64).regex(/\S/)

/** The canonical form of a typed code; empty when no valid character is left. */
export function normalizeDiscountCode(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

/** The value of a code to the asking user, before a purchase. */
export const DiscountValidation = z
  .object({
    isValid: z.boolean(),
    id: z.uuid().nullable().meta({ description: 'Null when it is not valid' }),
    amount: z.number().nonnegative().meta({ description: 'In percent, or in euros; 0 when it is not valid' }),
    type: DiscountType,
    isFirstBundleOnly: z
      .boolean()
      .meta({ description: 'It reduces the style that brings the training alone' }),
    message: z.string().nullable().meta({ description: 'Why it is not valid, as a sentence' }),
  })
  .meta({ id: 'DiscountValidation' })
export type DiscountValidation = z.infer<typeof DiscountValidation>

export const discountEndpoints = {
  validateDiscount: defineEndpoint({
    method: 'GET',
    path: '/discount/validate/{code}',
    aliases: ['/discount/validate-code/{code}'],
    auth: 'user',
    rate: 'code',
    localized: true,
    summary: 'What a discount code is worth to the user',
    params: z.object({ code: DiscountCode }),
    response: DiscountValidation,
    errors: [],
  }),
}
