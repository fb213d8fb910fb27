import { medianOn, quantile, valuesOn } from '#studio/planes/rank.ts'
import { blur } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import { faceOval } from '#studio/person/skin.ts'
import { fastLinear } from '#studio/picture/color.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'

/** Pixels per cell that skin is looked for on. */
export const SKIN_CELL = 4

/** Colours reduced to cells: code values 0..1, the subject's coverage, and the face in the cells' pixels. */
export interface Cells extends Size {
  r: Float32Array
  g: Float32Array
  b: Float32Array
  alpha: Float32Array
  mesh: Float32Array
}

/** Where the subject is skin, and how far: what retouching and skin tone are confined to. */
export interface SkinMap {
  /** Skin of face, ears and neck on the cells, 0..1, soft edges. */
  whole: Plane
  /** Whatever has the skin's colour, scalp and hairline too, with wide soft edges: where its tone is corrected. */
  toned: Plane
  /** The mesh's part of the skin. */
  face: Float32Array
}

/** Median and spread of a colour on the face, and how it changes with luma. */
interface Hue {
  median: number
  spread: number
  slope: number
}

/** Of the face: ln(r/g), ln(b/g), and its usual luma. */
interface Tone {
  warm: Hue
  cool: Hue
  luma: number
}

/** Channels count as this much at least. */
const FLOOR = 0.02

function toneOf(warm: Float32Array, cool: Float32Array, luma: Float32Array, face: Float32Array): Tone | null {
  const cells = sureFace(face)
  if (cells.length < 17) return null
  const hueOf = (values: Float32Array, least: number, most: number): Hue => {
    const found = valuesOn(values, cells)
    const ranked = (share: number) => quantile(found, share)
    const spread = (ranked(0.75) - ranked(0.25)) * 0.74
    const { slope } = lightTrend(values, luma, cells)
    return { median: ranked(0.5), spread: Math.min(most, Math.max(least, spread)), slope }
  }
  return { warm: hueOf(warm, 0.05, 0.08), cool: hueOf(cool, 0.06, 0.1), luma: medianOn(luma, cells) }
}

/** What a face has at its usual luma, and how that changes with luma. */
export interface LightTrend {
  usual: number
  slope: number
  luma: number
}

/**
 * Least squares over cells of the face, about the medians. Light takes colour from where it shines and leaves it in the
 * shade: a colour that grows with luma is none of light's, and has no slope. Nor has one far from the face's own: a ginger
 * beard is none of the skin.
 */
export function lightTrend(colour: Float32Array, luma: Float32Array, cells: readonly number[]): LightTrend {
  const [median, usualLuma] = [medianOn(colour, cells), medianOn(luma, cells)]
  let [found, x, y, xx, xy] = [1e-9, 0, 0, 0, 0]
  for (const i of cells) {
    const own = colour[i] ?? 0
    const off = (luma[i] ?? 0) - usualLuma
    if ((luma[i] ?? 0) < DARKEST || Math.abs(own - median) > FOREIGN.to) continue
    found++
    x += off
    y += own
    xx += off * off
    xy += off * own
  }
  const slope = (xy - (x * y) / found) / (EVEN_LIGHT ** 2 * found + xx - (x * x) / found)
  const usual = (y - slope * x) / found
  return { luma: usualLuma, ...(slope * usual < 0 ? { usual, slope } : { usual: y / found, slope: 0 }) }
}

/** A colour this far from the face's own begins to be another one, and is one. */
export const FOREIGN = { from: 0.14, to: 0.25 } as const
/** Spread of luma in light so even that it shows no trend. */
const EVEN_LIGHT = 0.02
/** Luma below which a colour says nothing. */
const DARKEST = 0.1
/** The face's own tone is that of cells beyond doubt: every third says enough. */
export const sureFace = (face: Float32Array): number[] => cellsAbove(face, 0.95).filter((_, k) => k % 3 === 0)

/** Eyes, brows and lips lie within this share of the face: nothing found by colour comes back there. */
const FEATURES = 0.86

/** Where a cell lies about the face. */
interface Place {
  /** How far ears and neck may lie there, 0..1, soft. */
  beside: number
  /** How far the forehead may go on there, above the mesh, which ends below the hair, 0..1, soft. */
  above: number
  /** How far skin may gleam there. */
  bare: number
}

