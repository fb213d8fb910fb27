import type { Plane } from '#studio/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import type { Guide } from './laplacian.ts'

/** Standard deviations no side's luma and colour differences stay under, code values 0..1: folds shade cloth. */
const LEAST_SPREAD = [0.03, 0.012, 0.012] as const
/** Negative log likelihoods count to here: a colour that neither side has says nothing. */
export const UNLIKE = 5
/** The colour distance at which an edge is half clear, and how many cells it is seen over. */
const EDGE_STEP = 0.08
const EDGE_CELLS = 2
/** So many cells apart two edges are none of one another's flanks. */
const EDGE_GAP = 4
/** Where the net's log odds stop counting. */
const NET_ODDS = 3
/** Cost of bending the line by one pixel per ray. */
const BEND = 5
const STEEPEST_BEND = 3
const ROUNDS = 3

/** Where a rough outline is crossed, and the way from there into the subject, a pixel long. */
export interface Ray {
  x: number
  y: number
  dx: number
  dy: number
}

/** How an outline is sought; lengths in pixels. */
interface Search {
  /** How far the rough outline may be wrong: the true one runs so far before it, into the background, or beyond. */
  before: number
  beyond: number
  /** Both sides' colours are sampled this far from the line, over this length of it to either side. */
  near: number
  far: number
  along: number
  /** Pixels from the rough line to where the subject shows all its colours, if it does somewhere. */
  core?: Float32Array
  /** Those are seen over this length of the line to either side. */
  coreAlong?: number
  /** How far it tells against a side that its colours are many. */
  spreadShare: number
  /** What a clear edge is worth, and the net's log odds, against the colours. */
  edgeShare: number
  netShare: number
  /** What a clear edge costs per pixel of its width that is left in the background. */
  leftShare: number
  /** What the clearest edge costs that is left in the background. */
  outerShare: number
  /** So unlike the background, of UNLIKE, a colour is at most: what is like neither side may rather be its. */
  mostUnlike: number
  /** Blur along the line. */
  roughness: number
}

/** A picture along the rays, `cells` pixels of each, from the background to the subject; the rough line amidst. */
interface Strip {
  length: number
  cells: number
  middle: number
  /** 0 beyond the picture. */
  inside: Uint8Array
  /** Red, green, blue of each cell; then luma and two differences. */
  rgb: Float32Array
  opponent: Float32Array
  /** The net's log odds. */
  odds: Float32Array
}

/** A drawn outline. */
export interface Outline {
  /** Pixels from the rough line into the subject, per ray. */
  offsets: Float32Array
  /**
   * How much likelier than the other's the colours beside the line are on their side, negative log likelihoods
   * 0..UNLIKE: the less of both sides' means, as far as they are sampled.
   */
  contrast(ray: number): number
  /** How clear an edge it runs along there, 0..1. */
  edge(ray: number): number
  /** Whether a cell, so many pixels from the rough line, looks like background rather than subject. */
  isWall(ray: number, offset: number): boolean
}

/** A line blurred along its length; beyond its ends it goes on as it came. */
export function smoothed(line: Float32Array, sigma: number): Float32Array {
  const pad = Math.min(line.length - 1, Math.ceil(3 * sigma))
  const [first, last] = [line[0] ?? 0, line[line.length - 1] ?? 0]
  const data = Float32Array.from({ length: line.length + 2 * pad }, (_, k) => {
    const at = k - pad
    if (at < 0) return 2 * first - (line[-at] ?? 0)
    if (at >= line.length) return 2 * last - (line[2 * line.length - 2 - at] ?? 0)
    return line[at] ?? 0
  })
  return blur({ width: data.length, height: 1, data }, sigma).data.slice(pad, pad + line.length)
}

function stripOf(guide: Guide, person: Plane, rays: readonly Ray[], middle: number): Strip {
  const { width, height } = guide
  const [red, green, blue] = guide.planes
  const cells = 2 * middle + 1
  const size = rays.length * cells
  const strip: Strip = {
    length: rays.length,
    cells,
    middle,
    inside: new Uint8Array(size),
    rgb: new Float32Array(size * 3),
    opponent: new Float32Array(size * 3),
    odds: new Float32Array(size),
  }
  rays.forEach((ray, k) => {
    for (let cell = 0; cell < cells; cell++) {
      const x = ray.x + (cell - middle) * ray.dx
      const y = ray.y + (cell - middle) * ray.dy
      const [left, top] = [Math.floor(x), Math.floor(y)]
      if (left < 0 || top < 0 || left >= width || top >= height) continue
      const at = k * cells + cell
      strip.inside[at] = 1
      const i = top * width + left
      const right = left + 1 < width ? 1 : 0
      const below = top + 1 < height ? width : 0
      const [u, v] = [x - left, y - top]
      const sample = (plane: Float32Array) =>
        ((plane[i] ?? 0) * (1 - u) + (plane[i + right] ?? 0) * u) * (1 - v) +
        ((plane[i + below] ?? 0) * (1 - u) + (plane[i + below + right] ?? 0) * u) * v
      const [r, g, b] = [sample(red), sample(green), sample(blue)]
      const luma = 0.299 * r + 0.587 * g + 0.114 * b
      strip.rgb.set([r, g, b], at * 3)
      // Nearly independent of each other in cloth, skin and walls alike.
      strip.opponent.set([luma, r - luma, b - luma], at * 3)
      const p = Math.min(1 - 1e-6, Math.max(1e-6, sample(person.data)))
      strip.odds[at] = Math.min(NET_ODDS, Math.max(-NET_ODDS, Math.log(p / (1 - p))))
    }
  })
  return strip
}

