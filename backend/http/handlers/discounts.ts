import type { discountEndpoints } from '#contract/discounts.ts'
import type { Discounts } from '#backend/features/discounts/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface DiscountFeatures {
  discounts: Discounts
}

export function createDiscountHandlers({
  discounts,
}: DiscountFeatures): HandlersOf<typeof discountEndpoints> {
  return {
    validateDiscount: ({ uid, params, locale }) => discounts.validate(uid, params.code, locale, new Date()),
  }
}
