import { fastLinear } from '#studio/picture/color.ts'
import { valueOfRank } from '#studio/kernels/rank.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { softenCells } from './soften.ts'

/** Pixels per cell that skin is looked for on. */
export const SKIN_CELL = 4

/** Colours reduced to cells: code values 0..1, and the subject's coverage. */
export interface Cells {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  alpha: Float32Array
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

/** Medians and spreads of ln(r/g) and ln(b/g), and how they change with luma; median luma. */
interface Tone {
  warm: number
  warmSpread: number
  warmSlope: number
  cool: number
  coolSpread: number
  coolSlope: number
  luma: number
}

/** Channels count as this much at least. */
const FLOOR = 0.02

/** The cells' tones; of cells that are not the subject's luma alone. */
interface Ratios {
  warm: Float32Array
  cool: Float32Array
  luma: Float32Array
}

function ratiosOf({ r, g, b, alpha }: Cells): Ratios {
  const plane = () => new Float32Array(alpha.length)
  const [warm, cool, luma] = [plane(), plane(), plane()]
  for (let i = 0; i < alpha.length; i++) {
    const red = r[i] ?? 0
    const green = g[i] ?? 0
    const blue = b[i] ?? 0
    luma[i] = 0.299 * red + 0.587 * green + 0.114 * blue
    if ((alpha[i] ?? 0) === 0) continue
    const least = Math.max(FLOOR, green)
    warm[i] = Math.log(Math.max(FLOOR, red) / least)
    cool[i] = Math.log(Math.max(FLOOR, blue) / least)
  }
  return { warm, cool, luma }
}

function toneOf({ warm, cool, luma }: Ratios, face: Float32Array): Tone | null {
  const cells: number[] = []
  for (let i = 0; i < face.length; i++) if ((face[i] ?? 0) > SURE_FACE) cells.push(i)
  if (cells.length < 50) return null
  const ranked = (values: Float32Array, share: number) => {
    const picked = new Float32Array(cells.length)
    for (let k = 0; k < picked.length; k++) picked[k] = values[cells[k] ?? 0] ?? 0
    return valueOfRank(picked, Math.floor(cells.length * share))
  }
  const bright = ranked(luma, 0.5)
  const middleOf = (values: Float32Array) => {
    const [median, spread] = [ranked(values, 0.5), (ranked(values, 0.75) - ranked(values, 0.25)) * 0.74]
    const { slope } = lightTrend({ colour: values, luma, face }, { colour: median, luma: bright })
    return { median, spread, slope }
  }
  const [red, blue] = [middleOf(warm), middleOf(cool)]
  return {
    warm: red.median,
    warmSpread: Math.min(0.08, Math.max(0.05, red.spread)),
    warmSlope: red.slope,
    cool: blue.median,
    coolSpread: Math.min(0.1, Math.max(0.06, blue.spread)),
    coolSlope: blue.slope,
    luma: bright,
  }
}

/** What a face has at its usual luma, and how that changes with luma. */
export interface LightTrend {
  usual: number
  slope: number
}

/**
 * Least squares over the face, about its medians. Light takes colour from where it shines and leaves it in the shade: a colour that grows
 * with luma is none of light's, and has no slope. Nor has one far from the face's own: a ginger beard is none of the skin.
 */
export function lightTrend(
  { colour, luma, face }: { colour: Float32Array; luma: Float32Array; face: Float32Array },
  { colour: median, luma: usualLuma }: { colour: number; luma: number },
): LightTrend {
  let [found, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < face.length; i++) {
    if ((face[i] ?? 0) < SURE_FACE) continue
    const light = luma[i] ?? 0
    const own = colour[i] ?? 0
    if (light < DARKEST || Math.abs(own - median) > FOREIGN.to) continue
    const off = light - usualLuma
    found++
    x += off
    y += own
    xx += off * off
    xy += off * own
  }
  const cells = Math.max(1, found)
  const slope = (xy - (x * y) / cells) / (EVEN_LIGHT ** 2 * cells + xx - (x * x) / cells)
  const usual = (y - slope * x) / cells
  return slope * usual < 0 ? { usual, slope } : { usual: y / cells, slope: 0 }
}

/** A colour this far from the face's own begins to be another one, and is one. */
export const FOREIGN = { from: 0.14, to: 0.25 } as const
/** Spread of luma in light so even that it shows no trend. */
const EVEN_LIGHT = 0.02
/** Luma below which a colour says nothing. */
const DARKEST = 0.1
/** The face's own tone is that of cells beyond doubt. */
const SURE_FACE = 0.95

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
  /** Among eyes, brows and lips. */
  isFeature: boolean
}

