import { headMiddle } from '#studio/person/frame.ts'
import type { ModelSelfie } from '#studio/model/model.ts'
import { pixelsOf } from '#studio/model/pixels.ts'
import { createRecentCache } from '#studio/scene/recent-cache.ts'

/** A selfie's decoded cut-out, shared by all its shots. */
export interface Source {
  width: number
  height: number
  colours: Uint8Array
  alpha: Uint8Array
  /** First row the subject reaches. */
  crown: number
  /** Column of the head's middle. */
  middle: number
}

/**
 * Number of decoded selfies a process keeps, about 7 MB each: a usual set, because a bundle's shots rotate through
 * it.
 */
const KEPT = 10

const kept = createRecentCache<Source>(KEPT)

/** The pixels of a selfie, kept for its next shot. */
export const sourceOf = (selfie: ModelSelfie): Promise<Source> => kept(selfie, () => openSource(selfie))

async function openSource(selfie: ModelSelfie): Promise<Source> {
  const { width, height } = selfie
  const { foreground: colours, alpha } = await pixelsOf(selfie)
  const isPerson = (x: number, y: number) =>
    x >= 0 && x < width - 0.5 && (alpha[Math.round(y) * width + Math.round(x)] ?? 0) > 128
  const middle = headMiddle(selfie.mesh, isPerson).x
  const crown = crownOf(alpha, width, height)
  return { width, height, colours, alpha, crown, middle }
}

function crownOf(alpha: Uint8Array, width: number, height: number): number {
  for (let y = 0; y < height; y++) {
    let solid = 0
    for (let x = 0; x < width; x += 2) if ((alpha[y * width + x] ?? 0) > 128) solid++
    if (solid > width * 0.012) return y
  }
  return 0
}