/** Sums over the cells of one ray: count, then sum and sum of squares of each coordinate. */
const SUMS = 7

interface Colours {
  means: Float32Array
  /** Half the inverse variances. */
  weights: Float32Array
  /** Log of the standard deviations' product, against the least. */
  spreads: Float32Array
}

/** Local colours along the strip, of the cells from..to beyond the path (before it when negative). */
function coloursBeside(
  strip: Strip,
  path: Float32Array,
  from: number,
  to: number,
  { along, spreadShare }: Search,
): Colours {
  const { length, cells, middle, opponent } = strip
  const running = new Float64Array((length + 1) * SUMS)
  for (let k = 0; k < length; k++) {
    const at = (k + 1) * SUMS
    for (let s = 0; s < SUMS; s++) running[at + s] = running[at - SUMS + s] ?? 0
    for (let step = from; step < to; step++) {
      const cell = middle + Math.round(path[k] ?? 0) + step
      const i = k * cells + cell
      if (cell < 0 || cell >= cells || !(strip.inside[i] ?? 0)) continue
      running[at] = (running[at] ?? 0) + 1
      for (let c = 0; c < 3; c++) {
        const value = opponent[i * 3 + c] ?? 0
        running[at + 1 + c] = (running[at + 1 + c] ?? 0) + value
        running[at + 4 + c] = (running[at + 4 + c] ?? 0) + value * value
      }
    }
  }
  const means = new Float32Array(length * 3)
  const weights = new Float32Array(length * 3)
  const spreads = new Float32Array(length)
  for (let k = 0; k < length; k++) {
    const first = Math.max(0, k - along) * SUMS
    const last = Math.min(length, k + along + 1) * SUMS
    const within = (s: number) => (running[last + s] ?? 0) - (running[first + s] ?? 0)
    const count = Math.max(1, within(0))
    for (let c = 0; c < 3; c++) {
      const mean = within(1 + c) / count
      const variance = Math.max(0, within(4 + c) / count - mean * mean)
      means[k * 3 + c] = mean
      const least = (LEAST_SPREAD[c] ?? 0) ** 2
      weights[k * 3 + c] = 0.5 / (variance + least)
      spreads[k] = (spreads[k] ?? 0) + 0.5 * spreadShare * Math.log((variance + least) / least)
    }
  }
  return { means, weights, spreads }
}

/** Negative log likelihood of a cell's colour on one side of the outline, 0 at the mean of the least spread. */
function unlikeness(
  { means, weights, spreads }: Colours,
  { cells, opponent }: Strip,
  k: number,
  cell: number,
): number {
  let sum = spreads[k] ?? 0
  for (let c = 0; c < 3; c++)
    sum +=
      ((opponent[(k * cells + cell) * 3 + c] ?? 0) - (means[k * 3 + c] ?? 0)) ** 2 * (weights[k * 3 + c] ?? 0)
  return Math.min(UNLIKE, sum)
}

/** How clearly colours change between the cells before this one and those from it on, 0..1. */
function edgeAt({ cells, inside, rgb }: Strip, k: number, cell: number): number {
  const i = k * cells + cell
  if (!(inside[i - EDGE_CELLS] ?? 0) || !(inside[i + EDGE_CELLS - 1] ?? 0)) return 0
  let squared = 0
  for (let c = 0; c < 3; c++) {
    let change = 0
    for (let step = 0; step < EDGE_CELLS; step++)
      change += (rgb[(i + step) * 3 + c] ?? 0) - (rgb[(i - 1 - step) * 3 + c] ?? 0)
    squared += (change / EDGE_CELLS) ** 2
  }
  return squared / (squared + EDGE_STEP ** 2)
}

