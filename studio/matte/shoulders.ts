import type { Plane } from '#studio/raster.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Guide } from './laplacian.ts'
import { drawOutline, smoothed, UNLIKE } from './outline.ts'
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
/** What a clear edge is worth, and the net's log odds, against the colours. */
const EDGE_SHARE = 10
const NET_SHARE = 0.35
/** Farther from the line than this, cloth and background are certain. */
const FIRM = 0.01
/** Blur along the drawn line. */
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

/**
 * Shoulders run in long lines, which the net, seeing 256 pixels across, steps along or leaves: dark cloth before a dark
 * wall. Their outline is drawn anew.
 * Changes `person` and `body`, both of the guide's size, in place.
 * @param guide half size
 */
export function drawShoulders(guide: Guide, person: Plane, body: Uint8Array, head: HeadGeometry): Shoulders {
  const { width, height } = person
  const certain = new Uint8Array(width * height)
  const drawn = new Uint8Array(width * height)
  const unit = head.faceHeight / 2
  const search = {
    before: Math.round(unit * REACH),
    beyond: Math.round(unit * REACH),
    near: Math.round(unit * SAMPLE_FROM),
    far: Math.round(unit * SAMPLE_TO),
    along: Math.round(unit * SAMPLE_ALONG),
    spreadShare: 1,
    edgeShare: EDGE_SHARE,
    netShare: NET_SHARE,
    leftShare: 0,
    outerShare: 0,
    mostUnlike: UNLIKE,
    roughness: unit * ROUGHNESS,
  }
  for (const run of runsOf(body, outlineFromBelow(body, width, height), head, unit)) {
    const rays = run.columns.map((x, k) => ({ x, y: Math.round(run.line[k] ?? 0), dx: 0, dy: 1 }))
    const { offsets } = drawOutline(guide, person, rays, search)
    const path = run.line.map((line, k) => line + (offsets[k] ?? 0))
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
