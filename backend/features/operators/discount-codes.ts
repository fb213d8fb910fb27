import type { z } from 'zod'
import type { Accountable, OperatorAnswer, OperatorEndpoints } from '#contract/operators.ts'
import {
  createDiscount,
  listDiscounts,
  type DiscountRow,
} from '#backend/features/discounts/discounts-service.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import { centsOf, done, moneyOf, OperatorRefusal, timeOf } from './answers.ts'

export type DiscountTerms = Omit<
  z.output<OperatorEndpoints['operatorCreateDiscount']['body']>,
  keyof Accountable
>

/** Makes a code, and says what it is good for. @throws OperatorRefusal */
export async function makeDiscountCode(tx: Queries, terms: DiscountTerms): Promise<string> {
  const { code, percent, euros, minimum, uses, until } = terms
  if ((percent === undefined) === (euros === undefined))
    throw new OperatorRefusal('A code takes one of --percent and --euros.')
  const made = await createDiscount(tx, {
    code,
    isFirstBundleOnly: terms['first-bundle'],
    ...(percent !== undefined && { percent }),
    ...(euros !== undefined && { amountMinor: centsOf(euros) }),
    ...(minimum !== undefined && { minimumAmountMinor: centsOf(minimum) }),
    ...(uses !== undefined && { usesMax: uses }),
    ...(terms['per-user'] !== undefined && { usesPerUserMax: terms['per-user'] }),
    ...(until !== undefined && { expiresAt: endOf(until) }),
  })
  if (!made) throw new OperatorRefusal(`${code} is taken.`)
  return `${made.label} takes ${reductionOf(made)} off.`
}

export async function listDiscountCodes(queries: Queries): Promise<OperatorAnswer> {
  const rows = await listDiscounts(queries)
  return done(
    rows.map((row) => ({
      // Of a company's code only its last letters are known here.
      code: row.orderReference === null ? row.label : `...${row.label}`,
      off: reductionOf(row),
      used: row.useCount,
      of: row.usesMax,
      perUser: row.usesPerUserMax,
      from:
        row.minimumAmountMinor > 0 ? moneyOf({ amountMinor: row.minimumAmountMinor, currency: 'EUR' }) : null,
      firstBundleOnly: row.isFirstBundleOnly,
      until: timeOf(row.expiresAt),
      order: row.orderReference,
      withdrawn: timeOf(row.disabledAt),
    })),
    rows.length === 0 ? 'There is no code.' : null,
  )
}

const reductionOf = ({ percent, amountMinor }: DiscountRow): string =>
  percent === null ? moneyOf({ amountMinor: amountMinor ?? 0, currency: 'EUR' }) : `${percent} %`

/** The last moment of a day, in UTC. @throws OperatorRefusal */
function endOf(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`)
  const isDay = !Number.isNaN(end.getTime()) && end.toISOString().startsWith(day)
  if (!isDay) throw new OperatorRefusal(`There is no day ${day}.`)
  return end
}
