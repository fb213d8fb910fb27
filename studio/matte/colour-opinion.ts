import type { Plane } from '#studio/picture/raster.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import type { Guide } from './laplacian.ts'
import type { Trimap } from './trimap.ts'

const DIRECTIONS = 12
const TURNS = 5
/** Steps from one sample of the background to the next of its ray, as a share of the ray's pixels. */
const SPREAD = 0.08
/** Bytes of the kernel's lists of samples. */
const SAMPLES = 1024

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
  // Steps of every ray are two pixels.
  const stepsPerRay = Math.max(0, Math.ceil((reach - 2) / 2))
  const angle = (ray: number) =>
    (((ray % DIRECTIONS) + Math.floor(ray / DIRECTIONS) / TURNS) / DIRECTIONS) * 2 * Math.PI
  const rays = Array.from({ length: TURNS * DIRECTIONS }, (_, ray) => [
    Math.cos(angle(ray)),
    Math.sin(angle(ray)),
  ])
  const closeness = Float32Array.from({ length: stepsPerRay }, (_, step) =>
    Math.exp((-1.2 * (2 + 2 * step)) / reach),
  )
  return withRoom((room) => {
    const smooth = room.put(...guide.planes.map((data) => blur({ width, height, data }, 1.2).data))
    const [wanted, trust] = [room.floats(size), room.floats(size)]
    // In the order of the kernels' `Search`.
    const search = room.put(
      Int32Array.of(
        width,
        height,
        room.put(...guide.planes),
        smooth,
        room.put(trimap.known),
        room.put(trimap.wanted),
        room.put(trimap.fromOutline),
        room.put(trimap.besideFace),
        room.put(person.data),
        room.put(distanceTo(trimap.known, width, height)),
        room.put(Float32Array.from(rays.flat())),
        TURNS,
        stepsPerRay,
        Math.ceil(reach * SPREAD),
        room.put(closeness),
        room.bytes(size),
        room.bytes(SAMPLES),
        wanted,
        trust,
      ),
    )
    kernels.markColours(search)
    for (let y = 0; y < height; y++) kernels.judgeColours(search, y, unit)
    return { wanted: room.takeFloats(wanted, size), trust: room.takeFloats(trust, size) }
  })
}
