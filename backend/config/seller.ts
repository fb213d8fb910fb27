import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'

/** Who sells, as receipts say it. */
export const Seller = z
  .object({
    SELLER_NAME: z
      .string()
      .default(BRAND)
      .describe(
        'Who sells, as receipts name them: the company or person behind the service. Required in production.',
      ),
    SELLER_ADDRESS: z
      .string()
      .default('localhost')
      .describe('Their postal address, its lines separated by `|`. Required in production.'),
    SELLER_EMAIL: z
      .email('is no address')
      .optional()
      .describe('Where customers reach them; printed on receipts.'),
    SELLER_TAX_ID: z.string().optional().describe('Their VAT number, printed on receipts.'),
    SELLER_TAX_PERCENT: z.coerce
      .number('is no number')
      .positive()
      .max(50)
      .optional()
      .describe(
        'The VAT that prices include; receipts state its amount. Without it they say that tax is included.',
      ),
  })
  .transform((env) => ({
    name: env.SELLER_NAME,
    addressLines: env.SELLER_ADDRESS.split('|')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    email: env.SELLER_EMAIL,
    taxId: env.SELLER_TAX_ID,
    taxPercent: env.SELLER_TAX_PERCENT,
    /** Nobody has said who it is. */
    isUnnamed: env.SELLER_NAME === BRAND && env.SELLER_ADDRESS === 'localhost',
  }))
