import type { Plane } from '#studio/picture/raster.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceIn } from '#studio/planes/distance.ts'
import type { Guide } from './laplacian.ts'
import type { Trimap } from './trimap.ts'

const DIRECTIONS = 12
const TURNS = 5
/** Steps from one sample of the background to the next of its ray, as a share of the ray's pixels. */
const SPREAD = 0.08
/** Bytes of the kernel's lists of samples, and pixels that its vectors reach past a row or plane. */
const SAMPLES = 1024
const PAST_ROW = 4

interface Rays {
  /** Of every turn and ray: what each whole-pixel step adds to a pixel's number, with a margin round the picture and without. */
  padded: Int32Array
  steps: Int32Array
  length: number
  /** What a sample counts by its step alone. */
  closeness: Float32Array
  margin: number
}

/** Steps of every ray for each of the turns, two pixels apart. */
function rayTable(reach: number, width: number): Rays {
  const length = Math.max(0, Math.ceil((reach - 2) / 2))
  const margin = 2 * length + PAST_ROW
  const steps = new Int32Array(TURNS * DIRECTIONS * (length + 1))
  const padded = new Int32Array(steps.length)
  let to = 0
  for (let turn = 0; turn < TURNS; turn++) {
    for (let ray = 0; ray < DIRECTIONS; ray++) {
      const angle = ((ray + turn / TURNS) / DIRECTIONS) * 2 * Math.PI
      for (let step = 0; step < length; step++) {
        const x = Math.round(Math.cos(angle) * (2 + 2 * step))
        const y = Math.round(Math.sin(angle) * (2 + 2 * step))
        padded[to] = y * (width + 2 * margin) + x
        steps[to++] = y * width + x
      }
      to++
    }
  }
  const closeness = Float32Array.from({ length }, (_, step) => Math.exp((-1.2 * (2 + 2 * step)) / reach))
  return { padded, steps, length, closeness, margin }
}

/** A vote on the alpha of each unknown pixel and how far it is trusted: where the matting equation is drawn to. */
export interface Opinion {
  wanted: Float32Array
  trust: Float32Array
}

/**
 * What colours and net together say of each unknown pixel. The colours' vote is the pair of sampled
 * subject and background colours whose mixture explains the pixel best (after Gastal, Oliveira:
 * Shared Sampling for Real-Time Alpha Matting, 2010); it counts as far as that pair is distinct.
 */
export function colourOpinion(guide: Guide, trimap: Trimap, person: Plane, unit: number): Opinion {
  const { width, height } = guide
  const size = width * height
  const reach = unit * 0.32
  const rays = rayTable(reach, width)
  return withRoom((room) => {
    const known = room.put(trimap.known)
    const toKnown = distanceIn(room, known, guide)
    const smooth = room.put(...guide.planes.map((data) => blur({ width, height, data }, 1.2).data))
    const out = {
      wanted: room.floats(size),
      trust: room.floats(size),
    }
    // In the order of the kernels' `Search`.
    const search = room.put(
      Int32Array.of(
        width,
        height,
        room.put(...guide.planes),
        smooth,
        room.floats(4 * (size + PAST_ROW)),
        known,
        room.put(trimap.wanted),
        room.put(trimap.fromOutline),
        room.put(trimap.besideFace),
        room.put(person.data),
        toKnown,
        room.put(rays.padded),
        room.put(rays.steps),
        TURNS,
        rays.length,
        Math.ceil(reach * SPREAD),
        room.put(rays.closeness),
        room.bytes((width + 2 * rays.margin) * (height + 2 * rays.margin)),
        rays.margin,
        room.bytes(SAMPLES),
        out.wanted,
        out.trust,
      ),
    )
    kernels.judgeColours(search, unit)
    return {
      wanted: room.takeFloats(out.wanted, size),
      trust: room.takeFloats(out.trust, size),
    }
  })
}
