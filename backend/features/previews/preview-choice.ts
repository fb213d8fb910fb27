import type { PreviewState } from '#contract/previews.ts'

/** An accepted selfie and its quality; see `SelfieVerdict.quality`. */
export interface Candidate {
  id: string
  quality: number
  /** Whether the owner prefers it. */
  isPreferred: boolean
}

/** The preview's present selfie. */
export interface CurrentChoice {
  selfieId: string
  quality: number
  state: PreviewState
}

/** By how much a selfie must be better before a preview is made again: less would not be seen. */
const CLEARLY_BETTER = 0.25

/**
 * The selfie to make the preview from, pure: a preferred one if there is any. The current one stays while it is among
 * them and no other is clearly better, else the best. Undefined without candidates. A selfie that failed is replaced
 * by any other.
 */
export function choosePreviewSelfie(
  inUse: readonly Candidate[],
  current: CurrentChoice | undefined,
): Candidate | undefined {
  const preferred = inUse.filter(({ id, isPreferred }) => isPreferred && !hasFailed(id, current))
  return chooseAmong(preferred.length > 0 ? preferred : inUse, current)
}

function hasFailed(id: string, current: CurrentChoice | undefined): boolean {
  return current?.selfieId === id && current.state === 'failed'
}

function chooseAmong(
  accepted: readonly Candidate[],
  current: CurrentChoice | undefined,
): Candidate | undefined {
  const held = accepted.find(({ id }) => id === current?.selfieId)
  const others = accepted.filter((candidate) => candidate !== held)
  const best = others.reduce<Candidate | undefined>(
    (leader, candidate) => (leader && leader.quality >= candidate.quality ? leader : candidate),
    undefined,
  )
  if (!held || !best) return held ?? best
  return current?.state === 'failed' || best.quality >= held.quality + CLEARLY_BETTER ? best : held
}
