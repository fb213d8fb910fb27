import { smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import { boxOf, cropped } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { SKIN_CELL, SKIN_HALVINGS } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'
import { enlarged, rowOf, shrink, softened, softenCells } from './soften.ts'
import type { Rows } from './soften.ts'

/** A picture as three planes of sRGB code values 0..1. */
export interface Picture {
  width: number
  height: number
  planes: [Float32Array, Float32Array, Float32Array]
}

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

function lumaOf([r, g, b]: Picture['planes'], width: number, box: Box): Float32Array {
  const data = new Float32Array(box.width * box.height)
  for (let y = 0, to = 0; y < box.height; y++) {
    const from = (box.top + y) * width + box.left
    for (let i = from; i < from + box.width; i++, to++)
      data[to] = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
  }
  return data
}

/** NaN of none. */
function median(values: readonly number[]): number {
  return new Float32Array(values).sort()[values.length >> 1] ?? NaN
}

/** Rows of the whole picture that are looked at for the spread of a band, and pixels of each. */
const SPREAD_STEPS = { rows: 8, pixels: 3 } as const

/** Robust spread on the skin of what one band holds beyond another, from a sample. */
function spread({ width, height }: Box, band: Rows, other: Rows, skin: Rows): number {
  const values: number[] = []
  for (let y = 0; y < height; y += SPREAD_STEPS.rows) {
    const [bandRow, otherRow, skinRow] = [rowOf(band, y), rowOf(other, y), rowOf(skin, y)]
    for (let x = 0; x < width; x += SPREAD_STEPS.pixels)
      if ((skinRow[x] ?? 0) > 0.8) values.push(Math.abs((bandRow[x] ?? 0) - (otherRow[x] ?? 0)))
  }
  return values.length === 0 ? 0.01 : Math.max(0.002, 1.48 * median(values))
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
  const [r, g, b] = picture.planes.map((data) => shrink({ ...picture, data }, SKIN_HALVINGS))
  if (!r || !g || !b) throw new RangeError('a picture has three planes')
  const { width, height } = r
  const plane = (data: Float32Array): Plane => ({ width, height, data })
  const cells = skin.whole.data
  const luma = lumaOf([r.data, g.data, b.data], width, { left: 0, top: 0, width, height })
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
  const full = (plane: Plane) => enlarged(cropped(plane, cells), box.width, SKIN_CELL)
  const [skin, middle] = [full(order.skin.whole), full(slow.middle)]
  const [change, red, blue] = [full(slow.change), full(slow.red), full(slow.blue)]
  const luma = lumaOf(picture.planes, width, box)
  const fine = softened({ ...box, data: luma }, Math.max(0.8, order.faceHeight * 0.0035))
  const bandSpread = spread(box, fine, middle, skin)
  const strength = smoothstep(SMOOTH_SOURCE, TEXTURED_SOURCE, bandSpread)
  for (let y = 0; y < box.height; y++) {
    retouchRow(picture.planes, (top + y) * width + left, {
      skin: rowOf(skin, y),
      luma: luma.subarray(y * box.width, (y + 1) * box.width),
      fine: rowOf(fine, y),
      middle: rowOf(middle, y),
      change: rowOf(change, y),
      red: rowOf(red, y),
      blue: rowOf(blue, y),
      bandSpread,
      strength,
    })
  }
}

/** The bands of one row of the skin's box, and how much they are evened. */
interface BandRow {
  skin: Float32Array
  luma: Float32Array
  fine: Float32Array
  middle: Float32Array
  change: Float32Array
  red: Float32Array
  blue: Float32Array
  bandSpread: number
  strength: number
}

function retouchRow([r, g, b]: Picture['planes'], from: number, row: BandRow): void {
  const { skin, luma, fine, middle, change, red, blue, bandSpread, strength } = row
  for (let x = 0, i = from; x < skin.length; x++, i++) {
    const amount = skin[x] ?? 0
    if (amount < LEAST_SKIN) continue
    const medium = (fine[x] ?? 0) - (middle[x] ?? 0)
    const odd = (medium * medium) / (9 * bandSpread * bandSpread)
    const ordinary = (amount * strength) / (1 + odd * odd)
    const even = ordinary * (medium * MIDDLE + ((luma[x] ?? 0) - (fine[x] ?? 0)) * FINE)
    const light = (change[x] ?? 0) - even
    const u = red[x] ?? 0
    const v = blue[x] ?? 0
    r[i] = (r[i] ?? 0) + light + u
    // Green follows so that luma moves by `light` alone.
    g[i] = (g[i] ?? 0) + light - (0.299 * u + 0.114 * v) / 0.587
    b[i] = (b[i] ?? 0) + light + v
  }
}

/** Level above which broad light on the skin counts as shine: well over its median. */
function shineLevel(broad: Float32Array, skin: Float32Array): number {
  const values: number[] = []
  for (let i = 0; i < broad.length; i += 2) if ((skin[i] ?? 0) > 0.8) values.push(broad[i] ?? 0)
  return values.length === 0 ? 1 : median(values) + 0.13
}
