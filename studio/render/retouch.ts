import { blur, smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'

/** A picture as three planes of sRGB code values 0..1. */
export interface Picture {
  width: number
  height: number
  planes: [Float32Array, Float32Array, Float32Array]
}

export interface RetouchOrder {
  /** 1 on skin, soft edges. */
  skin: Plane
  /** Upper forehead to chin in pixels: the bands scale with it. */
  faceHeight: number
  /** 1 is the full retouch of the notes; less for smooth or over-exposed sources. */
  strength: number
}

const MIDDLE = 0.36
const FINE = 0.08
const BLOTCHES = 0.4
const SHINE = 0.3

function lumaOf(picture: Picture): Plane {
  const [r, g, b] = picture.planes
  const data = new Float32Array(r.length)
  for (let i = 0; i < data.length; i++)
    data[i] = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
  return { width: picture.width, height: picture.height, data }
}

/** Robust spread of a band on the skin, from a sample. */
function spread(band: Float32Array, other: Float32Array, skin: Float32Array): number {
  const values: number[] = []
  for (let i = 0; i < band.length; i += 17)
    if ((skin[i] ?? 0) > 0.8) values.push(Math.abs((band[i] ?? 0) - (other[i] ?? 0)))
  values.sort((p, q) => p - q)
  return values.length === 0 ? 0.01 : Math.max(0.002, 1.48 * (values[values.length >> 1] ?? 0))
}

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, pores and stubble stay.
 * What stands out of its band by three spreads (moles, scars, lashes, wrinkles) is left as it is.
 */
export function retouch(picture: Picture, order: RetouchOrder): void {
  const { skin, faceHeight, strength } = order
  const { planes } = picture
  const luma = lumaOf(picture)
  const fine = blur(luma, Math.max(0.8, faceHeight * 0.0035)).data
  const middle = blur(luma, faceHeight * 0.013).data
  const broad = blur(luma, faceHeight * 0.042).data
  const bandSpread = spread(fine, middle, skin.data)
  const blotchesOf = (plane: Float32Array): Float32Array => {
    const { width, height } = picture
    const chroma = plane.map((value, i) => value - (luma.data[i] ?? 0))
    const near = blur({ width, height, data: chroma }, faceHeight * 0.013).data
    const far = blur({ width, height, data: chroma }, faceHeight * 0.055).data
    return near.map((value, i) => value - (far[i] ?? 0))
  }
  const redBlotches = blotchesOf(planes[0])
  const blueBlotches = blotchesOf(planes[2])
  const shineFrom = shineLevel(broad, skin.data)
  for (let i = 0; i < luma.data.length; i++) {
    const amount = (skin.data[i] ?? 0) * strength
    if (amount < 0.004) continue
    const medium = (fine[i] ?? 0) - (middle[i] ?? 0)
    const odd = medium / (3 * bandSpread)
    const ordinary = 1 / (1 + odd * odd * odd * odd)
    const even =
      medium * MIDDLE * ordinary +
      ((middle[i] ?? 0) - (broad[i] ?? 0)) * 0.12 +
      ((luma.data[i] ?? 0) - (fine[i] ?? 0)) * FINE * ordinary
    const shine =
      Math.max(0, (broad[i] ?? 0) - shineFrom) * SHINE +
      Math.max(0, (middle[i] ?? 0) - (broad[i] ?? 0) - 0.02) * 0.35
    const change = -amount * (even + shine)
    const red = -amount * BLOTCHES * (redBlotches[i] ?? 0)
    const blue = -amount * BLOTCHES * (blueBlotches[i] ?? 0)
    planes[0][i] = (planes[0][i] ?? 0) + (change + red)
    // Green follows so that luma moves by `change` alone.
    planes[1][i] = (planes[1][i] ?? 0) + (change - (0.299 * red + 0.114 * blue) / 0.587)
    planes[2][i] = (planes[2][i] ?? 0) + (change + blue)
  }
}

/** Level above which broad light on the skin counts as shine: well over its median. */
function shineLevel(broad: Float32Array, skin: Float32Array): number {
  const values: number[] = []
  for (let i = 0; i < broad.length; i += 17) if ((skin[i] ?? 0) > 0.8) values.push(broad[i] ?? 0)
  values.sort((p, q) => p - q)
  return values.length === 0 ? 1 : (values[values.length >> 1] ?? 0) + 0.13
}

/** Whites of the eyes and teeth, slightly: lighter and less yellow, where they are already light. */
export function brighten(picture: Picture, eyes: Plane, mouth: Plane): void {
  const [r, g, b] = picture.planes
  for (let i = 0; i < r.length; i++) {
    const eye = eyes.data[i] ?? 0
    const tooth = mouth.data[i] ?? 0
    if (eye < 0.01 && tooth < 0.01) continue
    const luma = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
    const high = Math.max(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)
    const pale =
      1 - smoothstep(0.18, 0.42, (high - Math.min(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)) / Math.max(0.05, high))
    const white = smoothstep(0.3, 0.6, luma) * pale
    const amount = white * Math.max(eye * 0.6, tooth * 0.8)
    const lift = amount * 0.06 * (1 - luma)
    r[i] = (r[i] ?? 0) + ((luma - (r[i] ?? 0)) * amount * 0.25 + lift)
    g[i] = (g[i] ?? 0) + ((luma - (g[i] ?? 0)) * amount * 0.25 + lift)
    b[i] = (b[i] ?? 0) + ((luma - (b[i] ?? 0)) * amount * 0.25 + lift)
  }
}
