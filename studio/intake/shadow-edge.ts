import { PATCH_SIDE, REGIONS, pixelsWithin } from './skin-patch.ts'
import type { FacePatch } from './skin-patch.ts'

/** Lines tried across the face: their slopes against the vertical, and how far from the middle of the nose, in pixels. */
const SLOPES = [-0.6, -0.3, 0, 0.3, 0.6] as const
const OFFSETS = { most: 40, step: 3 } as const
/** Half the distance over which light is compared: an edge is narrower than 12 of some 140 pixels of a face's width. */
const REACH = 6
/** A line counts when it runs over this much of the face's height. */
const LEAST_RUN = 0.6
/** Under this linear luminance noise would be compared. */
const FLOOR = 0.004

/**
 * The sharp edge of a shadow that runs down the face: natural logarithm of the light on one side over the other, at the
 * straight line where it is largest. The median along the line is taken, so that what makes an edge in one place only
 * (nose, fringe, frame of glasses, beard) does not count.
 */
export function shadowEdge(patch: FacePatch): number {
  const within = new Uint8Array(PATCH_SIDE * PATCH_SIDE)
  const inside = pixelsWithin(patch, REGIONS.oval)
  for (const pixel of inside) within[pixel] = 1
  const features = [REGIONS.rightEyeZone, REGIONS.leftEyeZone, REGIONS.mouth]
  for (const pixel of features.flatMap((region) => pixelsWithin(patch, region))) within[pixel] = 0
  const light = Float32Array.from(patch.luminance, (value) => Math.log(value + FLOOR))
  const height = Math.abs(patch.point(152).y - patch.point(10).y)
  const middle = patch.point(168)
  const nose = patch.point(4)
  let strongest = 0
  for (const slope of SLOPES) {
    for (let offset = -OFFSETS.most; offset <= OFFSETS.most; offset += OFFSETS.step) {
      const x = (middle.x + nose.x) / 2 + offset
      const steps = stepsAlong(light, within, { x, y: (middle.y + nose.y) / 2, slope })
      if (steps.length < LEAST_RUN * height) continue
      strongest = Math.max(strongest, Math.abs(middleOf(steps)))
    }
  }
  return strongest
}

/** Right less left of a line, row by row, where both sides are on the face. */
function stepsAlong(
  light: Float32Array,
  within: Uint8Array,
  line: { x: number; y: number; slope: number },
): number[] {
  const steps: number[] = []
  for (let y = 0; y < PATCH_SIDE; y++) {
    const x = Math.round(line.x + (y - line.y) * line.slope)
    const [left, right] = [y * PATCH_SIDE + x - REACH, y * PATCH_SIDE + x + REACH]
    if (x < REACH || x >= PATCH_SIDE - REACH || !within[left] || !within[right]) continue
    steps.push((light[right] ?? 0) - (light[left] ?? 0))
  }
  return steps
}

function middleOf(values: number[]): number {
  return values.sort((p, q) => p - q)[values.length >> 1] ?? 0
}
