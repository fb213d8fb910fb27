import type { Plane } from '#studio/raster.ts'
import { blur, smoothstep } from './filters.ts'
import type { Guide } from './laplacian.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Lengths as fractions of the face height. Shoulders begin beside the collar; a bent head hangs before them. */
const BESIDE = 0.26
const ABOVE_CHIN = 0.2
const LEAST_RUN = 0.2
/** Where the outline falls more steeply than this, it is an arm's. */
const STEEPEST = 2.6
const SLOPE_OVER = 0.06
/** How far the net's outline may be wrong, and over what length its line is believed. */
const REACH = 0.13
const LINE = 0.09
/** Cloth and background are sampled this far from the line, over this length of it. */
const SAMPLE_FROM = 0.035
const SAMPLE_TO = 0.13
const SAMPLE_ALONG = 0.1
/** Standard deviations no side's luma and colour differences stay under, code values 0..1: folds shade cloth. */
const LEAST_SPREAD = [0.03, 0.012, 0.012] as const
/** Negative log likelihoods count to here: a colour that neither side has says nothing. */
const UNLIKE = 5
/** What a clear edge is worth, the colour distance at which one is half clear, and how many rows it is seen over. */
const EDGE_SHARE = 10
const EDGE_STEP = 0.08
const EDGE_ROWS = 2
/** Farther from the line than this, cloth and background are certain. */
const FIRM = 0.01
/** Worth of the net's log odds against the colours', and where they stop counting. */
const NET_SHARE = 0.35
const NET_ODDS = 3
/** Cost of bending the line by one pixel per column. */
const BEND = 5
const STEEPEST_BEND = 3
const ROUNDS = 3
const ROUGHNESS = 0.012
/** Over this length from the neck what the net sees above the drawn line, hair that falls over it, gives way to it. */
const NECK = 0.04
/** So far towards the neck what lies under the drawn line, carried on, is cloth too: a collar the net half misses. */
const INWARDS = 0.08
/** Half the width in pixels of the net's own step from background to person. */
const SOFT = 3

export interface Shoulders {
  /** 1 on pixels beside the drawn line that are certain by it. */
  certain: Uint8Array
  /** 1 close to the line: the firm edge of cloth. */
  drawn: Uint8Array
}

/** One shoulder: columns from the neck outwards, and the row its outline has in each. */
interface Run {
  columns: number[]
  line: Float32Array
  /** Half way up to what hangs over the shoulder: an ear, hair. */
  ceiling: number[]
}

/** Rows where the body begins, seen from below; NaN where it does not reach the picture's lower edge. */
function outlineFromBelow(body: Uint8Array, width: number, height: number): Float32Array {
  return Float32Array.from({ length: width }, (_, x) => {
    let y = height
    while (y > 0 && (body[(y - 1) * width + x] ?? 0)) y--
    return y < height ? y : NaN
  })
}

/** Half way from the outline up to the next part of the body; 0 where there is none. */
function ceilingAt(body: Uint8Array, width: number, x: number, top: number): number {
  let y = top - 1
  while (y >= 0 && !(body[y * width + x] ?? 0)) y--
  return y < 0 ? 0 : Math.ceil((y + top) / 2)
}

