import type { Plane } from '#studio/picture/raster.ts'
import { ahead, kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { blur, gaussIn } from '#studio/planes/blur.ts'
import { splineIn } from '#studio/planes/resize.ts'
import type { Guide } from './guided-filter.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Pixels per cell of the planes that tell the near subject's colour. */
const CELL = 4
/**
 * Alpha from which a pixel's colour counts for its neighbours, and from which it stays unchanged; below the last the
 * pixel is background.
 */
const SURE = 0.95
const WHOLE = 0.985
const EMPTY = 0.05
/** Colours farther away count where none is near: behind a narrow band of hair there is skin. */
const FARTHER = 3
const FAR_SHARE = 0.02
/** Sure pixels among the near ones, at least. */
const LEAST_SHARE = 0.004 * FAR_SHARE
/**
 * Width beside a soft edge in which alpha is in doubt, as a fraction of the face height, and the share of alpha that
 * is certain.
 */
const DOUBTFUL = 0.0045
const LEAST_LEFT = 0.75

type Face = Pick<HeadGeometry, 'eyeY' | 'faceHeight'>

/**
 * Colours of the cut-out: soft pixels take those of the near opaque subject, as far as these and the near background
 * explain the picture's colour.
 * @param reach radius of "near", pixels
 * @returns interleaved rgb of the guide's size
 */
export function subjectColours(guide: Guide, alpha: Plane, face: Face, reach: number): Uint8Array {
  const { width, height, planes } = guide
  return withRoom((room) => {
    const colours = room.put(...planes)
    const matte = room.put(alpha.data)
    const doubted = doubtedIn(room, alpha, face)
    const cells = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) }
    const size = cells.width * cells.height
    const sums = room.floats(8 * size)
    for (let y = 0; y < height; y += CELL) {
      kernels.sumCells(colours, doubted, width, height, SURE, 1, sums, y)
      kernels.sumCells(colours, doubted, width, height, -1, EMPTY, ahead(sums, 4 * size), y)
    }
    const splines = Array.from({ length: 8 }, (_, k) => {
      const plane = { ...cells, data: room.takeFloats(ahead(sums, k * size), size) }
      const far = blur(plane, (FARTHER * reach) / CELL).data
      const near = blur(plane, reach / CELL).data
      for (let i = 0; i < near.length; i++) near[i] = (near[i] ?? 0) + FAR_SHARE * (far[i] ?? 0)
      return splineIn(room, { ...cells, data: near }, width, CELL)
    })
    const out = room.bytes(width * height * 3)
    // In the order of the kernels' `Drawing`.
    const drawing = room.put(
      Int32Array.of(
        ...[width, height, colours, matte, doubted],
        ...[room.put(Int32Array.from(splines)), room.floats(8 * (width + 4)), out],
      ),
    )
    for (let y = 0; y < height; y++) kernels.drawColours(drawing, y, WHOLE, LEAST_SHARE * CELL * CELL)
    return room.takeBytes(out, width * height * 3)
  })
}

/**
 * Alpha that the colours are estimated with. Above the eyes hair ends the outline, and what the matte takes for whole
 * there may still hold some of the background: the matte is solved at half size, cameras keep colours at half size,
 * and lenses shift them. Below, outlines are drawn, and light along them is told by its own colour.
 */
function doubtedIn(room: Room, alpha: Plane, { eyeY, faceHeight }: Face): Pointer {
  const { width, height, data } = alpha
  const doubted = room.put(data)
  const near = gaussIn(room, alpha, doubted, faceHeight * DOUBTFUL)
  kernels.doubt(doubted, near, width * Math.round(Math.min(height, Math.max(0, eyeY))), LEAST_LEFT)
  return doubted
}
