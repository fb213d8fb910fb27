import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR, type Currency } from './money.ts'
import { STYLE_TIER, StyleId } from './styles.ts'

/** One style of an order, at its price without a discount. */
export interface OrderLine {
  styleId: StyleId
  includesTraining: boolean
  regularAmountMinor: number
}

const tierOf = (styleId: StyleId) => TIER_AMOUNT_MINOR[STYLE_TIER[styleId]]

/**
 * The lines of an order of these styles, in the order of the shop. The training is paid once, with the dearest style, which
 * comes first.
 */
export function orderLines(
  styleIds: readonly StyleId[],
  { currency, includesTraining }: { currency: Currency; includesTraining: boolean },
): OrderLine[] {
  const inOrder = StyleId.options.filter((styleId) => styleIds.includes(styleId))
  const further = (styleId: StyleId) => ({
    styleId,
    includesTraining: false,
    regularAmountMinor: tierOf(styleId),
  })
  if (!includesTraining) return inOrder.map(further)
  const dearest = Math.max(...inOrder.map(tierOf))
  const first = inOrder.find((styleId) => tierOf(styleId) === dearest)
  if (first === undefined) return []
  return [
    { styleId: first, includesTraining, regularAmountMinor: FIRST_BUNDLE_AMOUNT_MINOR[currency] },
    ...inOrder.filter((styleId) => styleId !== first).map(further),
  ]
}
