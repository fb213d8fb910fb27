import type { PreviewState } from '#contract/previews.ts'

/** An accepted selfie and how good a picture it is; see `SelfieVerdict.quality`. */
export interface Candidate {
  id: string
  quality: number
}

/** What the preview is made from now. */
export interface CurrentChoice {
  selfieId: string
  quality: number
  state: PreviewState
}

/** By how much a selfie must be better before a preview is made again: less would not be seen. */
const CLEARLY_BETTER = 0.25

/**
 * The selfie the preview is to be made from, pure: the current one while it is accepted and nothing is clearly better,
 * else the best. Undefined when there is none. What failed gives way to any other selfie.
 */
export function choosePreviewSelfie(
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
