import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import { medianOn } from '#studio/planes/rank.ts'
import { blur, softenIn } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { expandIn, reducedSize, reduceInto } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/picture/raster.ts'
import type { Picture } from './light.ts'
import { FOREIGN, lightTrend, SKIN_CELL, sureFace } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'

export interface RetouchOrder {
  skin: SkinMap
  /** Upper forehead to chin in pixels: the bands scale with it. */
  faceHeight: number
}

/** Spreads of the bands, shares of the face's height. */
const NEAR = 0.013
const BROAD = 0.042
const FAR = 0.055
const MIDDLE = 0.36
const BLOTCHES = 0.4
const SHINE = 0.3
/** Broad light on the skin counts as shine this far over its median. */
const SHINE_ABOVE = 0.13
/**
 * How much goes of what the light did to the skin's colour: grey where it shines, glowing in the shade; and of what else
 * changes slowly over the face.
 */
const LIT_COLOUR = 0.45
const EVEN_COLOUR = 0.2
/** How much of the way ears and neck go to the colour of the face. */
const KINSHIP = 0.6
/**
 * Spread of the fine band on skin in good photographs, code values: what stands out by three is left alone.
 */
const BAND_SPREAD = 0.012

const LUMA = [0.299, 0.587, 0.114] as const

/** What moves slowly over the skin, on cells: luma a little softened, its change, and that of red and blue beyond it. */
function slowBands(picture: Picture, { skin, faceHeight }: RetouchOrder): Plane[] {
  const { width, height, data: whole } = skin.whole
  const [r, g, b] = cellsOf(picture)
  const luma = g.map((green, i) => LUMA[0] * (r[i] ?? 0) + LUMA[1] * green + LUMA[2] * (b[i] ?? 0))
  const soften = (data: Float32Array, sigma: number) =>
    blur({ width, height, data }, (sigma * faceHeight) / SKIN_CELL).data
  const slow = slowCells(luma, skin, soften)
  const broad = soften(luma, BROAD)
  const shineFrom = (medianOn(broad, cellsAbove(whole, 0.8)) || 1) + SHINE_ABOVE
  const change = whole.map((here, i) => {
    const wide = broad[i] ?? 0
    const even = (slow.middle[i] ?? 0) - wide
    return -here * (0.12 * even + SHINE * Math.max(0, wide - shineFrom) + 0.35 * Math.max(0, even - 0.02))
  })
  return [slow.middle, change, evenChroma(r, slow), evenChroma(b, slow)].map((data) => ({
    width,
    height,
    data,
  }))
}

/** On cells: luma, softened a little, summed far over the skin and its mean there; skin and the mesh's part of it. */
type SlowCells = ReturnType<typeof slowCells>

/** @param soften by a spread in heights of the face */
function slowCells(
  luma: Float32Array,
  { whole: { data: whole }, face }: SkinMap,
  soften: (data: Float32Array, sigma: number) => Float32Array,
) {
  // What is near by, weighted by how much skin each cell is: lips, hair and collars do not count.
  const far = (data: Float32Array) => soften(product(data, whole), FAR)
  const lit = far(luma)
  const farLuma = quotient(lit, soften(whole, FAR), LEAST_SKIN)
  return { luma, middle: soften(luma, NEAR), lit, farLuma, whole, face, soften, far }
}

/** Planes of the picture on the cells. */
function cellsOf({ width, height, planes: [r, g, b] }: Picture): [Float32Array, Float32Array, Float32Array] {
  const size = reducedSize({ width, height }, SKIN_CELL)
  return withRoom((room) => {
    const cells = room.floats(size.width * size.height)
    const shrunk = (plane: Pointer) => {
      reduceInto(room, { width, height }, plane, SKIN_CELL, cells)
      return room.takeFloats(cells, size.width * size.height)
    }
    return [shrunk(r), shrunk(g), shrunk(b)]
  })
}

// Plain loops: the same through `map` takes several times as long.

function product(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = (a[i] ?? 0) * (b[i] ?? 0)
  return out
}

/** a / b where that is above `least`, 0 elsewhere. */
function quotient(a: Float32Array, b: Float32Array, least: number): Float32Array {
  const out = new Float32Array(a.length)
  for (let i = 0; i < out.length; i++) if ((b[i] ?? 0) > least) out[i] = (a[i] ?? 0) / (b[i] ?? 1)
  return out
}

/** Light further from the usual than this does no more to a colour. */
const FAR_LIGHT = 0.3

/** What evens a channel beyond luma: blotches and what the light did to its colour, partly out. */
function evenChroma(channel: Float32Array, slow: SlowCells): Float32Array {
  const { luma, middle, lit, farLuma, whole, face } = slow
  const own = channel.map((value, i) => value - (luma[i] ?? 0))
  const close = slow.soften(own, NEAR)
  const wide = quotient(slow.far(own), lit, LEAST_SKIN)
  const trend = lightTrend(quotient(close, middle, LEAST_LUMA), middle, sureFace(face))
  const litShare = (light: number) =>
    trend.slope * Math.min(FAR_LIGHT, Math.max(-FAR_LIGHT, light - trend.luma))
  return whole.map((here, i) => {
    if (here === 0) return 0
    const closeLuma = middle[i] ?? 0
    const far = wide[i] ?? 0
    const spots = (close[i] ?? 0) - far * closeLuma
    const off = (close[i] ?? 0) / Math.max(0.05, closeLuma) - trend.usual
    // How far a colour so far off is still the skin's.
    const kindred = 1 - smoothstep(FOREIGN.from, FOREIGN.to, Math.abs(off))
    // What the light did, no further than to the face's own colour: a grey beard is dark for its own reasons.
    const glow = Math.min(Math.max(0, off), Math.max(Math.min(0, off), litShare(closeLuma)))
    const foreign = far - trend.usual - litShare(farLuma[i] ?? 0)
    const beyond = Math.max(0, here - (face[i] ?? 0))
    const slowly = beyond * KINSHIP + (here - beyond) * EVEN_COLOUR * kindred
    const shares = here * LIT_COLOUR * glow * kindred + slowly * foreign
    return -here * BLOTCHES * spots - shares * (luma[i] ?? 0)
  })
}

/** Luma of which a channel has no share. */
const LEAST_LUMA = 0.01
/** Less skin than this is none. */
const LEAST_SKIN = 0.004

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, pores and stubble stay; ears and neck come
 * nearer to the face's colour. What stands out of its band by three spreads (moles, scars, lashes, wrinkles) is left
 * as it is.
 */
export function retouch(picture: Picture, order: RetouchOrder): void {
  const { planes } = picture
  withRoom((room) => {
    const full = (cells: Plane) => expandIn(room, cells, picture, SKIN_CELL)
    const skin = full(order.skin.whole)
    const [middle, ...changes] = slowBands(picture, order).map(full)
    if (middle === undefined) throw new RangeError('there are four bands')
    const count = picture.width * picture.height
    const luma = room.floats(count)
    kernels.lumaOver(...planes, count, ...LUMA, luma)
    const fine = softenIn(room, picture, luma, Math.max(0.8, order.faceHeight * 0.0035))
    const bands = room.put(
      Int32Array.of(count, ...planes, skin, fine, middle, ...changes),
      Float32Array.of(LEAST_SKIN, 1 / (9 * BAND_SPREAD ** 2), MIDDLE),
    )
    kernels.evenSkin(bands)
  })
}
