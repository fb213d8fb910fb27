import { labOf, luminance } from '#studio/color.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/raster.ts'

type Triple = readonly [number, number, number]

/**
 * The surround is the new backdrop as a source of light: linear light that reaches the person from the left and from the
 * right of it.
 */
export interface Surround {
  left: Triple
  right: Triple
}

/** Every so manieth cell of a backdrop, each way, says enough of it. */
const STEP = 4

/** Means of the backdrop, each side by how near to it a cell lies. */
export function surroundOf(backdrop: readonly [Plane, Plane, Plane]): Surround {
  const [r, g, b] = backdrop.map(sidesOf)
  if (!r || !g || !b) throw new RangeError('a backdrop has three planes')
  return { left: [r[0], g[0], b[0]], right: [r[1], g[1], b[1]] }
}

function sidesOf({ width, height, data }: Plane): [number, number] {
  let [left, right, near, far] = [0, 0, 0, 0]
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const across = (x + 0.5) / width
      const light = data[y * width + x] ?? 0
      left += (1 - across) * light
      right += across * light
      near += 1 - across
      far += across
    }
  }
  return [left / near, right / far]
}

/** Mean luminance of surroundings that fill no shadow, and of those that do in full: paper in a dim and in a bright studio. */
const DIM = 0.12
const BRIGHT = 0.55

/** How far surroundings fill shadows, 0..1: light walls do, dark ones leave the modelling to the key. */
export function fillOf({ left, right }: Surround): number {
  return smoothstep(DIM, BRIGHT, (luminance(...left) + luminance(...right)) / 2)
}

/** How much cloth and hair take of the colour of what surrounds them. */
const TINT = 0.13
/** Surroundings of this luminance or more tint in full, black ones not at all. */
const TINTING = 0.2
/** Lab chroma that they give a white shirt at most: more is a spill, which photographers before coloured paper flag off. */
const MOST_CHROMA = 2.2

/** What a side's light multiplies the channels of cloth by, its luminance kept. */
export function tintOf(side: Triple): Triple {
  const light = luminance(...side)
  const share = TINT * smoothstep(-TINTING / 2, TINTING, light)
  const full = tintBy(side, share)
  const { a, b } = labOf(...full)
  const chroma = Math.hypot(a, b)
  return chroma > MOST_CHROMA ? tintBy(side, (share * MOST_CHROMA) / chroma) : full
}

function tintBy(side: Triple, share: number): Triple {
  const light = luminance(...side)
  const [r, g, b] = side
  const part = (value: number) => ((value + 1e-3) / (light + 1e-3)) ** share
  const level = luminance(part(r), part(g), part(b))
  return [part(r) / level, part(g) / level, part(b) / level]
}
