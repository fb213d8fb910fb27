import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import { missingOf, SELLER_VARIABLES, sellerOf } from '#contract/seller.ts'

/** The seller, as named on receipts. */
export const Seller = z
  .object({
    ...SELLER_VARIABLES,
    SELLER_TAX_PERCENT: z.coerce
      .number('is no number')
      .positive()
      .max(50)
      .optional()
      .describe(
        'The VAT that prices include; receipts state its amount. Without it they say that tax is included.',
      ),
  })
  .transform((env) => {
    const seller = sellerOf(env)
    return {
      ...seller,
      name: seller.name ?? BRAND,
      taxPercent: env.SELLER_TAX_PERCENT ?? null,
      missing: missingOf(seller),
    }
  })
