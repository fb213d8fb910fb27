import { smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import { SKIN_CELL, SKIN_HALVINGS } from './skin-map.ts'
import type { SkinMap } from './skin-map.ts'
import { expand, shrink, soften, softenCells } from './soften.ts'

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

const MIDDLE = 0.36
const FINE = 0.06
const BLOTCHES = 0.4
const SHINE = 0.3
/** How much of the way ears and neck go to the colour of the face. */
const KINSHIP = 0.45
/** Spread of the fine band, code values: below the first nothing is left to smooth, from the second on all is done. */
const SMOOTH_SOURCE = 0.0035
const TEXTURED_SOURCE = 0.008

function lumaOf(r: Float32Array, g: Float32Array, b: Float32Array): Float32Array {
  const data = new Float32Array(r.length)
  for (let i = 0; i < data.length; i++)
    data[i] = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
  return data
}

/** Robust spread of a band on the skin, from a sample. */
function spread(band: Float32Array, other: Float32Array, skin: Float32Array): number {
  const values: number[] = []
  for (let i = 0; i < band.length; i += 17)
    if ((skin[i] ?? 0) > 0.8) values.push(Math.abs((band[i] ?? 0) - (other[i] ?? 0)))
  values.sort((p, q) => p - q)
  return values.length === 0 ? 0.01 : Math.max(0.002, 1.48 * (values[values.length >> 1] ?? 0))
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
  const luma = lumaOf(r.data, g.data, b.data)
  const near = faceHeight * 0.013
  const middle = softenCells(plane(luma), near / SKIN_CELL)
  const broad = softenCells(plane(luma), (faceHeight * 0.042) / SKIN_CELL).data
  const shineFrom = shineLevel(broad, skin.cells)
  const change = new Float32Array(luma.length)
  for (let i = 0; i < change.length; i++) {
    const even = (middle.data[i] ?? 0) - (broad[i] ?? 0)
    const shine = Math.max(0, (broad[i] ?? 0) - shineFrom) * SHINE + Math.max(0, even - 0.02) * 0.35
    change[i] = -(skin.cells[i] ?? 0) * (even * 0.12 + shine)
  }
  const chroma = (own: Plane) => {
    const off = own.data.map((value, i) => value - (luma[i] ?? 0))
    const close = softenCells(plane(off), near / SKIN_CELL).data
    const far = softenCells(plane(off), (faceHeight * 0.055) / SKIN_CELL).data
    const face = medianShare(far, luma, skin)
    return plane(
      close.map((value, i) => {
        const beyond = (skin.cells[i] ?? 0) - (skin.face[i] ?? 0)
        const foreign = (far[i] ?? 0) - face * (luma[i] ?? 0)
        return -(
          BLOTCHES * (skin.cells[i] ?? 0) * (value - (far[i] ?? 0)) +
          KINSHIP * Math.max(0, beyond) * foreign
        )
      }),
    )
  }
  return { middle, change: plane(change), red: chroma(r), blue: chroma(b) }
}

/** Chroma over luma in the middle of the face. */
function medianShare(chroma: Float32Array, luma: Float32Array, skin: SkinMap): number {
  const values: number[] = []
  for (let i = 0; i < chroma.length; i += 3)
    if ((skin.face[i] ?? 0) > 0.9) values.push((chroma[i] ?? 0) / Math.max(0.05, luma[i] ?? 0))
  values.sort((p, q) => p - q)
  return values[values.length >> 1] ?? 0
}

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, pores and stubble stay; ears and neck come
 * nearer to the face's colour. What stands out of its band by three spreads (moles, scars, lashes, wrinkles) is left
 * as it is, and so is skin that came smooth: it would turn to wax.
 */
export function retouch(picture: Picture, order: RetouchOrder): void {
  const { width, height, planes } = picture
  const [r, g, b] = planes
  const skin = order.skin.whole.data
  const luma = lumaOf(r, g, b)
  const fine = soften({ width, height, data: luma }, Math.max(0.8, order.faceHeight * 0.0035)).data
  const slow = slowBands(picture, order)
  const full = (plane: Plane) => expand(plane, width, height, SKIN_CELL).data
  const [middle, change, red, blue] = [full(slow.middle), full(slow.change), full(slow.red), full(slow.blue)]
  const bandSpread = spread(fine, middle, skin)
  const strength = smoothstep(SMOOTH_SOURCE, TEXTURED_SOURCE, bandSpread)
  for (let i = 0; i < luma.length; i++) {
    const amount = skin[i] ?? 0
    if (amount < 0.004) continue
    const medium = (fine[i] ?? 0) - (middle[i] ?? 0)
    const odd = (medium * medium) / (9 * bandSpread * bandSpread)
    const ordinary = (amount * strength) / (1 + odd * odd)
    const even = ordinary * (medium * MIDDLE + ((luma[i] ?? 0) - (fine[i] ?? 0)) * FINE)
    const light = (change[i] ?? 0) - even
    const u = red[i] ?? 0
    const v = blue[i] ?? 0
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
  values.sort((p, q) => p - q)
  return values.length === 0 ? 1 : (values[values.length >> 1] ?? 0) + 0.13
}
