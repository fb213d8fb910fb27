import type { Plane, Size } from '#studio/raster.ts'
import { blur, distanceTo, enlarge, reduce, smoothstep } from './filters.ts'
import type { Guide } from './laplacian.ts'
import { above, inverse } from './mask.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Pixels per cell of the planes that tell how thin the fringe is. */
const CELL = 4
/** What is covered of a cell is weighed at half size. */
const HALF = 2
/** Lengths as fractions of the face height. As deep under the outline may hair let light through: wholly, and at all. */
const WHOLLY = 0.035
const DEEPEST = 0.065
/** The hair behind the fringe, and the background before it, are seen up to here. */
const INNER = 0.17
const OUTER = 0.16
/** And over so long a stretch of the outline. */
const ALONG = 0.06
/** Sure hair and sure background. */
const SOLID = 0.97
const CLEAR = 0.03
/** The light behind is this much brighter than the hair at least, code values 0..1: half and full trust. */
const BRIGHTER = [0.12, 0.28] as const
/** So far from a mixture of the two a colour may lie: ears and foreheads are of a third colour. */
const UNMIXED = [0.05, 0.1] as const
/** Hair varies in lightness by itself: so much of the way to the background says nothing, and all. */
const OWN = [0.08, 0.25] as const
/** Never thinner than this. */
const THINNEST = 0.06
/** Strands and gaps among them show pixel by pixel; the rest goes by the neighbourhood, or grey hairs would be holes. */
const BY_PIXEL = 0.4
/** Nearer to the face than this hair is too thin to hide the skin behind it: what is pale there shines. */
const FOREHEAD = [0.1, 0.15] as const
const LEAST_OPEN = 0.01

/**
 * A fringe of short or curly hair lets a bright background through; the net and the Laplacian take the mixture for paler
 * hair, which before a dark backdrop shows as a pale cap. Where the fringe's colour lies between that of the hair behind
 * it and that of the background before it, alpha goes by the share of either. Changes `alpha`, of the guide's size, in place.
 */
export function thinFringe(guide: Guide, alpha: Plane, head: HeadGeometry): void {
  const { width, height } = alpha
  const cells = cellsOf(guide, alpha, head)
  const { size } = cells
  const sides = sidesOf(cells, head)
  const { gate, shares } = openness(cells, sides, head)
  const open = enlarge(blur({ ...size, data: gate }, 1), width, height, CELL).data
  const near = enlarge({ ...size, data: shares }, width, height, CELL).data
  for (let i = 0; i < open.length; i++) {
    const share = open[i] ?? 0
    if (share < LEAST_OPEN) continue
    const cell = Math.floor(Math.floor(i / width) / CELL) * size.width + Math.floor((i % width) / CELL)
    const own = mixtureOf(guide.planes, i, sides, cell).share
    const thin = Math.max(0, BY_PIXEL * own + (1 - BY_PIXEL) * (near[i] ?? 0))
    alpha.data[i] = (alpha.data[i] ?? 0) * (1 - share * Math.min(1 - THINNEST, thin))
  }
}

/** The picture on cells. */
interface Cells {
  size: Size
  covered: Float32Array
  /** Cells from the outline, inwards, and from the face. */
  depth: Float32Array
  toFace: Float32Array
  /** Means of the picture's colours, and of those of what is covered of each cell. */
  planes: Float32Array[]
  own: Float32Array[]
}

function cellsOf(guide: Guide, alpha: Plane, head: HeadGeometry): Cells {
  const halfAlpha = reduce(alpha, HALF)
  const covered = reduce(halfAlpha, CELL / HALF)
  const face = reduce({ ...alpha, data: head.face }, CELL)
  const halves = guide.planes.map((data) => reduce({ ...alpha, data }, HALF))
  return {
    size: { width: covered.width, height: covered.height },
    covered: covered.data,
    depth: distanceTo(inverse(above(covered.data, 0.5)), covered.width, covered.height),
    toFace: distanceTo(above(face.data, 0.5), covered.width, covered.height),
    planes: halves.map((plane) => reduce(plane, CELL / HALF).data),
    own: halves.map((plane) => coveredMean(plane, halfAlpha, covered)),
  }
}

/** Colours of the hair behind the fringe and of the background before it, -1 where there is none near. */
interface Sides {
  hair: Float32Array[]
  wall: Float32Array[]
}

