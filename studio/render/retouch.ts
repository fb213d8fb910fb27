import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import { medianOn } from '#studio/planes/rank.ts'
import { blur, softenIn } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { expandIn, reducedSize, reduceInto } from '#studio/planes/resize.ts'
import type { Plane } from '#studio/picture/raster.ts'
import type { Picture } from './light.ts'
import { SKIN_CELL } from './skin-map.ts'

export interface RetouchOrder {
  /** See `mapSkin`. */
  skin: Plane
  /** Upper forehead to chin in pixels: the bands scale with it. */
  faceHeight: number
  /** How far shine is taken off, 0..1: see `Care`. */
  glare: number
}

/** Spreads of the bands, shares of the face's height. */
const NEAR = 0.013
const BROAD = 0.042
const FAR = 0.055
const MIDDLE = 0.36
const BLOTCHES = 0.4
/** Of the shine of the skin this goes at most. */
const GLARE = 0.6
/** Of the colour that shine takes from the skin, this comes back. */
const SHINE_COLOUR = 0.5
/** Broad light on the skin counts as shine this far over its median. */
const SHINE_ABOVE = 0.13
/** Spread of the fine band on skin in good photographs, code values: details beyond three spreads are kept. */
const BAND_SPREAD = 0.012

const LUMA = [0.299, 0.587, 0.114] as const

/** Slow changes over the skin, on cells: luma a little softened, its change, and that of red and blue beyond it. */
function slowBands(picture: Picture, { skin, faceHeight, glare }: RetouchOrder): Plane[] {
  const { width, height, data: here } = skin
  const [r, g, b] = cellsOf(picture)
  const luma = g.map((green, i) => LUMA[0] * (r[i] ?? 0) + LUMA[1] * green + LUMA[2] * (b[i] ?? 0))
  const soften = (data: Float32Array, sigma: number) =>
    blur({ width, height, data }, (sigma * faceHeight) / SKIN_CELL).data
  const middle = soften(luma, NEAR)
  const broad = soften(luma, BROAD)
  const shineFrom = (medianOn(broad, cellsAbove(here, 0.8)) || 1) + SHINE_ABOVE
  const change = here.map((share, i) => {
    const wide = broad[i] ?? 0
    const even = (middle[i] ?? 0) - wide
    return (
      -share * (0.12 * even + GLARE * glare * Math.max(0, wide - shineFrom) + 0.35 * Math.max(0, even - 0.02))
    )
  })
  const sure = cellsAbove(here, 0.95)
  const usualLuma = medianOn(middle, sure)
  // Wide means weighted by each cell's share of skin: lips, hair and collars do not count.
  const far = (data: Float32Array) => soften(product(data, here), FAR)
  const lit = far(luma)
  const beyond = (channel: Float32Array) => {
    const close = soften(
      channel.map((value, i) => value - (luma[i] ?? 0)),
      NEAR,
    )
    const shares = quotient(close, middle, LEAST_LUMA)
    return { close, shares, about: quotient(far(close), lit, LEAST_SKIN), usual: medianOn(shares, sure) }
  }
  const [red, blue] = [beyond(r), beyond(b)]
  const shone = here.map((share, i) => {
    const bright = smoothstep(0, SHINE_ABOVE, (middle[i] ?? 0) - usualLuma)
    const lacking = [red, blue].map(({ shares, usual }) => 1 - (shares[i] ?? 0) / usual)
    return share * bright * SHINE_COLOUR * paleness(Math.min(...lacking)) * (middle[i] ?? 0)
  })
  const evened = ({ close, about, usual }: typeof red) =>
    here.map((share, i) => {
      const spots = (close[i] ?? 0) - (about[i] ?? 0) * (middle[i] ?? 0)
      return usual * (shone[i] ?? 0) - share * BLOTCHES * spots
    })
  return [middle, change, evened(red), evened(blue)].map((data) => ({ width, height, data }))
}

/**
 * Lack of the skin's own colour at which a pixel begins to be something else (white stubble, a pale lock), and at
 * which it is.
 */
const FOREIGN = { from: 0.6, to: 0.95 } as const

/** Loss of the skin's colour to light: the lack that both channels share. A blush and a fair lock lack only one. */
function paleness(lacking: number): number {
  return Math.max(0, lacking) * (1 - smoothstep(FOREIGN.from, FOREIGN.to, lacking))
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

/** Luma of which a channel has no share. */
const LEAST_LUMA = 0.01
/** Less skin than this is none. */
const LEAST_SKIN = 0.004

/**
 * Evens skin by frequency bands: unevenness of some millimetres is halved, pores and stubble stay. Details beyond
 * three spreads of their band (moles, scars, lashes, wrinkles) stay, and so do slow changes: a blush, a ruddy neck, a
 * beard.
 */
export function retouch(picture: Picture, order: RetouchOrder): void {
  const { planes } = picture
  withRoom((room) => {
    const full = (cells: Plane) => expandIn(room, cells, picture, SKIN_CELL)
    const skin = full(order.skin)
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
