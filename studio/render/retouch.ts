import { boxOf, cropped } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import { ahead } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'
import { expandIn, shrink, softenCells, softenIn } from './soften.ts'

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
const SHINE = 0.3
/** How much of the way ears and neck go to the colour of the face. */
const KINSHIP = 0.45
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

function lumaOf(r: Float32Array, g: Float32Array, b: Float32Array): Float32Array {
  return r.map((red, i) => LUMA[0] * red + LUMA[1] * (g[i] ?? 0) + LUMA[2] * (b[i] ?? 0))
}

/** NaN of none. */
function median(values: readonly number[] | Float32Array): number {
  return new Float32Array(values).sort()[values.length >> 1] ?? NaN
}

/** Rows of the whole picture that are looked at for the spread of a band, and pixels of each. */
const SPREAD_STEPS = { rows: 8, pixels: 3 } as const

/** Robust spread on the skin of what one band holds beyond another, from a sample. */
function spread({ width, height }: Box, band: Pointer, other: Pointer, skin: Pointer): number {
  const { rows, pixels } = SPREAD_STEPS
  return withRoom((room) => {
    const found = room.floats(Math.ceil(height / rows) * Math.ceil(width / pixels))
    const count = kernels.differences(band, other, skin, 0.8, width, height, rows, pixels, found)
    return count === 0 ? 0.01 : Math.max(0.002, 1.48 * median(room.takeFloats(found, count)))
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
  const small = (at: Pointer) => shrink({ ...picture, at }, SKIN_CELL)
  const [r, g, b] = [small(picture.planes[0]), small(picture.planes[1]), small(picture.planes[2])]
  const { width, height } = r
  const plane = (data: Float32Array): Plane => ({ width, height, data })
  const cells = skin.whole.data
  const luma = lumaOf(r.data, g.data, b.data)
  const middle = softenCells(plane(luma), (faceHeight * NEAR) / SKIN_CELL)
  const broad = softenCells(plane(luma), (faceHeight * BROAD) / SKIN_CELL).data
  const shineFrom = shineLevel(broad, cells)
  const change = new Float32Array(luma.length)
  for (let i = 0; i < change.length; i++) {
    const even = (middle.data[i] ?? 0) - (broad[i] ?? 0)
    const shine = Math.max(0, (broad[i] ?? 0) - shineFrom) * SHINE + Math.max(0, even - 0.02) * 0.35
    change[i] = -(cells[i] ?? 0) * (even * 0.12 + shine)
  }
  const chroma = (own: Plane) => chromaChange(own, plane(luma), skin, faceHeight / SKIN_CELL)
  return { middle, change: plane(change), red: chroma(r), blue: chroma(b) }
}

/** Change of one channel beyond luma; all on cells, `faceHeight` too. */
function chromaChange(own: Plane, luma: Plane, skin: SkinMap, faceHeight: number): Plane {
  const off = { ...luma, data: difference(own.data, luma.data) }
  const close = softenCells(off, faceHeight * NEAR).data
  const far = softenCells(off, faceHeight * FAR).data
  const share = medianShare(far, luma.data, skin)
  for (let y = 0; y < luma.height; y++) chromaRow(off, y, { close, far, luma: luma.data, skin, share })
  return off
}

function difference(p: Float32Array, q: Float32Array): Float32Array {
  const out = new Float32Array(p.length)
  for (let i = 0; i < out.length; i++) out[i] = (p[i] ?? 0) - (q[i] ?? 0)
  return out
}

/** Chroma near and far, luma, and the chroma over luma of the face. */
interface ChromaBands {
  close: Float32Array
  far: Float32Array
  luma: Float32Array
  skin: SkinMap
  share: number
}

function chromaRow({ width, data }: Plane, y: number, { close, far, luma, skin, share }: ChromaBands): void {
  for (let i = y * width; i < (y + 1) * width; i++) {
    const here = skin.whole.data[i] ?? 0
    const beyond = Math.max(0, here - (skin.face[i] ?? 0))
    const foreign = (far[i] ?? 0) - share * (luma[i] ?? 0)
    data[i] = -(BLOTCHES * here * ((close[i] ?? 0) - (far[i] ?? 0)) + KINSHIP * beyond * foreign)
  }
}

/** Chroma over luma in the middle of the face. */
function medianShare(chroma: Float32Array, luma: Float32Array, skin: SkinMap): number {
  const values: number[] = []
  for (let i = 0; i < chroma.length; i += 3)
    if ((skin.face[i] ?? 0) > 0.9) values.push((chroma[i] ?? 0) / Math.max(0.05, luma[i] ?? 0))
  return values.length === 0 ? 0 : median(values)
}

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

/** Level above which broad light on the skin counts as shine: well over its median. */
function shineLevel(broad: Float32Array, skin: Float32Array): number {
  const values: number[] = []
  for (let i = 0; i < broad.length; i += 2) if ((skin[i] ?? 0) > 0.8) values.push(broad[i] ?? 0)
  return values.length === 0 ? 1 : median(values) + 0.13
}
