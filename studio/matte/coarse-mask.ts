import { segmentPerson } from '#studio/nets/segment.ts'
import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { CoarseMask } from '#studio/person/frame.ts'
import { eyeLine, faceHeight } from '#studio/person/landmarks.ts'

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
function areaAround(raster: Raster, mesh: Float32Array): Box {
  const tall = faceHeight(mesh)
  const { x, y } = eyeLine(mesh).middle
  const edges = { left: x - tall * 2.1, top: y - tall * 1.7, right: x + tall * 2.1, bottom: y + tall * 2.9 }
  return boxWithin(edges, 0, raster)
}
