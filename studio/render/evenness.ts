import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'

/** Skin brighter than the face by less than this, ln, counts as modelled by the light. */
const MODELLING = 0.3
/** ln of the light that white hair and cloth may have. */
const WHITE = Math.log(0.7)
/** Share removed of the light beyond either. */
const HELD_BACK = { bare: 0.55, burnt: 0.85 } as const
/** Spread of the mean that counts as light, face heights. */
const SPREAD = 0.15

/** On the cells of the light. */
export interface Lit {
  logLuminance: Float32Array
  /** How far each cell is the subject's, and how far its skin by colour, 0..1. */
  cover: Float32Array
  share: Float32Array
  /** Cells of the face's skin. */
  skin: readonly number[]
  /** How far each cell is the face's, whose light is evened already, 0..1. */
  face: Float32Array
  /** ln of the exposure that is to come. */
  exposure: number
  /** Upper forehead to chin, cells. */
  unit: number
}

/**
 * The log gains, less where a shoulder or an arm would be lit far more than the face, and where white would burn out: the sun of
 * a selfie whose face was in the shade bleaches them when the face is lifted.
 */
export function heldBack(
  gains: Plane,
  { logLuminance, cover, share, skin, face, exposure, unit }: Lit,
): Plane {
  const { width, height } = gains
  const wide = (data: Float32Array) => blur({ width, height, data }, SPREAD * unit).data
  const lit = gains.data.map((gain, i) => (logLuminance[i] ?? 0) + gain)
  const usual = skin.reduce((sum, i) => sum + (lit[i] ?? 0), 0) / Math.max(1, skin.length)
  const overOf = (weights: Float32Array, most: number) => {
    const about = wide(weights)
    const light = wide(lit.map((value, i) => value * (weights[i] ?? 0)))
    return about.map((here, i) => {
      const over = Math.max(0, (light[i] ?? 0) / Math.max(1e-3, here) - most)
      return smoothstep(0.1, 0.5, here) * over
    })
  }
  const [bare, burnt] = [overOf(share, usual + MODELLING), overOf(cover, WHITE - exposure)]
  const data = gains.data.map((gain, i) => {
    const beyond = (1 - (face[i] ?? 0)) * HELD_BACK.bare * (bare[i] ?? 0)
    return gain - Math.max(HELD_BACK.burnt * (burnt[i] ?? 0), beyond)
  })
  return { width, height, data }
}