/** A line blurred along its length; beyond its ends it goes on as it came. */
function smoothed(line: Float32Array, sigma: number): Float32Array {
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

function runsOf(body: Uint8Array, top: Float32Array, head: HeadGeometry, unit: number): Run[] {
  const centre = head.centreX / 2
  const highest = head.chinY / 2 - unit * ABOVE_CHIN
  const over = Math.max(2, Math.round(unit * SLOPE_OVER))
  return [-1, 1].flatMap((side) => {
    const columns: number[] = []
    for (let x = Math.round(centre + side * unit * BESIDE); x >= 0 && x < top.length; x += side) {
      const y = top[x] ?? NaN
      const isShoulder = y > highest
      const before = top[x - side * over] ?? NaN
      if (columns.length > 0 && (!isShoulder || (columns.length > over && y - before > STEEPEST * over)))
        break
      if (isShoulder) columns.push(x)
    }
    if (columns.length < unit * LEAST_RUN) return []
    const line = smoothed(
      Float32Array.from(columns, (x) => top[x] ?? 0),
      unit * LINE,
    )
    return [{ columns, line, ceiling: columns.map((x) => ceilingAt(body, top.length, x, top[x] ?? 0)) }]
  })
}

type Colour = readonly [number, number, number]

/** Luma and two differences: nearly independent of each other in cloth and walls alike. */
function opponent({ planes: [red, green, blue] }: Guide, i: number): Colour {
  const [r, g, b] = [red[i] ?? 0, green[i] ?? 0, blue[i] ?? 0]
  const luma = 0.299 * r + 0.587 * g + 0.114 * b
  return [luma, r - luma, b - luma]
}

/** Sums over rows of one column: count, then sum and sum of squares of each coordinate. */
const SUMS = 7

interface Colours {
  means: Float32Array
  /** Half the inverse variances. */
  weights: Float32Array
  /** Log of the standard deviations' product, against the least. */
  spreads: Float32Array
}

/** Local colours along the run, of the rows from..to pixels below the path (above it when negative). */
function coloursBeside(guide: Guide, run: Run, path: Float32Array, rows: Rows): Colours {
  const length = run.columns.length
  const running = new Float64Array((length + 1) * SUMS)
  run.columns.forEach((x, k) => {
    const at = (k + 1) * SUMS
    for (let s = 0; s < SUMS; s++) running[at + s] = running[at - SUMS + s] ?? 0
    for (let step = rows.from; step < rows.to; step++) {
      const y = Math.round(path[k] ?? 0) + step
      if (y < 0 || y >= guide.height) continue
      running[at] = (running[at] ?? 0) + 1
      opponent(guide, y * guide.width + x).forEach((value, c) => {
        running[at + 1 + c] = (running[at + 1 + c] ?? 0) + value
        running[at + 4 + c] = (running[at + 4 + c] ?? 0) + value * value
      })
    }
  })
  const means = new Float32Array(length * 3)
  const weights = new Float32Array(length * 3)
  const spreads = new Float32Array(length)
  for (let k = 0; k < length; k++) {
    const first = Math.max(0, k - rows.along) * SUMS
    const last = Math.min(length, k + rows.along + 1) * SUMS
    const within = (s: number) => (running[last + s] ?? 0) - (running[first + s] ?? 0)
    const count = Math.max(1, within(0))
    for (let c = 0; c < 3; c++) {
      const mean = within(1 + c) / count
      const variance = Math.max(0, within(4 + c) / count - mean * mean)
      means[k * 3 + c] = mean
      const least = (LEAST_SPREAD[c] ?? 0) ** 2
      weights[k * 3 + c] = 0.5 / (variance + least)
      spreads[k] = (spreads[k] ?? 0) + 0.5 * Math.log((variance + least) / least)
    }
  }
  return { means, weights, spreads }
}

interface Rows {
  from: number
  to: number
  /** Columns to either side. */
  along: number
}

/** Negative log likelihood of a colour on one side of the outline, 0 at the mean of the least spread. */
function unlikeness({ means, weights, spreads }: Colours, k: number, colour: Colour): number {
  let sum = spreads[k] ?? 0
  for (let c = 0; c < 3; c++)
    sum += ((colour[c] ?? 0) - (means[k * 3 + c] ?? 0)) ** 2 * (weights[k * 3 + c] ?? 0)
  return Math.min(UNLIKE, sum)
}

/** How clearly colours change between the rows above y and those from y on, 0..1. */
function edgeAt({ width, height, planes }: Guide, x: number, y: number): number {
  if (y < EDGE_ROWS || y + EDGE_ROWS > height) return 0
  let squared = 0
  for (const plane of planes) {
    let change = 0
    for (let row = 0; row < EDGE_ROWS; row++)
      change += (plane[(y + row) * width + x] ?? 0) - (plane[(y - 1 - row) * width + x] ?? 0)
    squared += (change / EDGE_ROWS) ** 2
  }
  return squared / (squared + EDGE_STEP ** 2)
}

/** What each offset of the outline from the run's line costs: colours on the wrong side, net on the wrong side. */
function offsetCosts(guide: Guide, person: Plane, run: Run, path: Float32Array, unit: number): Float32Array {
  const reach = Math.round(unit * REACH)
  const span = 2 * reach + 1
  const [near, far] = [Math.round(unit * SAMPLE_FROM), Math.round(unit * SAMPLE_TO)]
  const along = Math.round(unit * SAMPLE_ALONG)
  const cloth = coloursBeside(guide, run, path, { from: near, to: far, along })
  const wall = coloursBeside(guide, run, path, { from: -far, to: -near, along })
  const costs = new Float32Array(run.columns.length * span)
  run.columns.forEach((x, k) => {
    const top = Math.round(run.line[k] ?? 0) - reach
    // Moving the outline one row down makes background of a row of cloth.
    let cost = 0
    for (let step = 0; step < span; step++) {
      const y = top + step
      costs[k * span + step] = cost - EDGE_SHARE * edgeAt(guide, x, y)
      if (y < 0 || y >= guide.height) continue
      const i = y * guide.width + x
      const colour = opponent(guide, i)
      const asCloth = unlikeness(cloth, k, colour)
      const asWall = unlikeness(wall, k, colour)
      const p = Math.min(1 - 1e-6, Math.max(1e-6, person.data[i] ?? 0))
      const odds = Math.min(NET_ODDS, Math.max(-NET_ODDS, Math.log(p / (1 - p))))
      cost += asWall - asCloth + NET_SHARE * odds
    }
  })
  return costs
}

/** Cheapest line through the costs, one offset per column, by dynamic programming. */
function cheapest(costs: Float32Array, length: number): Float32Array {
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
    out[k] = s - (span - 1) / 2
    s += from[k * span + s] ?? 0
  }
  return out
}

