import { exposure } from '#studio/matte/segmentation.ts'
import { maskCoarsely } from '#studio/matte/coarse-mask.ts'
import { chooseFrame, missingBody } from '#studio/person/frame.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'

/** Heights of the face from which on the tightest frame ends before the picture does: under the chin, and on either side. */
const ENOUGH_BELOW = 0.9
const ENOUGH_ASIDE = 0.8

export interface BodyRoom {
  /** Chin to the lower edge, heights of the face. */
  roomBelow: number
  /** Share of the best frame that would show body where the picture has ended. */
  bodyMissing: number
}

/**
 * How much of the shoulders the picture shows, and the share a headshot would lack.
 * @param skinLuminance of the face, linear
 */
export async function measureBodyRoom(
  raster: Raster,
  mesh: Float32Array,
  skinLuminance: number,
): Promise<BodyRoom> {
  const tall = faceHeight(mesh)
  const { x } = eyeLine(mesh).middle
  const roomBelow = (raster.height - vertex(mesh, CHIN).y) / tall
  const roomAside = Math.min(x, raster.width - x) / tall
  // The person is sought, at 30 ms, only where a frame can come near an edge.
  if (roomBelow >= ENOUGH_BELOW && roomAside >= ENOUGH_ASIDE) return { roomBelow, bodyMissing: 0 }
  const mask = await maskCoarsely(raster, mesh, exposure(skinLuminance))
  return { roomBelow, bodyMissing: missingBody(chooseFrame(mesh, raster, mask), raster, mask) }
}
