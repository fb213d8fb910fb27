import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'

/** What is lit more than the face by less than this, ln, is modelling; of the rest this share goes. */
const MODELLING = 0.3
const HELD_BACK = 0.55
/** Spread of the mean that counts as light, face heights. */
const SPREAD = 0.15

/** On the cells of the light. */
export interface Lit {
  logLuminance: Float32Array
  /** How far each cell is the subject's and has the skin's colour, 0..1. */
  share: Float32Array
  /** Cells of the face's skin. */
  skin: readonly number[]
  /** How far each cell is the face's, whose light is evened already, 0..1. */
  face: Float32Array
  /** Upper forehead to chin, cells. */
  unit: number
}

/**
 * The log gains, less where a shoulder, an arm or the rim of fair hair would be lit far more than the face: the sun of a selfie
 * whose face was in the shade bleaches them when the face is lifted.
 */
export function heldBack(gains: Plane, { logLuminance, share, skin, face, unit }: Lit): Plane {
  const { width, height } = gains
  const wide = (data: Float32Array) => blur({ width, height, data }, SPREAD * unit).data
  const lit = gains.data.map((gain, i) => (logLuminance[i] ?? 0) + gain)
  const about = wide(share)
  const light = wide(lit.map((value, i) => value * (share[i] ?? 0)))
  const usual = skin.reduce((sum, i) => sum + (lit[i] ?? 0), 0) / Math.max(1, skin.length)
  const data = gains.data.map((gain, i) => {
    const here = about[i] ?? 0
    const over = (light[i] ?? 0) / Math.max(1e-3, here) - usual - MODELLING
    return gain - (1 - (face[i] ?? 0)) * smoothstep(0.1, 0.5, here) * HELD_BACK * Math.max(0, over)
  })
  return { width, height, data }
}
