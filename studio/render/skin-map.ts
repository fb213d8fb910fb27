import { cellsAbove } from '#studio/planes/mask.ts'
import { quantile, valuesOn } from '#studio/planes/rank.ts'
import { blur } from '#studio/planes/blur.ts'
import { opening } from '#studio/planes/opening.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import { faceOval } from '#studio/person/skin.ts'
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

/** Median and spread of a colour on the face. */
interface Hue {
  median: number
  spread: number
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
  // The face's own tone is that of cells beyond doubt: every third says enough.
  const cells = cellsAbove(face, 0.95).filter((_, k) => k % 3 === 0)
  if (cells.length < 17) return null
  const hueOf = (values: Float32Array, least: number, most: number): Hue => {
    const ranked = (share: number) => quantile(valuesOn(values, cells), share)
    const spread = (ranked(0.75) - ranked(0.25)) * 0.74
    return { median: ranked(0.5), spread: Math.min(most, Math.max(least, spread)) }
  }
  return {
    warm: hueOf(warm, 0.05, 0.08),
    cool: hueOf(cool, 0.06, 0.1),
    luma: quantile(valuesOn(luma, cells), 0.5),
  }
}

/** Eyes, brows and lips lie within this share of the face: pixels there are never added by colour. */
const FEATURES = 0.86

/** Weights of a place for skin beyond the mesh, 0..1, soft: ears and neck, and the forehead above it. */
interface Place {
  beside: number
  above: number
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
    const ears = 1 - smoothstep(0.55, 0.75, across)
    const beside = ears * smoothstep(-0.3, -0.12, down) * (1 - smoothstep(1.3, 1.8, down))
    const over = smoothstep(-0.95, -0.7, down) * (1 - smoothstep(-0.15, 0, down))
    return { beside, above: (1 - smoothstep(0.34, 0.46, across)) * over }
  }
}

/** Mean deviation of luma from its surroundings: skin is smooth, hair and cloth are not. */
function roughness(luma: Plane): Float32Array {
  const even = blur(luma, 2).data
  const data = even.map((value, i) => Math.abs((luma.data[i] ?? 0) - value) / Math.max(0.06, value))
  return blur({ ...luma, data }, 2).data
}

/** How far a cell has the face's own colour, lit or in shade, 0..1; on a forehead, where no cloth is, where it shines too. */
function likeness(tone: Tone, warm: number, cool: number, luma: number, forehead: number): number {
  const [p, q] = [warm - tone.warm.median, cool - tone.cool.median]
  // Ears and a neck flushed with blood are redder than the face, seldom paler: paler is cloth.
  const redder = p / ((p > 0 ? 4.5 : 1.5 + 1.5 * forehead) * tone.warm.spread)
  const bluer = q / ((q > 0 ? 1.4 + 1.4 * forehead : 3) * tone.cool.spread)
  const bright = luma / Math.max(0.05, tone.luma)
  const burnt = smoothstep(1.3 + 0.4 * forehead, 1.6 + 0.5 * forehead, bright)
  const seen = smoothstep(DARKEST_SKIN, 0.5, bright) * (1 - burnt)
  return Math.exp(-0.5 * (redder * redder + bluer * bluer)) * seen
}

/** Luma, as a share of the face's own, below which no pixel counts as skin. */
const DARKEST_SKIN = 0.3
/** Areas of skin colour narrower than this count as a lock of hair, face heights. */
const LOCK = 0.05

/**
 * How far each cell is skin, 0..1, soft edges: by the mesh on the face, by the face's colour on ears, neck and
 * forehead. Only retouching is confined to it, colour and light are not: an error only makes hair a little smoother.
 * @param face the mesh's skin on the cells
 */
export function mapSkin(cells: Cells, face: Float32Array): Plane {
  const { width, height, r, g, b, alpha, mesh } = cells
  const lumas = g.map((green, i) => 0.299 * (r[i] ?? 0) + 0.587 * green + 0.114 * (b[i] ?? 0))
  const ratio = (plane: Float32Array) =>
    plane.map((value, i) =>
      (alpha[i] ?? 0) === 0 ? 0 : Math.log(Math.max(FLOOR, value) / Math.max(FLOOR, g[i] ?? 0)),
    )
  const [warms, cools] = [ratio(r), ratio(b)]
  const tone = toneOf(warms, cools, lumas, face)
  const unit = faceHeight(mesh)
  const found = face.slice()
  if (tone) {
    const rough = roughness({ width, height, data: lumas })
    const placeAt = placesAbout(mesh)
    const features = faceOval(mesh, width, height, FEATURES)
    const alike = faceOval(mesh, width, height).map((inside, i) => {
      const luma = lumas[i] ?? 0
      if (inside > 0) return 1
      if ((alpha[i] ?? 0) < 0.5 || luma < DARKEST_SKIN * tone.luma) return 0
      const { beside, above } = placeAt((i % width) + 0.5, Math.floor(i / width) + 0.5)
      const place = Math.max(beside, above)
      if (place === 0) return 0
      const like = likeness(tone, warms[i] ?? 0, cools[i] ?? 0, luma, above)
      return place * (1 - smoothstep(0.05, 0.12, rough[i] ?? 0)) * smoothstep(0.15, 0.55, like)
    })
    const broad = opening({ width, height, data: alike }, Math.round((unit * LOCK) / 2)).data
    for (let i = 0; i < found.length; i++)
      if ((features[i] ?? 0) === 0) found[i] = Math.max(found[i] ?? 0, broad[i] ?? 0)
  }
  const soft = blur({ width, height, data: found }, Math.max(0.6, unit * 0.01))
  return { width, height, data: soft.data.map((value, i) => value * smoothstep(0.9, 1, alpha[i] ?? 0)) }
}
