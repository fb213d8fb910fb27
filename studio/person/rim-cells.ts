import { LINEAR_OF_BYTE } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/raster.ts'

/** Pixels per cell of the planes that decide where a rim is, as in the kernel. */
export const CELL = 2
/** Share of a cell that is subject, to count at all. */
const LEAST_COVERED = 0.4
/** And to be skin. */
const LEAST_SOLID = 0.9
/** Degrees of hue the person's skin varies by in their own picture. */
const SKIN_HUE_DEG = 28

/** Lab and coverage per cell, and 1 on those of the skin's colour. */
interface Cells extends LabPlanes {
  covered: Plane
  alike: Uint8Array
}

export interface LabPlanes {
  l: Plane
  a: Plane
  b: Plane
}

/** Lab of the subject per cell; cells that are not mostly subject stay 0. */
export function coarseLab(colours: Uint8Array, alpha: Plane, person: Lab): Cells {
  const [width, height] = [Math.ceil(alpha.width / CELL), Math.ceil(alpha.height / CELL)]
  const count = width * height
  return withRoom((room) => {
    const full = room.put(alpha.data)
    const [covered, l, a, b] = [
      room.floats(count),
      room.floats(count),
      room.floats(count),
      room.floats(count),
    ]
    kernels.reduce(full, alpha.width, alpha.height, CELL, covered, room.floats(alpha.width + 4 * CELL))
    // In the order of the kernel's `Cells`.
    const cells = room.put(
      Int32Array.of(
        room.put(colours),
        full,
        alpha.width,
        alpha.height,
        covered,
        width,
        height,
        room.put(LINEAR_OF_BYTE),
        room.floats(12),
        l,
        a,
        b,
      ),
    )
    kernels.labOfCovered(cells, LEAST_COVERED)
    const alike = room.bytes(count)
    kernels.markSkin(cells, room.put(skinColour(person)), alike)
    const plane = (at: Pointer) => ({ width, height, data: room.takeFloats(at, count) })
    return {
      l: plane(l),
      a: plane(a),
      b: plane(b),
      covered: plane(covered),
      alike: room.takeBytes(alike, count),
    }
  })
}

/** What the person's skin is told by, in the order of the kernel's `SkinColour`. */
function skinColour({ l, a, b }: Lab): Float32Array {
  const chroma = Math.hypot(a, b)
  const cosine = Math.cos((SKIN_HUE_DEG * Math.PI) / 180)
  return Float32Array.of(LEAST_SOLID, l * 0.38, chroma * 0.45, chroma * 2.2, a, b, cosine)
}

/** Rows of cells where rims and traces may be, and how many cells from the skin what is pale, and rims. */
interface MarkLimits {
  rimsFrom: number
  tracesFrom: number
  to: number
  far: number
  near: number
}

/** Cells of rims, of traces of rims and of what is pale beside the skin, and how many of rims. */
export function marksBeside(
  { covered, l, b }: Cells,
  skin: Pick<LabPlanes, 'l' | 'b'>,
  isSkin: Float32Array,
  toSkin: Float32Array,
  barred: Float32Array,
  limits: MarkLimits,
): { rim: Uint8Array; trace: Uint8Array; pale: Uint8Array; count: number } {
  const { width, height } = covered
  const size = width * height
  return withRoom((room) => {
    const [rim, trace, pale] = [room.bytes(size), room.bytes(size), room.bytes(size)]
    // In the order of the kernel's `Beside`.
    const beside = room.put(
      Int32Array.of(
        width,
        height,
        room.put(covered.data),
        room.put(l.data),
        room.put(b.data),
        room.put(isSkin),
        room.put(toSkin),
        room.put(skin.l.data),
        room.put(skin.b.data),
        room.put(barred),
        rim,
        trace,
        pale,
        limits.rimsFrom,
        limits.tracesFrom,
        limits.to,
      ),
      Float32Array.of(LEAST_COVERED, limits.far, limits.near),
    )
    const count = kernels.markRims(beside)
    const taken = (at: Pointer) => room.takeBytes(at, size)
    return { rim: taken(rim), trace: taken(trace), pale: taken(pale), count }
  })
}
