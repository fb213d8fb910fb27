import { z } from 'zod'
import {
  createDiscount,
  disableDiscount,
  listDiscounts,
  renewB2bCode,
  type DiscountRow,
} from '#backend/features/discounts/discounts-service.ts'
import type { Database } from '#backend/providers/database/database-port.ts'

export const USAGE = `npm run discounts -- create --code CODE (--percent 20 | --euros 2.50) [--minimum 9.00] [--uses 100] [--per-user 1]
                          [--until 2027-01-31] [--first-bundle]
                      list
                      disable --code CODE
                      renew --order REFERENCE`

/** A typed amount in cents; parsed without fractions. */
const Cents = z
  .string()
  .regex(/^\d{1,5}([.,]\d\d)?$/, 'is no amount such as 2.50')
  .transform((amount) => {
    const [whole = '0', cents = '00'] = amount.split(/[.,]/)
    return Number(whole) * 100 + Number(cents)
  })
  .refine((amountMinor) => amountMinor > 0, 'is nothing')
const Count = z.coerce.number('is no number').int('is no whole number').min(1, 'is less than 1')
/** A day, to its end in UTC. */
const Until = z.iso.date('is no day such as 2027-01-31').transform((day) => new Date(`${day}T23:59:59.999Z`))
const Code = z
  .string('is missing')
  .regex(/^[\dA-Za-z][\dA-Za-z-]{2,31}$/, 'is none of 3 to 32 letters, digits and dashes')

const Create = z
  .object({
    code: Code,
    percent: Count.max(100, 'is more than 100').optional(),
    euros: Cents.optional(),
    minimum: Cents.optional(),
    uses: Count.optional(),
    'per-user': Count.optional(),
    until: Until.optional(),
    'first-bundle': z.boolean().default(false),
  })
  .refine(({ percent, euros }) => (percent === undefined) !== (euros === undefined), {
    message: 'takes one of --percent and --euros',
  })

/** The command is invalid; the message names the invalid part. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Runs one command and answers the lines to be shown. @throws UsageError */
export async function runDiscounts(
  database: Database,
  command: string | undefined,
  options: object,
): Promise<string[]> {
  switch (command) {
    case 'create':
      return create(database, read(Create, options))
    case 'list': {
      const rows = await listDiscounts(database.queries)
      return rows.length === 0 ? ['There is no code.'] : rows.map((row) => describe(row, row.useCount))
    }
    case 'disable': {
      const { code } = read(z.object({ code: Code }), options)
      if (!(await disableDiscount(database.queries, code))) throw new UsageError(`there is no code ${code}`)
      return [`${code} is withdrawn.`]
    }
    case 'renew': {
      const { order } = read(z.object({ order: z.string('is missing') }), options)
      const code = await database.transaction((tx) => renewB2bCode(tx, order))
      if (code === undefined) throw new UsageError(`there is no order ${order}`)
      return [`${code} takes the place of the code of ${order}. It is shown here once.`]
    }
    default:
      throw new UsageError(USAGE)
  }
}

async function create(database: Database, given: z.output<typeof Create>): Promise<string[]> {
  const made = await database.transaction((tx) =>
    createDiscount(tx, {
      code: given.code,
      isFirstBundleOnly: given['first-bundle'],
      ...(given.percent !== undefined && { percent: given.percent }),
      ...(given.euros !== undefined && { amountMinor: given.euros }),
      ...(given.minimum !== undefined && { minimumAmountMinor: given.minimum }),
      ...(given.uses !== undefined && { usesMax: given.uses }),
      ...(given['per-user'] !== undefined && { usesPerUserMax: given['per-user'] }),
      ...(given.until !== undefined && { expiresAt: given.until }),
    }),
  )
  if (!made) throw new UsageError(`${given.code} is taken`)
  return [describe(made, 0)]
}

function describe(row: DiscountRow, useCount: number): string {
  const parts = [
    row.percent === null ? `${euros(row.amountMinor ?? 0)} off` : `${row.percent} % off`,
    `used ${useCount}${row.usesMax === null ? '' : ` of ${row.usesMax}`}`,
    row.usesPerUserMax !== null && `${row.usesPerUserMax} for each user`,
    row.minimumAmountMinor > 0 && `from ${(row.minimumAmountMinor / 100).toFixed(2)}`,
    row.isFirstBundleOnly && 'first bundles',
    row.expiresAt && `until ${row.expiresAt.toISOString()}`,
    row.orderReference !== null && `order ${row.orderReference}`,
    row.disabledAt && `withdrawn ${row.disabledAt.toISOString()}`,
  ]
  const name = row.orderReference === null ? row.label : `...${row.label}`
  return `${name}: ${parts.filter((part) => typeof part === 'string').join(', ')}`
}

function euros(amountMinor: number): string {
  return `${(amountMinor / 100).toFixed(2)} EUR`
}

function read<S extends z.ZodType>(schema: S, options: object): z.output<S> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path: [option], message }) =>
    option === undefined ? message : `--${String(option)} ${message}`,
  )
  throw new UsageError(complaints.join('; '))
}
