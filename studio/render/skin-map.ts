import { fastLinear } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { planeOf } from './sheet.ts'
import type { Sheet } from './sheet.ts'
import { softenCellsIn } from './soften.ts'

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

/** Planes of the cells' tones. */
interface Ratios {
  warm: Pointer
  cool: Pointer
  luma: Pointer
}

function toneOf(room: Room, { warm, cool, luma }: Ratios, face: Pointer, count: number): Tone | null {
  const out = room.floats(count)
  const found = kernels.collect(luma, 0, face, SURE_FACE, count, 1, out)
  if (found < 50) return null
  const ranked = (share: number) => kernels.valueOfRank(out, found, Math.floor(found * share))
  const bright = ranked(0.5)
  const middleOf = (values: Pointer) => {
    kernels.collect(values, 0, face, SURE_FACE, count, 1, out)
    const [median, spread] = [ranked(0.5), (ranked(0.75) - ranked(0.25)) * 0.74]
    const planes = { colour: values, luma, face }
    const { slope } = lightTrend(room, planes, { colour: median, luma: bright }, count)
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
 * with luma is none of light's, and has no slope.
 */
export function lightTrend(
  room: Room,
  { colour, luma, face }: { colour: Pointer; luma: Pointer; face: Pointer },
  { colour: median, luma: usualLuma }: { colour: number; luma: number },
  count: number,
): LightTrend {
  const out = room.bytes(8 * 5)
  kernels.sumTrend(colour, luma, face, SURE_FACE, DARKEST, usualLuma, median, count, out)
  const [found = 0, x = 0, y = 0, xx = 0, xy = 0] = room.takeDoubles(out, 5)
  const cells = Math.max(1, found)
  const slope = (xy - (x * y) / cells) / (EVEN_LIGHT ** 2 * cells + xx - (x * x) / cells)
  const usual = (y - slope * x) / cells
  return slope * usual < 0 ? { usual, slope } : { usual: y / cells, slope: 0 }
}

/** Spread of luma in light so even that it shows no trend. */
const EVEN_LIGHT = 0.02
/** Luma below which a colour says nothing. */
const DARKEST = 0.1
/** The face's own tone is that of cells beyond doubt. */
const SURE_FACE = 0.95

/** Where on the cells ears and neck may lie, and where features do, as the kernel takes it. */
function placesOf(mesh: Float32Array): number[] {
  const tall = faceHeight(mesh) / SKIN_CELL
  const { middle, rollDeg } = eyeLine(mesh)
  const [left, right, top, chin] = [
    vertex(mesh, 234),
    vertex(mesh, 454),
    vertex(mesh, 10),
    vertex(mesh, CHIN),
  ]
  const roll = (rollDeg * Math.PI) / 180
  const drop = Math.hypot(chin.x - middle.x, chin.y - middle.y) / SKIN_CELL
  const wide = Math.hypot(right.x - left.x, right.y - left.y) / 2 / SKIN_CELL
  const high = Math.hypot(chin.x - top.x, chin.y - top.y) / 2 / SKIN_CELL
  return [
    ...[middle.x / SKIN_CELL, middle.y / SKIN_CELL, Math.cos(roll), Math.sin(roll), 1 / tall, 1 / drop],
    ...[(left.x + right.x) / 2 / SKIN_CELL, (top.y + chin.y) / 2 / SKIN_CELL],
    ...[1 / (FEATURES * wide), 1 / (FEATURES * high)],
  ]
}

/** Eyes, brows and lips lie within this share of the face: nothing found by colour comes back there. */
const FEATURES = 0.86

/** How far a colour may lie from the face's, as the kernel takes it: tone and one over the reach above and below it. */
function reachOf(tone: Tone): Float32Array {
  return Float32Array.of(
    // Ears and a neck flushed with blood are redder than the face, seldom paler: paler is cloth.
    ...[tone.warm, 1 / (4.5 * tone.warmSpread), 1 / (1.5 * tone.warmSpread)],
    ...[tone.cool, 1 / (1.4 * tone.coolSpread), 1 / (3 * tone.coolSpread)],
    ...[tone.luma, tone.warmSlope, tone.coolSlope],
  )
}

/** Hair of this share of the skin's light, and less, is darker than skin; of that share it is not. */
const DARK_HAIR = 0.35
const PALE_HAIR = 0.6

/** How much darker than the skin hair is, 0..1. */
function darknessOf(hair: number, { luma }: Tone): number {
  return 1 - smoothstep(DARK_HAIR, PALE_HAIR, hair / Math.max(0.01, fastLinear(luma)))
}

/** Mean deviation of luma from its surroundings: skin is smooth, hair and cloth are not. */
function roughness(room: Room, luma: Sheet): Pointer {
  const count = luma.width * luma.height
  const off = { ...luma, at: room.floats(count) }
  kernels.deviations(luma.at, softenCellsIn(room, luma, 2.2), 0.06, count, off.at)
  return softenCellsIn(room, off, 2.2)
}

/**
 * Skin by the mesh where it reaches, by the face's colour on ears and neck.
 * @param face the mesh's skin on the cells
 * @param mesh in pixels of the full size
 * @param hair mean linear luminance of the hair
 */
export function mapSkin(cells: Cells, face: Float32Array, mesh: Float32Array, hair: number): SkinMap {
  const { width, height } = cells
  const count = width * height
  return withRoom((room) => {
    const sheet = (at: Pointer): Sheet => ({ width, height, at })
    const [alpha, own] = [room.put(cells.alpha), room.put(face)]
    const ratios = { warm: room.floats(count), cool: room.floats(count), luma: room.floats(count) }
    const { warm, cool, luma } = ratios
    const colours = [room.put(cells.r), room.put(cells.g), room.put(cells.b)] as const
    kernels.toneRatios(...colours, FLOOR, count, warm, cool, luma)
    const tone = toneOf(room, ratios, own, count)
    const [found, toned] = [room.put(face), room.put(face)]
    if (tone) {
      const rough = roughness(room, sheet(luma))
      const planes = [warm, cool, luma, alpha, own, rough, found, toned]
      const places = Float32Array.of(...placesOf(mesh), darknessOf(hair, tone))
      kernels.searchSkin(room.put(Int32Array.of(width, height, ...planes), reachOf(tone), places))
    }
    const soft = softenCellsIn(room, sheet(found), Math.max(1, (faceHeight(mesh) * 0.008) / SKIN_CELL))
    kernels.fadeBy(soft, alpha, 0.9, 1, count)
    const wide = softenCellsIn(room, sheet(toned), (faceHeight(mesh) * 0.02) / SKIN_CELL)
    return { whole: planeOf(room, sheet(soft)), toned: planeOf(room, sheet(wide)), face }
  })
}