/** @param mesh in pixels of the full size */
function placesAbout(mesh: Float32Array): (x: number, y: number) => Place {
  const tall = faceHeight(mesh) / SKIN_CELL
  const { middle, rollDeg } = eyeLine(mesh)
  const [left, right, top, chin] = [
    vertex(mesh, 234),
    vertex(mesh, 454),
    vertex(mesh, 10),
    vertex(mesh, CHIN),
  ]
  const roll = (rollDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  const drop = Math.hypot(chin.x - middle.x, chin.y - middle.y) / SKIN_CELL
  const half = (p: typeof top, q: typeof top) => Math.hypot(q.x - p.x, q.y - p.y) / 2 / SKIN_CELL
  const [wide, high] = [FEATURES * half(left, right), FEATURES * half(top, chin)]
  const face = { x: (left.x + right.x) / 2 / SKIN_CELL, y: (top.y + chin.y) / 2 / SKIN_CELL }
  const eyes = { x: middle.x / SKIN_CELL, y: middle.y / SKIN_CELL }
  return (x, y) => {
    // Across from the middle of the eyes, face heights; down from them, times as far as the chin.
    const across = Math.abs((x - eyes.x) * cos + (y - eyes.y) * sin) / tall
    const down = ((y - eyes.y) * cos - (x - eyes.x) * sin) / drop
    const ears = 1 - smoothstep(0.64, 0.74, across)
    const beside = ears * smoothstep(-0.3, -0.12, down) * (1 - smoothstep(1.45, 1.75, down))
    const over = smoothstep(-0.95, -0.7, down) * (1 - smoothstep(-0.15, 0, down))
    const above = (1 - smoothstep(0.34, 0.46, across)) * over
    return {
      beside,
      above,
      bare: Math.max(above, beside * (1 - smoothstep(0.6, 0.8, down))),
      isFeature: ((x - face.x) / wide) ** 2 + ((y - face.y) / high) ** 2 < 1,
    }
  }
}

/** Hair of this share of the skin's light, and less, is darker than skin; of that share it is not. */
const DARK_HAIR = 0.35
const PALE_HAIR = 0.6

/** How much darker than the skin hair is, 0..1. */
function darknessOf(hair: number, { luma }: Tone): number {
  return 1 - smoothstep(DARK_HAIR, PALE_HAIR, hair / Math.max(0.01, fastLinear(luma)))
}

/** Mean deviation of luma from its surroundings: skin is smooth, hair and cloth are not. */
function roughness(luma: Plane): Float32Array {
  const even = softenCells(luma, 2.2).data
  const data = new Float32Array(even.length)
  for (let i = 0; i < data.length; i++)
    data[i] = Math.abs((luma.data[i] ?? 0) - (even[i] ?? 0)) / Math.max(0.06, even[i] ?? 0)
  return softenCells({ ...luma, data }, 2.2).data
}

/**
 * How far a cell has the face's own colour, lit or in shade, 0..1; on a forehead, where no cloth is, the colour it has
 * where it shines too.
 */
function likeness(tone: Tone, warm: number, cool: number, luma: number, forehead: number): number {
  const shining = Math.min(0.4, Math.max(0, luma - tone.luma)) * forehead
  const p = warm - tone.warm - tone.warmSlope * shining
  const q = cool - tone.cool - tone.coolSlope * shining
  // Ears and a neck flushed with blood are redder than the face, seldom paler: paler is cloth.
  const redder = p / ((p > 0 ? 4.5 : 1.5) * tone.warmSpread)
  const bluer = q / ((q > 0 ? 1.4 : 3) * tone.coolSpread)
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

/** How far a cell is skin that gleams: brighter than the face, of its hue and paler. Pale hair is no different. */
function gleam(tone: Tone, warm: number, cool: number, luma: number): number {
  const chroma = Math.max(LEAST_CHROMA, tone.warm * tone.warm + tone.cool * tone.cool)
  const pale = smoothstep(0.15, 0.3, (warm * tone.warm + cool * tone.cool) / chroma)
  const hue = 1 - smoothstep(0.25, 0.5, Math.abs(warm * tone.cool - cool * tone.warm) / chroma)
  return smoothstep(1.02, 1.12, luma / Math.max(0.05, tone.luma)) * pale * hue
}

/**
 * Skin by the mesh where it reaches, by the face's colour on ears and neck.
 * @param face the mesh's skin on the cells
 * @param mesh in pixels of the full size
 * @param hair mean linear luminance of the hair
 */
export function mapSkin(cells: Cells, face: Float32Array, mesh: Float32Array, hair: number): SkinMap {
  const { width, height, alpha } = cells
  const ratios = ratiosOf(cells)
  const tone = toneOf(ratios, face)
  const [found, toned] = [face.slice(), face.slice()]
  if (tone) {
    const rough = roughness({ width, height, data: ratios.luma })
    const placeAt = placesAbout(mesh)
    // Pale hair gleams as skin does: what is brighter above the brows counts under dark hair alone.
    const darkHair = darknessOf(hair, tone)
    for (let i = 0; i < face.length; i++) {
      if ((face[i] ?? 0) > 0.99 || (alpha[i] ?? 0) < 0.5) continue
      const warm = ratios.warm[i] ?? 0
      const cool = ratios.cool[i] ?? 0
      const luma = ratios.luma[i] ?? 0
      // Of hair and dark cloth no more is to be asked.
      if (luma < DARKEST_SKIN * tone.luma) continue
      const { beside, above, bare, isFeature } = placeAt((i % width) + 0.5, Math.floor(i / width) + 0.5)
      const smooth = 1 - smoothstep(0.05, 0.12, rough[i] ?? 0)
      const gleaming = bare > 0 ? darkHair * gleam(tone, warm, cool, luma) * bare * smooth : 0
      const like = Math.max(likeness(tone, warm, cool, luma, above), gleaming)
      if (like <= 0.1) continue
      toned[i] = Math.max(toned[i] ?? 0, smoothstep(0.1, 0.6, like))
      if (isFeature) continue
      found[i] = Math.max(found[i] ?? 0, Math.max(beside, above) * smooth * smoothstep(0.15, 0.55, like))
    }
  }
  const whole = softenCells(
    { width, height, data: found },
    Math.max(1, (faceHeight(mesh) * 0.008) / SKIN_CELL),
  )
  for (let i = 0; i < whole.data.length; i++)
    whole.data[i] = (whole.data[i] ?? 0) * smoothstep(0.9, 1, alpha[i] ?? 0)
  const wide = softenCells({ width, height, data: toned }, (faceHeight(mesh) * 0.02) / SKIN_CELL)
  return { whole, toned: wide, face }
}
