import type { Plane, Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { above } from '#studio/planes/mask.ts'
import { reduce, reducedSize } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Guide } from './laplacian.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Pixels per cell of the planes that tell what hair and background look like nearby. */
const CELL = 4
/** Lengths as fractions of the face height: over which the background and the hair are averaged, */
const WALL_NEAR = 0.1
const HAIR_NEAR = 0.035
/** and how near to the face nothing is opened: its own lights are bright. */
const FROM_FACE = 0.1
/** Deeper inside the net's outline hair is closed. */
const DEEPEST = 0.12
/** Hair ends here, below the chin. */
const BELOW_CHIN = 0.15
/** Earrings hang here, below the eyes and beside the face: pearls are as bright as a wall. */
const EARRINGS = { from: 0.15, to: 0.5, aside: 0.25 } as const
/** A gap covers no more than this, in square face heights. */
const LARGEST = 0.006
/** Only before dark hair is a bright speck the wall's; luma 0..1. */
const DARKEST_WALL_STEP = 0.3
const BRIGHTEST_HAIR = 0.38
/** How far from hair to background a colour must lie in the middle of a gap and where its edge ends, */
const OPEN = 0.78
const EDGE = { from: 0.3, to: 0.75 } as const
/** and how far off that line, as a squared distance of colours. */
const OFF_LINE = 0.015
/** Mean alpha of its middle from which on a gap was taken for hair; less will do where hair is all round. */
const TAKEN = 0.8
const ENCLOSED = 0.6
/** Share of the pixels nearby that must be background. */
const LEAST_WEIGHT = 0.01
const SURE = 0.98
const EMPTY = 0.02

/** On cells. */
interface Means extends Size {
  planes: [Float32Array, Float32Array, Float32Array]
  weight: Float32Array
}

/** Mean colours round each cell, of the pixels for which `counts` holds. */
function meansNear({ width, height, planes }: Guide, counts: (i: number) => boolean, sigma: number): Means {
  const mask = new Float32Array(width * height)
  for (let i = 0; i < mask.length; i++) mask[i] = counts(i) ? 1 : 0
  const near = (data: Float32Array) => blur(reduce({ width, height, data }, CELL), sigma / CELL).data
  const weight = near(mask)
  const counted = new Float32Array(mask.length)
  const mean = (plane: Float32Array) => {
    for (let i = 0; i < mask.length; i++) counted[i] = (plane[i] ?? 0) * (mask[i] ?? 0)
    return near(counted).map((sum, cell) => sum / Math.max(1e-4, weight[cell] ?? 0))
  }
  const [r, g, b] = planes
  return { ...reducedSize({ width, height }, CELL), planes: [mean(r), mean(g), mean(b)], weight }
}

function luma([r, g, b]: Means['planes'], i: number): number {
  return 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
}

/** How far a pixel lies from the hair's colour to the background's, 0..1; 0 where it is neither's mixture. */
function shareOfWall(guide: Guide, hair: Means, wall: Means, i: number, cell: number): number {
  let [along, apart, length] = [0, 0, 0]
  for (const c of [0, 1, 2] as const) {
    const h = hair.planes[c][cell] ?? 0
    const step = (wall.planes[c][cell] ?? 0) - h
    const own = (guide.planes[c][i] ?? 0) - h
    along += own * step
    length += step * step
    apart += own * own
  }
  const share = along / Math.max(1e-4, length)
  if (apart - share * share * length > OFF_LINE) return 0
  return Math.min(1, share)
}

/**
 * Between curls and braids the background shows through in places the net, which sees 256 pixels across, has for
 * inside. Small spots in dark hair that have the bright colour of the background nearby are opened. Changes `alpha`
 * in place.
 * @param guide half size, as everything else
 * @param fromOutline pixels from the net's outline
 */
export function openGaps(
  guide: Guide,
  alpha: Plane,
  fromOutline: Float32Array,
  head: HeadGeometry,
  face: Float32Array,
): void {
  const { width, height, data } = alpha
  const unit = head.faceHeight / 2
  const lastRow = Math.min(height, Math.ceil(head.chinY / 2 + unit * BELOW_CHIN))
  const wall = meansNear(guide, (i) => (data[i] ?? 0) < EMPTY, unit * WALL_NEAR)
  const hair = meansNear(guide, (i) => (data[i] ?? 0) > SURE, unit * HAIR_NEAR)
  const toFace = distanceTo(above(face, 0.5), width, height)
  const mask = new Uint8Array(lastRow * width)
  const shares = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if ((data[i] ?? 0) < EMPTY || (fromOutline[i] ?? 0) > unit * DEEPEST) continue
    const cell = Math.floor(Math.floor(i / width) / CELL) * wall.width + Math.floor((i % width) / CELL)
    if ((toFace[i] ?? 0) < unit * FROM_FACE || (wall.weight[cell] ?? 0) < LEAST_WEIGHT) continue
    const dark = luma(hair.planes, cell)
    if (dark > BRIGHTEST_HAIR || luma(wall.planes, cell) < dark + DARKEST_WALL_STEP) continue
    shares[i] = shareOfWall(guide, hair, wall, i, cell)
    if ((shares[i] ?? 0) > EDGE.from) mask[i] = 1
  }
  for (const gap of partsOf(mask, width)) {
    if (gap.length > LARGEST * unit * unit) continue
    // The outline's own soft fringe is no gap: what is wall in the middle was taken for hair.
    const core = gap.filter((i) => (shares[i] ?? 0) > OPEN)
    const taken = core.reduce((sum, i) => sum + (data[i] ?? 0), 0) / core.length
    const isOpen = core.length > 0 && (taken > TAKEN || gap.every((i) => (data[i] ?? 0) > ENCLOSED))
    const isEarring = gap.some((i) => {
      const down = (Math.floor(i / width) - head.eyeY / 2) / unit
      const aside = Math.abs((i % width) - head.centreX / 2) / unit
      return (
        down > EARRINGS.from && down < EARRINGS.to && aside > EARRINGS.aside && aside < 2 * EARRINGS.aside
      )
    })
    if (!isOpen || isEarring) continue
    for (const i of gap) data[i] = Math.min(data[i] ?? 0, 1 - smoothstep(EDGE.from, EDGE.to, shares[i] ?? 0))
  }
}