function sidesOf({ size, covered, depth, toFace, planes }: Cells, head: HeadGeometry): Sides {
  const unit = head.faceHeight / CELL
  const outside = distanceTo(above(covered, CLEAR), size.width, size.height)
  const inner = new Float32Array(depth.length)
  const outer = new Float32Array(depth.length)
  for (let i = 0; i < rowsOf(size, head) * size.width; i++) {
    const [deep, away] = [(depth[i] ?? 0) / unit, (outside[i] ?? 0) / unit]
    const isHair = deep > DEEPEST && deep < INNER && (toFace[i] ?? 0) > unit * FOREHEAD[0]
    if ((covered[i] ?? 0) > SOLID && isHair) inner[i] = 1
    if ((covered[i] ?? 0) < CLEAR && away < OUTER) outer[i] = 1
  }
  return {
    hair: meansOver(inner, planes, size, unit * ALONG),
    wall: meansOver(outer, planes, size, unit * ALONG),
  }
}

/** Hair is thinned down to the eyes: below them ears, collars and shoulders end the outline too. */
function rowsOf({ height }: Size, head: HeadGeometry): number {
  return Math.min(height, Math.ceil(head.eyeY / CELL))
}

/** Per cell how surely light comes through there, 0..1, and the background's share in its colour. */
function openness({ size, covered, depth, toFace, own }: Cells, sides: Sides, head: HeadGeometry) {
  const unit = head.faceHeight / CELL
  const gate = new Float32Array(depth.length)
  const shares = new Float32Array(depth.length)
  for (let i = 0; i < rowsOf(size, head) * size.width; i++) {
    if ((covered[i] ?? 0) < CLEAR || (depth[i] ?? 0) > unit * DEEPEST) continue
    const { share, off, brighter } = mixtureOf(own, i, sides, i)
    shares[i] = share
    const deep = 1 - smoothstep(WHOLLY, DEEPEST, (depth[i] ?? 0) / unit)
    const mixed = 1 - smoothstep(...UNMIXED, off)
    const hairy = smoothstep(...FOREHEAD, (toFace[i] ?? 0) / unit)
    gate[i] = deep * hairy * mixed * smoothstep(...OWN, share) * smoothstep(...BRIGHTER, brighter)
  }
  return { gate, shares }
}

/** Means over what is covered of each cell: at the outline, a cell's mean is a mixture whatever the subject is. */
function coveredMean({ width, height, data }: Plane, alpha: Plane, covered: Plane): Float32Array {
  const masked = new Float32Array(data.length)
  for (let i = 0; i < masked.length; i++) masked[i] = (data[i] ?? 0) * (alpha.data[i] ?? 0)
  const sums = reduce({ width, height, data: masked }, CELL / HALF).data
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) / Math.max(CLEAR, covered.data[i] ?? 0)
  return sums
}

interface Mixture {
  /** How much of the way a colour lies from the hair's to the background's. */
  share: number
  /** How far it lies from that way. */
  off: number
  /** How much brighter the background is than the hair; 0 where either is not known. */
  brighter: number
}

/** What a pixel or cell of the planes is of the hair and the background of a cell. */
function mixtureOf(planes: readonly Float32Array[], i: number, { hair, wall }: Sides, cell: number): Mixture {
  if ((hair[0]?.[cell] ?? -1) < 0 || (wall[0]?.[cell] ?? -1) < 0) return { share: 0, off: 0, brighter: 0 }
  let [along, squared, brighter, length] = [0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const from = hair[c]?.[cell] ?? 0
    const way = (wall[c]?.[cell] ?? 0) - from
    const own = (planes[c]?.[i] ?? 0) - from
    brighter += way / 3
    along += way * own
    squared += way * way
    length += own * own
  }
  const share = along / Math.max(1e-6, squared)
  return { share, off: Math.sqrt(Math.max(0, length - share * share * squared)), brighter }
}

/** Means of the planes over the mask near each cell; -1 far from it. */
function meansOver(
  mask: Float32Array,
  planes: readonly Float32Array[],
  size: Size,
  sigma: number,
): Float32Array[] {
  const weight = blur({ ...size, data: mask }, sigma).data
  return planes.map((plane) => {
    const masked = plane.map((value, i) => value * (mask[i] ?? 0))
    const sums = blur({ ...size, data: masked }, sigma).data
    return sums.map((sum, i) => ((weight[i] ?? 0) > 1e-3 ? sum / (weight[i] ?? 1) : -1))
  })
}
