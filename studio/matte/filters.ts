import type { Plane, Size } from '#studio/raster.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { areaTable, grown, wholeArea } from './areas.ts'
import type { Area } from './areas.ts'
import { meansOver } from './windows.ts'

export function createPlane(width: number, height: number, fill = 0): Plane {
  const data = new Float32Array(width * height)
  if (fill !== 0) data.fill(fill)
  return { width, height, data }
}

/** Mean over the (2r+1)² window of each pixel, in time independent of r; windows shrink at the borders. */
export function boxMean({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const out = room.floats(data.length)
    meansOver(room, { width, height, radius, areas: [wholeArea({ width, height })] }, room.put(data), out)
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}

/** Radii of three successive boxes whose variance is that of a Gaussian (Kovesi 2010). */
function boxRadii(sigma: number): [number, number, number] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let low = Math.floor(ideal)
  if (low % 2 === 0) low--
  const lows = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  const radius = (index: number) => ((index < lows ? low : low + 2) - 1) / 2
  return [radius(0), radius(1), radius(2)]
}

/** Gaussian blur by three boxes; sigma in pixels. Wide blurs run on a reduced copy. */
export function blur(source: Plane, sigma: number): Plane {
  const { width, height, data } = source
  return withRoom((room) => {
    const plane = room.put(data)
    blurWithin(source, plane, sigma)
    return { width, height, data: room.takeFloats(plane, data.length) }
  })
}

/**
 * `blur` in the kernels' memory, in place.
 * @param areas where a blur of up to 12 pixels is wanted, everywhere unless given; elsewhere the plane stays as it is
 */
export function blurWithin(
  { width, height }: Size,
  plane: Pointer,
  sigma: number,
  areas: readonly Area[] = [wholeArea({ width, height })],
): void {
  if (sigma > 12) {
    blurReduced({ width, height }, plane, sigma, sigma > 40 ? 8 : 4)
    return
  }
  const [a, b, c] = boxRadii(Math.max(0.6, sigma))
  withRoom((room) => {
    const [first, second] = [room.floats(width * height), room.floats(width * height)]
    const pass = (radius: number, from: Pointer, to: Pointer, beyond: number) =>
      meansOver(room, { width, height, radius, areas: grown(areas, beyond, { width, height }) }, from, to)
    pass(a, plane, first, b + c)
    pass(b, first, second, c)
    pass(c, second, plane, 0)
  })
}

function blurReduced(size: Size, plane: Pointer, sigma: number, factor: number): void {
  withRoom((room) => {
    const small = reducedSize(size, factor)
    const copy = room.floats(small.width * small.height)
    reduceInto(room, size, plane, factor, copy)
    blurWithin(small, copy, sigma / factor)
    enlargeInto(room, small, copy, size, factor, [wholeArea(size)], plane)
  })
}

/** How far a blur of this sigma, up to 12 pixels, carries a value. */
export function blurReach(sigma: number): number {
  return boxRadii(Math.max(0.6, sigma)).reduce((sum, radius) => sum + radius, 0)
}

function reducedSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
}

/** Area average by an integer factor; a partial last row or column is averaged over what exists. */
export function reduce(source: Plane, factor: number): Plane {
  const { width, height } = reducedSize(source, factor)
  return withRoom((room) => {
    const out = room.floats(width * height)
    reduceInto(room, source, room.put(source.data), factor, out)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
}

/** `reduce` within the kernels' memory. */
export function reduceInto(
  room: Room,
  { width, height }: Size,
  source: Pointer,
  factor: number,
  target: Pointer,
): void {
  kernels.reduce(source, width, height, factor, target, room.floats(width + 4 * factor))
}

/**
 * Bilinear resize upwards (or mildly downwards), pixel centres aligned.
 * @param factor target pixels per source pixel; needed where the source's last cells are partial
 * @param areas where in the target it is wanted, everywhere unless given; 0 elsewhere
 */
export function enlarge(
  source: Plane,
  width: number,
  height: number,
  factor?: number,
  areas?: readonly Area[],
): Plane {
  return withRoom((room) => {
    const out = areas ? room.zeros(width * height) : room.floats(width * height)
    const whole = [wholeArea({ width, height })]
    enlargeInto(room, source, room.put(source.data), { width, height }, factor, areas ?? whole, out)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
}

/** `enlarge` within the kernels' memory. */
export function enlargeInto(
  room: Room,
  small: Size,
  source: Pointer,
  { width, height }: Size,
  factor: number | undefined,
  areas: readonly Area[],
  target: Pointer,
): void {
  kernels.enlarge(
    source,
    small.width,
    small.height,
    target,
    width,
    factor === undefined ? small.width / width : 1 / factor,
    factor === undefined ? small.height / height : 1 / factor,
    room.put(areaTable(areas)),
    areas.length,
    room.floats(small.width + 4),
    room.floats(width),
    room.floats(width),
  )
}

/**
 * Distance in pixels from each pixel to the nearest one where `inside` holds (0 there),
 * chamfer 1 / √2: within 8 % of Euclid's, enough for bands of tens of pixels.
 */
export function distanceTo(inside: Uint8Array, width: number, height: number): Float32Array {
  return withRoom((room) =>
    room.takeFloats(distanceIn(room, room.put(inside), { width, height }), width * height),
  )
}

/** `distanceTo` within the kernels' memory; a new plane. */
export function distanceIn(room: Room, inside: Pointer, { width, height }: Size): Pointer {
  const out = room.floats(width * height)
  kernels.distanceTo(inside, width, height, out)
  return out
}

/**
 * Grey opening: what is thinner than 2r+1 pixels disappears, what is wider keeps its value.
 * @param areas where it is wanted; 0 elsewhere
 */
export function opening(source: Plane, radius: number, areas: readonly Area[] = [wholeArea(source)]): Plane {
  const out = createPlane(source.width, source.height)
  withRoom((room) => {
    const plane = room.put(source.data)
    for (const area of areas) openArea(source, plane, radius, area, out.data)
  })
  return out
}

function openArea(size: Size, plane: Pointer, radius: number, area: Area, out: Float32Array): void {
  const [seen = area] = grown([area], 2 * radius, size)
  const { left, top } = seen
  const width = seen.right - left
  const height = seen.bottom - top
  withRoom((room) => {
    const padded = room.floats((width + 2 * radius) * (height + 2 * radius))
    const [low, high] = [room.floats(width * height), room.floats(width * height)]
    kernels.extremes(plane, size.width, left, top, width, height, radius, false, padded, low)
    kernels.extremes(low, width, 0, 0, width, height, radius, true, padded, high)
    const part = room.takeFloats(high, width * height)
    for (let y = area.top; y < area.bottom; y++) {
      const from = (y - top) * width + area.left - left
      out.set(part.subarray(from, from + area.right - area.left), y * size.width + area.left)
    }
  })
}

/** Hermite step from 0 at `from` to 1 at `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