/** What each offset of the outline from the rough line costs: colours on the wrong side, net on the wrong side. */
function offsetCosts(strip: Strip, subject: Colours, wall: Colours, search: Search): Float32Array {
  const span = search.before + search.beyond + 1
  const { mostUnlike, leftShare, outerShare } = search
  const costs = new Float32Array(strip.length * span)
  for (let k = 0; k < strip.length; k++) {
    // Moving the outline one cell on makes background of a cell of the subject.
    let [cost, outer] = [0, 0]
    for (let step = 0; step < span; step++) {
      const cell = strip.middle - search.before + step
      const i = k * strip.cells + cell
      const edge = edgeAt(strip, k, cell)
      if (step > EDGE_GAP) outer = Math.max(outer, edgeAt(strip, k, cell - EDGE_GAP))
      costs[k * span + step] = cost + outerShare * outer - search.edgeShare * edge
      if (!(strip.inside[i] ?? 0)) continue
      cost +=
        Math.min(mostUnlike, unlikeness(wall, strip, k, cell)) -
        unlikeness(subject, strip, k, cell) +
        search.netShare * (strip.odds[i] ?? 0) +
        leftShare * edge
    }
  }
  return costs
}

/**
 * Cheapest line through the costs, one offset per ray, by dynamic programming.
 * @param first cells before the rough line that the costs begin
 */
export function cheapest(costs: Float32Array, length: number, first: number): Float32Array {
  const span = costs.length / length
  const from = new Int8Array(costs.length)
  let before = costs.slice(0, span)
  for (let k = 1; k < length; k++) {
    const here = new Float32Array(span)
    for (let s = 0; s < span; s++) {
      let least = Infinity
      for (let bend = -STEEPEST_BEND; bend <= STEEPEST_BEND; bend++) {
        const t = s + bend
        if (t < 0 || t >= span) continue
        const cost = (before[t] ?? 0) + BEND * bend * bend
        if (cost < least) {
          least = cost
          from[k * span + s] = bend
        }
      }
      here[s] = least + (costs[k * span + s] ?? 0)
    }
    before = here
  }
  const out = new Float32Array(length)
  let s = before.indexOf(Math.min(...before))
  for (let k = length - 1; k >= 0; k--) {
    out[k] = s - first
    s += from[k * span + s] ?? 0
  }
  return out
}

/** The line amidst the edge it runs along: what edges cost that are left in the background moves it out. */
function centred(strip: Strip, path: Float32Array): Float32Array {
  return path.map((offset, k) => {
    const middle = strip.middle + Math.round(offset)
    let [sum, weight] = [0, 0]
    for (let step = -EDGE_CELLS; step <= EDGE_CELLS; step++) {
      const edge = edgeAt(strip, k, middle + step) ** 2
      sum += edge * step
      weight += edge
    }
    return weight > 0 ? Math.round(offset) + sum / weight : offset
  })
}

/**
 * Draws the outline where the colours of subject and background beside it part, as smoothly as that allows
 * (dynamic programming over the rays, after Amini, Weymouth, Jain: Using Dynamic Programming for Solving Variational
 * Problems in Vision, 1990; colours learnt anew from each line, after Rother, Kolmogorov, Blake: GrabCut, 2004).
 * @param rays side by side along the rough outline, about a pixel apart
 */
export function drawOutline(guide: Guide, person: Plane, rays: readonly Ray[], search: Search): Outline {
  const { near, far } = search
  const strip = stripOf(guide, person, rays, Math.max(search.before, search.beyond) + far + 1)
  const { core, coreAlong = rays.length } = search
  const known = core && coloursBeside(strip, core, -near, near, { ...search, along: coreAlong })
  const sidesOf = (path: Float32Array) =>
    [
      known ?? coloursBeside(strip, path, near, far, search),
      coloursBeside(strip, path, -far, -near, search),
    ] as const
  let path: Float32Array = new Float32Array(rays.length)
  for (let round = 0; round < ROUNDS; round++) {
    const [subject, wall] = sidesOf(path)
    path = smoothed(
      cheapest(offsetCosts(strip, subject, wall, search), rays.length, search.before),
      search.roughness,
    )
  }
  path =
    search.leftShare > 0 || search.outerShare > 0 ? smoothed(centred(strip, path), search.roughness) : path
  const [subject, wall] = sidesOf(path)
  const likerWall = (k: number, cell: number) =>
    cell >= 0 && cell < strip.cells
      ? unlikeness(subject, strip, k, cell) - unlikeness(wall, strip, k, cell)
      : 0
  return {
    offsets: path,
    contrast(ray) {
      const first = strip.middle + Math.round(path[ray] ?? 0)
      let [before, beyond] = [0, 0]
      for (let step = 0; step < far; step++) before += likerWall(ray, first - 1 - step)
      // A rim with the light behind is like neither side.
      for (let step = near; step < far; step++) beyond -= likerWall(ray, first + step)
      return Math.min(before / far, beyond / (far - near))
    },
    edge: (ray) => edgeAt(strip, ray, strip.middle + Math.round(path[ray] ?? 0)),
    isWall: (ray, offset) => likerWall(ray, strip.middle + Math.round(offset)) > 0,
  }
}
