import { boxOf, cropped } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { ahead, kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { valueOfRank } from '#studio/kernels/rank.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { planeOf } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { FOREIGN, lightTrend, SKIN_CELL } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'
import { expandIn, shrinkIn, softenCells, softenIn } from './soften.ts'

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
const FINE = 0.06
const BLOTCHES = 0.4
/** How much more of them below the jaw and on ears: there they are light that cloth and hair throw back. */
const REFLECTIONS = 0.45
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
/** Spread of the fine band, code values: below the first nothing is left to smooth, from the second on all is done. */
const SMOOTH_SOURCE = 0.0035
const TEXTURED_SOURCE = 0.008

const LUMA = [0.299, 0.587, 0.114] as const

/** Of a part of the picture. */
function lumaIn(room: Room, { width, planes }: Picture, box: Box): Pointer {
  const target = room.floats(box.width * box.height)
  const [r, g, b] = partOf(planes, box.top * width + box.left)
  kernels.lumaOver(r, g, b, width, box.width, box.height, ...LUMA, target)
  return target
}

/** Planes from one of their pixels on. */
function partOf([r, g, b]: Picture['planes'], from: number): Picture['planes'] {
  return [ahead(r, from), ahead(g, from), ahead(b, from)]
}

/** Rows of the whole picture that are looked at for the spread of a band, and pixels of each. */
const SPREAD_STEPS = { rows: 8, pixels: 3 } as const

/** Robust spread on the skin of what one band holds beyond another, from a sample. */
function spread({ width, height }: Box, band: Pointer, other: Pointer, skin: Pointer): number {
  const { rows, pixels } = SPREAD_STEPS
  return withRoom((room) => {
    const found = room.floats(Math.ceil(height / rows) * Math.ceil(width / pixels))
    const count = kernels.differences(band, other, skin, 0.8, width, height, rows, pixels, found)
    return count === 0 ? 0.01 : Math.max(0.002, 1.48 * kernels.valueOfRank(found, count, count >> 1))
  })
}

/** What moves slowly over the skin, worked out on cells. */
interface SlowBands {
  middle: Plane
  /** Change of luma, and of red and blue beyond it. */
  change: Plane
  red: Plane
  blue: Plane
}

function slowBands(picture: Picture, { skin, faceHeight }: RetouchOrder): SlowBands {
  const { width, height, data: whole } = skin.whole
  const tall = faceHeight / SKIN_CELL
  const [r, g, b] = cellsOf(picture)
  const plane = (data: Float32Array): Plane => ({ width, height, data })
  const soften = (data: Float32Array, sigma: number) => softenCells(plane(data), tall * sigma).data
  const [red, green, blue] = LUMA
  const luma = new Float32Array(r.length)
  for (let i = 0; i < luma.length; i++) luma[i] = red * (r[i] ?? 0) + green * (g[i] ?? 0) + blue * (b[i] ?? 0)
  const middle = soften(luma, NEAR)
  const broad = soften(luma, BROAD)
  const usual = medianWhere(broad, whole, 0.8)
  const shineFrom = usual === null ? 1 : usual + SHINE_ABOVE
  const change = new Float32Array(luma.length)
  for (let i = 0; i < change.length; i++) {
    const wide = broad[i] ?? 0
    const even = (middle[i] ?? 0) - wide
    const all = 0.12 * even + SHINE * Math.max(0, wide - shineFrom) + 0.35 * Math.max(0, even - 0.02)
    change[i] = -(whole[i] ?? 0) * all
  }
  // What is near by, weighted by how much skin each cell is: lips, hair and collars do not count.
  const far = (data: Float32Array) => soften(product(data, whole), FAR)
  const lit = far(luma)
  const usualLuma = medianWhere(middle, skin.face, 0.9) ?? 0
  const slow: SlowCells = {
    luma,
    middle,
    lit,
    farLuma: quotient(lit, soften(whole, FAR), LEAST_SKIN),
    whole,
    face: skin.face,
    usual: usualLuma,
    soften,
    far,
  }
  const [redChange, blueChange] = [evenChroma(r, slow), evenChroma(b, slow)]
  return { middle: plane(middle), change: plane(change), red: plane(redChange), blue: plane(blueChange) }
}

/** Planes of the picture on the cells. */
function cellsOf(picture: Picture): [Float32Array, Float32Array, Float32Array] {
  const [r, g, b] = picture.planes
  return withRoom((room) => {
    const shrunk = (at: Pointer) => planeOf(room, shrinkIn(room, { ...picture, at }, SKIN_CELL)).data
    return [shrunk(r), shrunk(g), shrunk(b)]
  })
}

// Plain loops: the same through `map` takes ten times as long.

function product(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = (a[i] ?? 0) * (b[i] ?? 0)
  return out
}

/** a / b where that is above `least`, 0 elsewhere. */
function quotient(a: Float32Array, b: Float32Array, least: number): Float32Array {
  const out = new Float32Array(a.length)
  for (let i = 0; i < out.length; i++) {
    const divisor = b[i] ?? 0
    if (divisor > least) out[i] = (a[i] ?? 0) / divisor
  }
  return out
}

/** On cells: luma, softened a little, summed far over the skin and its mean there; skin and the mesh's part of it. */
interface SlowCells {
  luma: Float32Array
  middle: Float32Array
  lit: Float32Array
  farLuma: Float32Array
  whole: Float32Array
  face: Float32Array
  /** The face's own luma. */
  usual: number
  /** A plane softened, by a spread in heights of the face; and summed far over the skin alone. */
  soften: (data: Float32Array, sigma: number) => Float32Array
  far: (data: Float32Array) => Float32Array
}

/** Light further from the usual than this does no more to a colour. */
const FAR_LIGHT = 0.3

/** What evens a channel beyond luma: blotches and what the light did to its colour, partly out. */
function evenChroma(channel: Float32Array, slow: SlowCells): Float32Array {
  const { luma, middle, lit, farLuma, whole, face, usual } = slow
  const own = channel.map((value, i) => value - (luma[i] ?? 0))
  const close = slow.soften(own, NEAR)
  const median = medianWhere(quotient(close, middle, 0.05), face, 0.9) ?? 0
  const wide = quotient(slow.far(own), lit, LEAST_SKIN)
  const share = quotient(close, middle, LEAST_LUMA)
  const trend = lightTrend({ colour: share, luma: middle, face }, { colour: median, luma: usual })
  const change = new Float32Array(own.length)
  const litShare = (light: number) => trend.slope * Math.min(FAR_LIGHT, Math.max(-FAR_LIGHT, light - usual))
  for (let i = 0; i < whole.length; i++) {
    const here = whole[i] ?? 0
    if (here === 0) continue
    const closeLuma = middle[i] ?? 0
    const far = wide[i] ?? 0
    const spots = (close[i] ?? 0) - far * closeLuma
    const off = (close[i] ?? 0) / Math.max(0.05, closeLuma) - trend.usual
    // How far a colour so far off is still the skin's.
    const kindred = 1 - smoothstep(FOREIGN.from, FOREIGN.to, Math.abs(off))
    // What the light did, no further than to the face's own colour: a grey beard is dark for its own reasons.
    const glow = Math.min(Math.max(0, off), Math.max(Math.min(0, off), litShare(closeLuma)))
    const beyond = Math.max(0, here - (face[i] ?? 0))
    const slowly = beyond * KINSHIP + (here - beyond) * EVEN_COLOUR * kindred
    const foreign = far - trend.usual - litShare(farLuma[i] ?? 0)
    const shares = here * LIT_COLOUR * glow * kindred + slowly * foreign
    change[i] = -(here * BLOTCHES + beyond * REFLECTIONS) * spots - shares * (luma[i] ?? 0)
  }
  return change
}

/** Median of some of the values: of those where another plane is above a level. */
function medianWhere(values: Float32Array, where: Float32Array, level: number): number | null {
  const found: number[] = []
  for (let i = 0; i < values.length; i += MEDIAN_STEP) if ((where[i] ?? 0) > level) found.push(values[i] ?? 0)
  return found.length === 0 ? null : valueOfRank(Float32Array.from(found), found.length >> 1)
}

/** Cells between two that a median looks at. */
const MEDIAN_STEP = 3
/** Luma of which a channel has no share. */
const LEAST_LUMA = 0.01
/** Less skin than this is none. */
const LEAST_SKIN = 0.004

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, pores and stubble stay; ears and neck come
 * nearer to the face's colour. What stands out of its band by three spreads (moles, scars, lashes, wrinkles) is left
 * as it is, and so is skin that came smooth: it would turn to wax.
 */
export function retouch(picture: Picture, order: RetouchOrder): void {
  const { width, height } = picture
  const slow = slowBands(picture, order)
  const cells = boxOf(order.skin.whole, LEAST_SKIN, 1)
  const left = cells.left * SKIN_CELL
  const top = cells.top * SKIN_CELL
  const box = {
    left,
    top,
    width: Math.min(width - left, cells.width * SKIN_CELL),
    height: Math.min(height - top, cells.height * SKIN_CELL),
  }
  withRoom((room) => {
    const full = (plane: Plane) => expandIn(room, cropped(plane, cells), box, SKIN_CELL)
    const [skin, middle] = [full(order.skin.whole), full(slow.middle)]
    const luma = lumaIn(room, picture, box)
    const fine = softenIn(room, { ...box, at: luma }, Math.max(0.8, order.faceHeight * 0.0035))
    const bandSpread = spread(box, fine, middle, skin)
    const strength = smoothstep(SMOOTH_SOURCE, TEXTURED_SOURCE, bandSpread)
    const bands = room.put(
      Int32Array.of(
        box.width,
        box.height,
        width,
        ...partOf(picture.planes, top * width + left),
        ...[skin, luma, fine, middle, full(slow.change), full(slow.red), full(slow.blue)],
      ),
      Float32Array.of(LEAST_SKIN, 1 / (9 * bandSpread * bandSpread), strength * MIDDLE, strength * FINE),
    )
    kernels.evenSkin(bands)
  })
}
