import { judgeHeadshot } from '#studio/gate/gate.ts'
import { PICTURE } from '#studio/gate/limits.ts'
import type { GateReason } from '#studio/gate/rules.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'
import type { RejectReason } from '#studio/intake/reasons.ts'
import { buildModel } from '#studio/model/model.ts'
import { decodePrepared } from '#studio/model/selfie-file.ts'
import { cutOfShot, renderShot } from '#studio/render/headshot.ts'
import type { StyleId } from '#studio/scene/styles.ts'

/** A plain take, at a preview's size: what the selfie itself shows is the same in every style. */
const STYLE: StyleId = 'studio-grey'
const SCALE = 0.5

/**
 * Reasons why no headshot of a selfie would pass. A look aside is none: it gives a warning, and the selfie is used
 * late.
 */
const REFUSED: Partial<Record<GateReason, RejectReason>> = {
  no_face: 'no_face',
  grimace: 'grimace',
  soft: 'blurred',
  cut_off: 'shoulders_cut',
  hair_cut: 'hair_cut',
}

/** Findings on a selfie once it is cut out. */
export interface CutFindings {
  failures: readonly GateReason[]
  /** Whether even the tightest crop shows a hand. */
  showsHand: boolean
  /** See `measureMouthRed`; null without a face. */
  mouthRed: number | null
}

/** The verdict on a selfie, pure. Covered eyes and lips were judged on the selfie itself. */
export function verdictOf(
  { failures, showsHand, mouthRed }: CutFindings,
  warnings: SelfieReading['warnings'],
): Pick<SelfieReading, 'reasons' | 'warnings'> {
  const reasons = failures.flatMap((failure) => REFUSED[failure] ?? [])
  if (showsHand || (mouthRed !== null && mouthRed < PICTURE.mouthRed)) reasons.push('face_covered')
  const looksAway = failures.includes('looking_away') && !warnings.includes('looking_away')
  return { reasons, warnings: looksAway ? [...warnings, 'looking_away'] : warnings }
}

/**
 * The one verdict on a selfie whose reading has no reasons: every fault that the gate would find in all of its
 * headshots is found on one plain shot, before payment. Shots are then judged for their differences only.
 * @param kept the prepared selfie
 */
export async function judgePrepared(
  kept: Uint8Array,
  warnings: SelfieReading['warnings'],
): Promise<Pick<SelfieReading, 'reasons' | 'warnings'>> {
  const { prepared } = decodePrepared(kept)
  const model = buildModel([prepared], [{ warnings }])
  const shot = { selfieId: prepared.id, variation: 0, seed: 1 }
  const [raster, cut] = await Promise.all([
    renderShot(model, STYLE, shot, { scale: SCALE }),
    cutOfShot(model, STYLE, shot, VIEW_SIZE),
  ])
  const { reasons: failures, measures } = await judgeHeadshot(raster, model, { colourless: false, cut })
  return verdictOf({ failures, showsHand: cut.showsHand, mouthRed: measures?.mouthRed ?? null }, warnings)
}
