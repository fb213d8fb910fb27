import { boxOf, cropped } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/raster.ts'
import { ahead, planeOf } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { SKIN_CELL } from './skin-map.ts'
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
const MIDDLE = 0.36
const FINE = 0.06
const SHINE = 0.3
/** Broad light on the skin counts as shine this far over its median. */
const SHINE_ABOVE = 0.13
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

/** Luma without what is small on the skin, and how it changes slowly over it, on cells. */
function slowBands(picture: Picture, { skin, faceHeight }: RetouchOrder): { middle: Plane; change: Plane } {
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
    const usual = medianWhere(room, broad, whole, 0.8, count, 2)
    const shineFrom = usual === null ? 1 : usual + SHINE_ABOVE
    const change = room.floats(count)
    kernels.slowChange(middle, broad, whole, shineFrom, SHINE, count, change)
    const plane = (at: Pointer) => planeOf(room, { width, height, at })
    return { middle: plane(middle), change: plane(change) }
  })
}

/** Median of every `step`th value where another plane is above a level. */
function medianWhere(
  room: Room,
  values: Pointer,
  where: Pointer,
  level: number,
  count: number,
  step: number,
): number | null {
  const out = room.floats(Math.ceil(count / step))
  const found = kernels.collect(values, where, level, count, step, out)
  return found === 0 ? null : kernels.valueOfRank(out, found, found >> 1)
}

/** Less skin than this is none. */
const LEAST_SKIN = 0.004

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, shine goes, pores and stubble stay. What stands out of its band by three spreads (moles, scars, lashes, wrinkles) is left
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
        ...[skin, luma, fine, middle, full(slow.change)],
      ),
      Float32Array.of(LEAST_SKIN, 1 / (9 * bandSpread * bandSpread), strength * MIDDLE, strength * FINE),
    )
    kernels.evenSkin(bands)
  })
}