/** @param mesh on the cells */
function placesAbout(mesh: Float32Array): (x: number, y: number) => Place {
  const tall = faceHeight(mesh)
  const { middle: eyes, rollDeg } = eyeLine(mesh)
  const chin = vertex(mesh, CHIN)
  const roll = (rollDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  const drop = Math.hypot(chin.x - eyes.x, chin.y - eyes.y)
  return (x, y) => {
    // Across from the middle of the eyes, face heights; down from them, times as far as the chin.
    const across = Math.abs((x - eyes.x) * cos + (y - eyes.y) * sin) / tall
    const down = ((y - eyes.y) * cos - (x - eyes.x) * sin) / drop
    const ears = 1 - smoothstep(0.64, 0.74, across)
    const beside = ears * smoothstep(-0.3, -0.12, down) * (1 - smoothstep(1.45, 1.75, down))
    const over = smoothstep(-0.95, -0.7, down) * (1 - smoothstep(-0.15, 0, down))
    const above = (1 - smoothstep(0.34, 0.46, across)) * over
    return { beside, above, bare: Math.max(above, beside * (1 - smoothstep(0.6, 0.8, down))) }
  }
}

/** Mean deviation of luma from its surroundings: skin is smooth, hair and cloth are not. */
function roughness(luma: Plane): Float32Array {
  const even = blur(luma, 2).data
  const data = even.map((value, i) => Math.abs((luma.data[i] ?? 0) - value) / Math.max(0.06, value))
  return blur({ ...luma, data }, 2).data
}

/**
 * How far a cell has the face's own colour, lit or in shade, 0..1; on a forehead, where no cloth is, the colour it has
 * where it shines too.
 */
function likeness(tone: Tone, warm: number, cool: number, luma: number, forehead: number): number {
  const shining = Math.min(0.4, Math.max(0, luma - tone.luma)) * forehead
  const p = warm - tone.warm.median - tone.warm.slope * shining
  const q = cool - tone.cool.median - tone.cool.slope * shining
  // Ears and a neck flushed with blood are redder than the face, seldom paler: paler is cloth.
  const redder = p / ((p > 0 ? 4.5 : 1.5) * tone.warm.spread)
  const bluer = q / ((q > 0 ? 1.4 : 3) * tone.cool.spread)
  const bright = luma / Math.max(0.05, tone.luma)
  const burnt = smoothstep(1.2, 1.45, bright) * (1 - forehead) + smoothstep(1.7, 2.1, bright) * forehead
  return (
    Math.exp(-0.5 * (redder * redder + bluer * bluer)) * smoothstep(DARKEST_SKIN, 0.5, bright) * (1 - burnt)
  )
}

/** Luma, as a share of the face's own, under which nothing is known for skin. */
const DARKEST_SKIN = 0.3

/** Squared share of luma below which skin has no hue. */
const LEAST_CHROMA = 0.0025

/** Hair of less than this share of the skin's light is darker than skin, and of more it is not. */
const DARK_HAIR = { from: 0.35, to: 0.6 } as const

/** How far a cell is skin that gleams: brighter than the face, of its hue and paler. Pale hair is no different. */
function gleam(tone: Tone, warm: number, cool: number, luma: number): number {
  const [red, blue] = [tone.warm.median, tone.cool.median]
  const chroma = Math.max(LEAST_CHROMA, red * red + blue * blue)
  const pale = smoothstep(0.15, 0.3, (warm * red + cool * blue) / chroma)
  const hue = 1 - smoothstep(0.25, 0.5, Math.abs(warm * blue - cool * red) / chroma)
  return smoothstep(1.02, 1.12, luma / Math.max(0.05, tone.luma)) * pale * hue
}

/**
 * Skin by the mesh where it reaches, by the face's colour on ears and neck.
 * @param face the mesh's skin on the cells
 * @param hair mean linear luminance of the hair: what is brighter than the face gleams under dark hair alone
 */
export function mapSkin(cells: Cells, face: Float32Array, hair: number): SkinMap {
  const { width, height, r, g, b, alpha, mesh } = cells
  const lumas = g.map((green, i) => 0.299 * (r[i] ?? 0) + 0.587 * green + 0.114 * (b[i] ?? 0))
  const ratio = (plane: Float32Array) =>
    plane.map((value, i) =>
      (alpha[i] ?? 0) === 0 ? 0 : Math.log(Math.max(FLOOR, value) / Math.max(FLOOR, g[i] ?? 0)),
    )
  const [warms, cools] = [ratio(r), ratio(b)]
  const tone = toneOf(warms, cools, lumas, face)
  const [found, toned] = [face.slice(), face.slice()]
  if (tone) {
    const rough = roughness({ width, height, data: lumas })
    const placeAt = placesAbout(mesh)
    const features = faceOval(mesh, width, height, FEATURES)
    const darkHair =
      1 - smoothstep(DARK_HAIR.from, DARK_HAIR.to, hair / Math.max(0.01, fastLinear(tone.luma)))
    for (let i = 0; i < face.length; i++) {
      if ((face[i] ?? 0) > 0.99 || (alpha[i] ?? 0) < 0.5) continue
      const [warm, cool, luma] = [warms[i] ?? 0, cools[i] ?? 0, lumas[i] ?? 0]
      // Of hair and dark cloth no more is to be asked.
      if (luma < DARKEST_SKIN * tone.luma) continue
      const { beside, above, bare } = placeAt((i % width) + 0.5, Math.floor(i / width) + 0.5)
      const smooth = 1 - smoothstep(0.05, 0.12, rough[i] ?? 0)
      const gleaming = bare > 0 ? darkHair * gleam(tone, warm, cool, luma) * bare * smooth : 0
      const like = Math.max(likeness(tone, warm, cool, luma, above), gleaming)
      if (like <= 0.1) continue
      toned[i] = Math.max(toned[i] ?? 0, smoothstep(0.1, 0.6, like))
      if ((features[i] ?? 0) > 0) continue
      found[i] = Math.max(found[i] ?? 0, Math.max(beside, above) * smooth * smoothstep(0.15, 0.55, like))
    }
  }
  const whole = blur({ width, height, data: found }, Math.max(0.6, faceHeight(mesh) * 0.007))
  const covered = whole.data.map((value, i) => value * smoothstep(0.9, 1, alpha[i] ?? 0))
  const wide = blur({ width, height, data: toned }, faceHeight(mesh) * 0.02)
  return { whole: { width, height, data: covered }, toned: wide, face }
}
