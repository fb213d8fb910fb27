import type { Plane } from '#studio/raster.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import { blurWithin } from './filters.ts'
import { estimateForeground } from './foreground.ts'
import type { Guide } from './laplacian.ts'

/** Pixels per cell of the planes that tell the near subject's colour. */
const CELL = 4
/** Alpha from which a pixel is the subject's alone, as a colour to go by and as one to keep. */
const SURE = 0.95
const WHOLE = 0.985
/** The subject farther away counts where none is near: behind a narrow band of hair there is skin. */
const FARTHER = 3
const FAR_SHARE = 0.02
/** Sure pixels among the near ones, at least. */
const LEAST_SHARE = 0.004 * FAR_SHARE

/**
 * Colours of the cut-out: the estimate where alpha is soft, drawn towards the near sure subject where
 * it is nearly transparent, because there the estimate still carries the old background.
 * @param reach of the near subject, pixels
 * @returns interleaved rgb of the guide's size
 */
export function subjectColours(guide: Guide, alpha: Plane, reach: number): Uint8Array {
  const { width, height, planes } = guide
  return withRoom((room) => {
    const colours = room.put(...planes)
    const matte = room.put(alpha.data)
    const { finest, coarser } = estimateForeground(room, colours, matte, guide)
    const cells = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) }
    const size = cells.width * cells.height
    const sums = room.floats(4 * size)
    kernels.sumCells(colours, matte, width, height, SURE, sums)
    const wide = room.copyOf(sums, 4 * size * 4)
    for (let k = 0; k < 4; k++) {
      blurWithin(cells, (sums + k * size * 4) as Pointer, reach / CELL)
      blurWithin(cells, (wide + k * size * 4) as Pointer, (FARTHER * reach) / CELL)
    }
    kernels.addShare(sums, wide, FAR_SHARE, 4 * size)
    const out = room.bytes(width * height * 3)
    // In the order of the kernels' `Drawing`.
    const drawing = room.put(
      Int32Array.of(
        finest,
        coarser,
        colours,
        sums,
        cells.width,
        cells.height,
        room.floats(width + CELL),
        room.floats(4 * (cells.width + 2 * CELL)),
        out,
      ),
    )
    kernels.drawColours(drawing, WHOLE, LEAST_SHARE * CELL * CELL)
    return room.takeBytes(out, width * height * 3)
  })
}
