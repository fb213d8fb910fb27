import { z } from 'zod'

/** The seller, as named on receipts and legal pages. Null where a setting is missing. */
export interface Seller {
  name: string | null
  /** Empty where none was given. */
  addressLines: readonly string[]
  email: string | null
  taxId: string | null
}

/** What the receipts' font has and is written from left to right. */
const PRINTED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]*$/u
const printed = z.string().regex(PRINTED, 'has letters that receipts cannot print')

/** The variables that say it, to the backend when it starts and to the site when it is built. */
export const SELLER_VARIABLES = {
  SELLER_NAME: printed
    .max(200)
    .optional()
    .describe(
      'Who sells: the name of the person or company, on receipts and the legal pages. Required in production.',
    ),
  SELLER_ADDRESS: printed
    .optional()
    .describe('Their postal address, its lines separated by `|`. Required in production.'),
  SELLER_EMAIL: z
    .email('is no address')
    .optional()
    .describe('Where customers write to, and what needs a person is sent to. Required in production.'),
  SELLER_TAX_ID: z.string().max(40).optional().describe('Their VAT number, if they have one.'),
}

/** The settings that the law requires of every shop and that are not set. */
export function missingOf({ name, addressLines, email }: Seller): string[] {
  return [
    ...(name === null ? ['SELLER_NAME'] : []),
    ...(addressLines.length === 0 ? ['SELLER_ADDRESS'] : []),
    ...(email === null ? ['SELLER_EMAIL'] : []),
  ]
}

export function sellerOf(env: z.infer<z.ZodObject<typeof SELLER_VARIABLES>>): Seller {
  const lines = (env.SELLER_ADDRESS ?? '').split('|').map((line) => line.trim())
  return {
    name: env.SELLER_NAME ?? null,
    addressLines: lines.filter((line) => line !== ''),
    email: env.SELLER_EMAIL ?? null,
    taxId: env.SELLER_TAX_ID ?? null,
  }
}
