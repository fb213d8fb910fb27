import { segmentPerson } from '#studio/nets/segment.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { CoarseMask } from './frame.ts'
import { eyeLine, faceHeight } from './landmarks.ts'

/** Side of the mask: what the net itself sees. */
const SIDE = 256

/**
 * Where the person is, as coarsely as frames are chosen by.
 * @param tones see `exposure`
 */
export async function maskCoarsely(
  raster: Raster,
  mesh: Float32Array,
  tones: Uint8Array | null,
): Promise<CoarseMask> {
  const area = areaAround(raster, mesh)
  return { logits: await segmentPerson(raster, { width: SIDE, height: SIDE, area, tones }), ...area }
}

/** What of the picture the person can fill, in whole pixels. */
function areaAround(raster: Raster, mesh: Float32Array) {
  const tall = faceHeight(mesh)
  const { middle } = eyeLine(mesh)
  const left = Math.max(0, Math.floor(middle.x - tall * 2.1))
  const top = Math.max(0, Math.floor(middle.y - tall * 1.7))
  const right = Math.min(raster.width, Math.ceil(middle.x + tall * 2.1))
  const bottom = Math.min(raster.height, Math.ceil(middle.y + tall * 2.9))
  return { left, top, width: right - left, height: bottom - top }
}
