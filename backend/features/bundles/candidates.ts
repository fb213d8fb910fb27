import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { isLook, STYLE_TIER, type StyleId } from '#contract/styles.ts'
import { REROLLS_MAX } from './render-until-enough.ts'

/**
 * Pictures tried beyond those wanted at most, however little they cost. Another take of a selfie is no new chance, so a style
 * that finishes photographs has fewer, and leaves some for re-rolls.
 */
export const candidatesBeyond = (styleId: StyleId): number =>
  isLook(styleId) ? 2 * REROLLS_MAX : REROLLS_MAX
/** Of the tier's price, what all pictures of a bundle may cost; what vendors bill in dollars counts as if it were the currency paid in. */
const SHARE_OF_PRICE = 0.5
const MICROS_PER_MINOR = 10_000

/** What was tried for a bundle so far. */
export interface Tried {
  styleId: StyleId
  /** Headshots promised. */
  wanted: number
  /** Pictures that have ended, well or not. */
  ended: number
  /** Pictures ordered that have not ended yet: what they cost is not on record. */
  underWay: number
  /** What the ended ones cost, in millionths; 0 where the engine records nothing. */
  costMicros: number
}

/**
 * Whether one more picture is made while headshots are missing, pure. As many as were promised always are; beyond them as long
 * as all together stay within a share of the tier's price, or, where no cost is known, up to a fixed number. What does not pass
 * is never charged.
 */
export function mayTryAnother({ styleId, wanted, ended, underWay, costMicros }: Tried): boolean {
  const ordered = ended + underWay
  if (ordered < wanted) return true
  if (costMicros === 0) return ordered < wanted + REROLLS_MAX
  const budgetMicros = SHARE_OF_PRICE * TIER_AMOUNT_MINOR[STYLE_TIER[styleId]] * MICROS_PER_MINOR
  const eachMicros = costMicros / Math.max(1, ended)
  return (
    ordered < wanted + candidatesBeyond(styleId) && costMicros + eachMicros * (underWay + 1) <= budgetMicros
  )
}
