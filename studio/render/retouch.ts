import { boxOf, cropped } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { ahead, kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { planeOf } from './sheet.ts'
import type { Picture, Sheet } from './sheet.ts'
import { lightTrend, SKIN_CELL } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'
import { expandIn, shrinkIn, softenCellsIn, softenIn } from './soften.ts'

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
/** Luma over the face’s own at which skin begins to shine, and shines; how much of a hue colder than its own goes there. */
const HUE_FROM = 0.04
const HUE_TO = 0.14
const SHINE_HUE = 0.85
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
  const { width, height } = skin.whole
  const count = width * height
  const tall = faceHeight / SKIN_CELL
  return withRoom((room) => {
    const [r, g, b] = picture.planes.map((at) => shrinkIn(room, { ...picture, at }, SKIN_CELL))
    if (!r || !g || !b) throw new RangeError('a picture has three planes')
    const whole = room.put(skin.whole.data)
    const luma = { width, height, at: room.floats(count) }
    kernels.lumaOver(r.at, g.at, b.at, width, width, height, ...LUMA, luma.at)
    const middle = softenCellsIn(room, luma, tall * NEAR)
    const broad = softenCellsIn(room, luma, tall * BROAD)
    const usual = medianWhere(room, broad, 0, whole, 0.8, count, 2)
    const shineFrom = usual === null ? 1 : usual + SHINE_ABOVE
    const change = room.floats(count)
    kernels.slowChange(middle, broad, whole, shineFrom, SHINE, count, change)
    const lit = weighted(room, luma, whole, tall * FAR)
    const farLuma = room.copyOf(lit, 4 * count)
    kernels.divide(farLuma, softenCellsIn(room, { ...luma, at: whole }, tall * FAR), count, LEAST_SKIN)
    const face = room.put(skin.face)
    const faceLuma = medianWhere(room, middle, 0, face, 0.9, count, 3) ?? 0
    const slow: SlowCells = { luma, middle, lit, farLuma, whole, face, tall, usual: faceLuma }
    const plane = (at: Pointer) => planeOf(room, { width, height, at })
    const [red, blue] = chromaChanges(room, r, b, slow)
    return { middle: plane(middle), change: plane(change), red: plane(red), blue: plane(blue) }
  })
}

/** What is near by, weighted by how much skin each cell is: lips, hair and collars do not count. */
function weighted(room: Room, cells: Sheet, skin: Pointer, sigma: number): Pointer {
  const count = cells.width * cells.height
  const own = { ...cells, at: room.copyOf(cells.at, 4 * count) }
  kernels.multiplyBy(own.at, skin, count)
  return softenCellsIn(room, own, sigma)
}

/** On cells: luma, softened a little, summed far over the skin and its mean there; skin and the mesh's part of it. */
interface SlowCells {
  luma: Sheet
  middle: Pointer
  lit: Pointer
  farLuma: Pointer
  whole: Pointer
  face: Pointer
  /** The face's height in cells. */
  tall: number
  /** The face's own luma. */
  usual: number
}

/** A channel beyond luma: of the cells and a little around them; the face's share of luma, and its change. */
interface Chroma {
  own: Sheet
  close: Pointer
  usual: number
  change: Pointer
}

function chromaOf(room: Room, own: Sheet, { luma, middle, face, tall }: SlowCells): Chroma {
  const count = own.width * own.height
  kernels.subtract(own.at, luma.at, count)
  const close = softenCellsIn(room, own, tall * NEAR)
  const usual = medianWhere(room, close, middle, face, 0.9, count, 3) ?? 0
  return { own, close, usual, change: room.floats(count) }
}

/** Changes of red and blue beyond luma; their own cells become those beyond luma. */
function chromaChanges(room: Room, r: Sheet, b: Sheet, slow: SlowCells): [Pointer, Pointer] {
  const count = r.width * r.height
  const [red, blue] = [chromaOf(room, r, slow), chromaOf(room, b, slow)]
  const { middle, whole, usual } = slow
  const shine = [usual + HUE_FROM, usual + HUE_TO, SHINE_HUE] as const
  kernels.shineHue(
    ...[red.close, blue.close, middle, whole, red.usual, blue.usual],
    ...[...shine, count, red.change, blue.change],
  )
  evenChroma(room, red, slow)
  evenChroma(room, blue, slow)
  return [red.change, blue.change]
}

/** Adds to the change of a channel what evens it. */
function evenChroma(room: Room, { own, close, usual: median, change }: Chroma, slow: SlowCells): void {
  const { luma, middle, lit, farLuma, whole, face, tall, usual } = slow
  const count = own.width * own.height
  const far = weighted(room, own, whole, tall * FAR)
  kernels.divide(far, lit, count, LEAST_SKIN)
  const share = room.copyOf(close, 4 * count)
  kernels.divide(share, middle, count, LEAST_LUMA)
  const planes = { colour: share, luma: middle, face }
  const trend = lightTrend(room, planes, { colour: median, luma: usual }, count)
  kernels.chromaChange(
    room.put(
      Int32Array.of(count, close, far, luma.at, middle, farLuma, whole, face, change),
      Float32Array.of(
        trend.usual,
        usual,
        trend.slope,
        BLOTCHES,
        REFLECTIONS,
        LIT_COLOUR,
        EVEN_COLOUR,
        KINSHIP,
      ),
    ),
  )
}

/** Median of every `step`th value, over a divisor if there is one, where another plane is above a level. */
function medianWhere(
  room: Room,
  values: Pointer,
  divisors: Pointer | 0,
  where: Pointer,
  level: number,
  count: number,
  step: number,
): number | null {
  const out = room.floats(Math.ceil(count / step))
  const found = kernels.collect(values, divisors, where, level, count, step, out)
  return found === 0 ? null : kernels.valueOfRank(out, found, found >> 1)
}

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
