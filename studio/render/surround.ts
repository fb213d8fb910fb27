import { luminance } from '#studio/picture/color.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { quantile } from '#studio/planes/rank.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import type { LocationSet } from '#studio/scene/recipe.ts'
import type { Normals } from './relight.ts'

/** The light of a place as it falls on the subject. */
export interface Surround {
  /** Factors on the subject's code values, on cells of the light grid. */
  gains: readonly [Plane, Plane, Plane]
  /** Light that the rim light adds to black: the background's. */
  rim: readonly [number, number, number]
}

/** The face's lit part keeps the studio's brightness; less light falls on other parts. */
const LIT_PART = 0.7
/** How much of the place's own cast stays on skin that was balanced for it. */
const CAST = 0.16
/** Largest change of light, natural log, to the bright and to the dark, and of each channel against that light. */
const BRIGHTEST = 0.35
const DARKEST = 0.62
const TINT = 0.1
/** Code values follow linear light by about this power. */
const CODE_POWER = 1 / 2.2
/** Spread, face heights: what lights a face from all round models its shape, not its features. */
const SOFT = 0.06
/**
 * How far light from above and below is evened out with that from the front: portraits are taken with a reflector.
 */
const REFLECTED = { up: 0.5, down: 0.75 } as const
/** Of the rim light in a studio, whose strength a place's has. */
const RIM_LEVEL = 0.36

/**
 * Changes a subject that was lit and balanced as in a studio to the light of a place: its side, contrast and colours.
 * The lit part of the face keeps its light, but for the place's own exposure.
 * @param skin cells of the face's skin
 */
export function surroundOf(
  normals: Normals,
  light: PlaceLight,
  skin: readonly number[],
  { onPerson, personEv }: Pick<LocationSet, 'onPerson' | 'personEv'>,
): Surround {
  const { width, height } = normals
  const reaching = [0, 1, 2].map((c) => lightOn(normals, light, c as 0 | 1 | 2))
  const level = Float32Array.from(reaching[0] ?? [], (red, i) =>
    Math.log(luminance(red, reaching[1]?.[i] ?? 0, reaching[2]?.[i] ?? 0)),
  )
  const lit =
    skin.length === 0
      ? 0
      : quantile(
          Float32Array.from(skin, (i) => level[i] ?? 0),
          LIT_PART,
        )
  const gains = reaching.map((data) => {
    const own = (i: number) => Math.log(data[i] ?? 1) - (level[i] ?? 0)
    const mean = skin.reduce((sum, i) => sum + own(i), 0) / Math.max(1, skin.length)
    const plane = data.map((_, i) => {
      const tint = bounded(onPerson * (own(i) - mean * (1 - CAST)), TINT, TINT)
      return bounded(onPerson * ((level[i] ?? 0) - lit), BRIGHTEST, DARKEST) + tint + personEv * Math.LN2
    })
    return blur(
      { width, height, data: plane.map((gain) => Math.exp(gain * CODE_POWER)) },
      SOFT * normals.unit,
    )
  })
  const [r, g, b] = gains
  if (!r || !g || !b) throw new RangeError('light has three channels')
  const most = Math.max(...light.behind)
  const [red, green, blue] = light.behind.map((value) => (RIM_LEVEL * value) / Math.max(1e-3, most))
  return { gains: [r, g, b], rim: [red ?? 0, green ?? 0, blue ?? 0] }
}

/**
 * One channel of the light on each cell: the light of the six sides that it faces, weighted by the squares of its
 * normal.
 */
function lightOn({ x, y, z }: Normals, light: PlaceLight, c: 0 | 1 | 2): Float32Array {
  return x.map((across, i) => {
    const down = y[i] ?? 0
    const sides = across < 0 ? light.left[c] : light.right[c]
    const height =
      down < 0
        ? light.up[c] + (light.front[c] - light.up[c]) * REFLECTED.up
        : light.down[c] + (light.front[c] - light.down[c]) * REFLECTED.down
    return across ** 2 * sides + down ** 2 * height + (z[i] ?? 0) ** 2 * light.front[c]
  })
}

function bounded(value: number, above: number, below: number): number {
  const most = value > 0 ? above : below
  return most * Math.tanh(value / most)
}
