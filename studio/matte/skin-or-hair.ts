import type { Size } from '#studio/raster.ts'
import { binsOf, histogram } from './histogram.ts'
import type { Guide } from './laplacian.ts'
import { above, both, inverse } from '#studio/planes/mask.ts'
import type { HeadGeometry } from './segmentation.ts'

/** A colour is the face's that covers so much of it, and the hair's that is so common there and so much likelier. */
const SKIN_SHARE = 0.001
const HAIR_SHARE = 0.01
const LIKELIER = 2
/** A colour that covers so much of the face is common there. */
const COMMON_SHARE = 0.01
/** Hair is what lies higher than this above the eyes outside of the face. */
const ABOVE_EYES = 0.15

/** Says of a place in the guide: 1 where the colour is the face's, -1 where it is rather the hair's, 0 if neither's. */
export type Judge = (x: number, y: number) => number

function byColour(colours: Uint16Array, { width, height }: Size, of: (bin: number) => number): Judge {
  return (x, y) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column < 0 || row < 0 || column >= width || row >= height) return 0
    return of(colours[row * width + column] ?? 0)
  }
}

export function skinOrHair(guide: Guide, body: Uint8Array, head: HeadGeometry, face: Float32Array): Judge {
  const { width } = guide
  const oval = above(face, 0.5)
  const hairline = Math.round(head.eyeY / 2 - (ABOVE_EYES * head.faceHeight) / 2) * width
  const hair = both(body, inverse(oval))
  hair.fill(0, Math.max(0, hairline))
  const colours = binsOf(guide)
  const [onFace, onHair] = [histogram(colours, oval), histogram(colours, hair)]
  return byColour(colours, guide, (bin) => {
    const [asSkin, asHair] = [onFace?.[bin] ?? 0, onHair?.[bin] ?? 0]
    if (asHair > Math.max(LIKELIER * asSkin, HAIR_SHARE)) return -1
    return asSkin > SKIN_SHARE ? 1 : 0
  })
}

/** 1 where the colour is common on the face, whatever is above it. */
export function skinOnly(guide: Guide, face: Float32Array): Judge {
  const colours = binsOf(guide)
  const onFace = histogram(colours, above(face, 0.5))
  return byColour(colours, guide, (bin) => ((onFace?.[bin] ?? 0) > COMMON_SHARE ? 1 : 0))
}
