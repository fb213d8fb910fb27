import { headMiddle } from '#studio/person/frame.ts'
import type { ModelSelfie } from '#studio/model/model.ts'
import { pixelsOf } from '#studio/model/pixels.ts'
import { keeping } from '#studio/scene/keeping.ts'

/** A selfie's cut-out as every shot of it uses it, decoded. */
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

/** Selfies one process keeps, about 7 MB each: a usual set, for a bundle's shots go round and round it. */
const KEPT = 10

const kept = keeping<Source>(KEPT)

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
