import { LEFT_EYE, RIGHT_EYE } from '#studio/person/landmarks.ts'
import { blur } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { dilation, opening } from '#studio/planes/opening.ts'
import { extentOf, partsOf } from '#studio/planes/parts.ts'
import { quantile, valuesOn } from '#studio/planes/rank.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Patch } from './patch.ts'

/** FaceMesh's vertices about what a lens covers (below the brow, round the temple, over the cheek), and about a cheek. */
export const LENSES = [
  {
    eye: RIGHT_EYE,
    lens: [35, 124, 46, 53, 52, 65, 55, 245, 128, 121, 120, 119, 118, 117, 111, 143],
    cheek: [50, 101, 36, 205, 187, 123],
  },
  {
    eye: LEFT_EYE,
    lens: [265, 353, 276, 283, 282, 295, 285, 465, 357, 350, 349, 348, 347, 346, 340, 372],
    cheek: [280, 330, 266, 425, 411, 352],
  },
] as const

/** Of the cheek's light, what most of it does not exceed. */
const BRIGHT_SKIN = 0.8
/**
 * Half the width up to which a bright place can be a reflection, face heights, and how far it exceeds what is about it,
 * code values: light on skin is wider, and soft.
 */
const WIDEST = 0.045
const ABRUPT = { from: 0.04, to: 0.1 } as const
/** Light over that of the cheek, code values, at which a channel begins to be a reflection, and at which it is one. */
const ADDED = { from: 0.05, to: 0.14 } as const
/** Green and blue over red, of luma, beyond the cheek's: skin behind glass is no cooler. What is darker is the frame. */
const COOLER = { from: 0.12, to: 0.3 } as const
const NO_FRAME = { from: 0.45, to: 0.65 } as const
/** Length up to which a bright place is a reflection, face heights: frames, patches of light skin and eyeshadow are longer. */
const LONGEST = 0.14
/** Width of a reflection's own soft rim, face heights. */
const RIM = 0.009
/** Spread of the fill about a reflection, face heights. */
const SPREAD = 0.03
/** Least share of clear pixels that can fill a place. */
const CLEAR = 0.05

/**
 * Takes reflections off glasses, in place. A reflection adds light to the skin behind the lens, white or in the
 * coating's colour; the clear skin about it takes its place. The eye itself is left as it is.
 * @param parts 0..1 each: what a lens covers, the eye between its lids, the cheek below
 * @param unit upper forehead to chin, pixels
 */
export function clearLens(
  patch: Patch,
  { lens, eye, cheek }: Record<'lens' | 'eye' | 'cheek', Float32Array>,
  unit: number,
  degree: number,
): void {
  const { width, height } = patch
  const planeOf = (data: Float32Array) => ({ width, height, data })
  const channels = [patch.r, patch.g, patch.b] as const
  const bare = cellsAbove(cheek, 0.5)
  const usual = channels.map((channel) => quantile(valuesOn(channel, bare), BRIGHT_SKIN))
  if (usual.some(Number.isNaN)) return
  const colourAt = (i: number) => channels.map((channel) => channel[i] ?? 0)
  const [usualLuma, usualCool] = [lumaOf(usual), coolness(usual)]
  const standsOut = (data: Float32Array) => {
    const about = opening(planeOf(data), Math.round(WIDEST * unit)).data
    return data.map((value, i) => smoothstep(ABRUPT.from, ABRUPT.to, value - (about[i] ?? 0)))
  }
  const bright = standsOut(lens.map((_, i) => lumaOf(colourAt(i))))
  const blueGreen = standsOut(lens.map((_, i) => ((patch.g[i] ?? 0) + (patch.b[i] ?? 0)) / 2))
  const reflects = lens.map((share, i) => {
    if (share === 0) return 0
    const seen = colourAt(i)
    const added = Math.max(...seen.map((value, c) => value - (usual[c] ?? 0)))
    const cool = smoothstep(COOLER.from, COOLER.to, coolness(seen) - usualCool)
    const lit = smoothstep(NO_FRAME.from, NO_FRAME.to, lumaOf(seen) / usualLuma)
    const white = (bright[i] ?? 0) * smoothstep(ADDED.from, ADDED.to, added)
    return Math.max(white, (blueGreen[i] ?? 0) * cool * lit)
  })
  const seen = Uint8Array.from(reflects, (share) => (share > 0 ? 1 : 0))
  for (const part of partsOf(seen, width))
    if (extentOf(part, width) > LONGEST * unit) for (const i of part) reflects[i] = 0
  const rim = Math.max(1, Math.round(RIM * unit))
  const whole = blur(dilation(planeOf(reflects), rim), rim / 2).data
  const behindGlass = lens.map((share, i) => share * (1 - (eye[i] ?? 0)))
  const shine = whole.map((share, i) => share * (behindGlass[i] ?? 0))
  if (!shine.some((share) => share > 0)) return
  const soften = (data: Float32Array) => blur(planeOf(data), SPREAD * unit).data
  const clear = behindGlass.map((share, i) => share * (1 - (whole[i] ?? 0)))
  const near = soften(clear)
  channels.forEach((channel, c) => {
    const filled = soften(channel.map((value, i) => value * (clear[i] ?? 0)))
    for (let i = 0; i < shine.length; i++) {
      const share = near[i] ?? 0
      const behind = share > CLEAR ? (filled[i] ?? 0) / share : (usual[c] ?? 0)
      channel[i] = (channel[i] ?? 0) + degree * (shine[i] ?? 0) * (behind - (channel[i] ?? 0))
    }
  })
}

const lumaOf = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.299 * r + 0.587 * g + 0.114 * b

/** How much green and blue exceed red, of luma. */
const coolness = (rgb: readonly number[]) => {
  const [r = 0, g = 0, b = 0] = rgb
  return ((g + b) / 2 - r) / Math.max(0.05, lumaOf(rgb))
}
