import { ahead, kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { changesOf, rangesUpTo } from '#studio/planes/ranges.ts'
import { splineIn } from '#studio/planes/resize.ts'

/** The picture that a matte is drawn after: colour planes red, green, blue in 0..1. */
export interface Guide {
  width: number
  height: number
  planes: [Float32Array, Float32Array, Float32Array]
}

/** Planes of a fitting in the kernels' memory, and where among them the means of slopes (three) and offset lie. */
const FITTING_PLANES = 18
const MEAN_SLOPES = 13
const MEAN_OFFSET = 16
/** A window's corner is so much farther from its middle than its sides are, and a little for rounding. */
const CORNER = 1.42

interface Fitting {
  at: Pointer
  planeAt(index: number): Pointer
}

/**
 * Fits of planes as a·I + b on a guide's colours I in every window, as far as some pixels need them.
 * @param sought 1 on these pixels; @param margin of those within so many pixels, too
 */
function fittingOf(
  room: Room,
  guide: Guide,
  radius: number,
  eps: number,
  sought: Uint8Array,
  margin: number,
): Fitting {
  const { width, height, planes } = guide
  const size = width * height
  const fits = room.floats(FITTING_PLANES * size)
  const away = { width, height, data: distanceTo(sought, width, height) }
  const around = (pixels: number) => room.put(rangesUpTo(CORNER * (margin + pixels), away))
  // In the order of the kernels' `Fitting`.
  const at = room.put(
    Int32Array.of(room.put(...planes), fits, width, height, radius),
    Float32Array.of(eps),
    Int32Array.of(around(0), around(radius), around(2 * radius), room.floats(width + 2 * radius + 8), 0, 0),
  )
  kernels.prepareFitting(at)
  return { at, planeAt: (index) => ahead(fits, index * size) }
}

/**
 * Colour guided filter (He, Sun, Tang: Guided Image Filtering, TPAMI 2013). A plane smaller than the guide is
 * enlarged to the guide's size: the fit is computed at the small size, its coefficients are enlarged (He, Sun: Fast
 * Guided Filter, 2015).
 * @param small the guide at the plane's size
 * @param radius in pixels of the small guide
 */
export function guidedFilter(
  guide: Guide,
  source: Float32Array,
  radius: number,
  eps: number,
  small: Guide = guide,
): Float32Array {
  const { width, height } = guide
  const fits = withRoom((room) => {
    // Where no value changes within two windows, the fit is the value itself.
    const changes = changesOf({ ...small, data: source })
    const fitting = fittingOf(room, small, radius, eps, changes, 2 * radius)
    room.write(fitting.planeAt(MEAN_OFFSET), source)
    kernels.fit(fitting.at, room.put(source))
    const takeFit = (index: number) => room.takeFloats(fitting.planeAt(index), source.length)
    return [MEAN_SLOPES, MEAN_SLOPES + 1, MEAN_SLOPES + 2, MEAN_OFFSET].map(takeFit)
  })
  return withRoom((room) => {
    const [across, down] = [width / small.width, height / small.height]
    const splines = fits.map((data) => splineIn(room, { ...small, data }, width, across, down))
    const out = room.floats(width * height)
    const [colours, lines] = [room.put(...guide.planes), room.floats(4 * (width + 4))]
    kernels.applyFit(room.put(Int32Array.from(splines)), colours, width, height, lines, out)
    return room.takeFloats(out, width * height)
  })
}