/**
 * Shoulders run in long lines, which the net, seeing 256 pixels across, steps along or leaves: dark cloth before a dark
 * wall. Their outline is drawn where the colours of cloth and background beside it part, as smoothly as that allows
 * (dynamic programming over the columns, after Amini, Weymouth, Jain: Using Dynamic Programming for Solving Variational
 * Problems in Vision, 1990; colours learnt anew from each line, after Rother, Kolmogorov, Blake: GrabCut, 2004).
 * Changes `person` and `body`, both of the guide's size, in place.
 * @param guide half size
 */
export function drawShoulders(guide: Guide, person: Plane, body: Uint8Array, head: HeadGeometry): Shoulders {
  const { width, height } = person
  const certain = new Uint8Array(width * height)
  const drawn = new Uint8Array(width * height)
  const unit = head.faceHeight / 2
  for (const run of runsOf(body, outlineFromBelow(body, width, height), head, unit)) {
    let path = run.line
    for (let round = 0; round < ROUNDS; round++) {
      const offsets = cheapest(offsetCosts(guide, person, run, path, unit), run.columns.length)
      const rough = offsets.map((offset, k) => offset + (run.line[k] ?? 0))
      path = smoothed(rough, unit * ROUGHNESS)
    }
    const reach = Math.ceil(unit * REACH * 2)
    fillInwards(person, body, certain, run, path, unit)
    run.columns.forEach((x, k) => {
      const share = smoothstep(0, unit * NECK, k)
      const line = path[k] ?? 0
      const slope = ((path[k + 2] ?? line) - (path[k - 2] ?? line)) / 4
      // Rows from the line where the line is `firm` away.
      const firm = unit * FIRM * Math.hypot(1, slope)
      const soft = SOFT * Math.hypot(1, slope)
      const highest = Math.max(run.ceiling[k] ?? 0, Math.round(line) - reach)
      for (let y = highest; y < Math.min(height, line + reach); y++) {
        const i = y * width + x
        const below = y + 0.5 - line
        person.data[i] = Math.max(smoothstep(-soft, soft, below), (1 - share) * (person.data[i] ?? 0))
        body[i] = (person.data[i] ?? 0) > 0.5 ? 1 : 0
        if (share < 1 && below < 0) continue
        const away = Math.abs(below)
        if (away > firm) certain[i] = 1
        if (away < 3 * firm) drawn[i] = 1
      }
    })
  }
  return { certain, drawn }
}

/** Enters the cloth between the run's first column and the neck, under the line carried on as steeply as it begins. */
function fillInwards(
  person: Plane,
  body: Uint8Array,
  certain: Uint8Array,
  { columns }: Run,
  path: Float32Array,
  unit: number,
): void {
  const [first = 0, second = first] = columns
  const inwards = first - second
  const over = Math.min(path.length - 1, Math.round(unit * SLOPE_OVER))
  const start = path[0] ?? 0
  const slope = over > 0 ? (start - (path[over] ?? start)) / over : 0
  for (let step = 1; step <= unit * INWARDS; step++) {
    const x = first + inwards * step
    if (x < 0 || x >= person.width) return
    const line = start + slope * step
    const soft = SOFT * Math.hypot(1, slope)
    for (let y = Math.max(0, Math.ceil(line)); y < Math.min(person.height, line + unit * REACH); y++) {
      const i = y * person.width + x
      person.data[i] = Math.max(person.data[i] ?? 0, smoothstep(-soft, soft, y + 0.5 - line))
      body[i] = (person.data[i] ?? 0) > 0.5 ? 1 : 0
      if (y + 0.5 - line > unit * FIRM * Math.hypot(1, slope)) certain[i] = 1
    }
  }
}
