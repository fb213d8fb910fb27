// Colours of either side, sampled round every unknown pixel (see studio/matte/colour-opinion.ts).
import { exp4, least4, sum4 } from './math'
import { bytes4 } from './pixels'

/** Trust of known pixels against the Laplacian's window of 49. */
const KNOWN_TRUST: f32 = 100
const DIRECTIONS = 12
/** Squared colour distance at which a pair of samples explains a pixel badly. */
const MISFIT: f32 = 0.0035
/** What even the worst pair counts, and the misfit from which on a pair counts no more than that. */
const LEAST_WEIGHT: f32 = 1e-9
const HOPELESS: f32 = 24

class Search {
  width: i32
  height: i32
  /** Planes red, green, blue one behind the other: the picture's, and slightly blurred. */
  guide: usize
  smooth: usize
  /** Room for the blurred colours, red, green, blue and a spare of each pixel. */
  colours: usize
  /** Of the trimap, and the net's person. */
  known: usize
  outline: usize
  fromOutline: usize
  besideFace: usize
  net: usize
  /** Pixels from each pixel to the nearest certain one, at most 8 % too large. */
  toKnown: usize
  /** Of every turn and ray so many steps, and one to spare: what each adds to the place of a mark, and to the number of a pixel, int32. */
  markSteps: usize
  pixelSteps: usize
  turns: i32
  stepsPerRay: i32
  /** Steps from one wall sample of a ray to the next. */
  spread: i32
  /** How much a sample counts by its step alone, float32. */
  closeness: usize
  /** One byte for each pixel and for the `margin` of at least 4 round the picture. */
  marks: usize
  margin: i32
  samples: usize
  wanted: usize
  trust: usize
}

/**
 * A mark holds for how many steps the rays find nothing new: from an unknown pixel until something certain may come,
 * from a certain one until the other side may. They start above:
 */
const UNKNOWN = 0
const WALL = 84
const SUBJECT = 168
const BEYOND = 255
const MOST_STEPS: f32 = 84

/** A sample's red, green, blue and closeness stand in four lists, in bytes: a vector's pad behind the 24 of a wall. */
const LIST: usize = 112
const SIDE: usize = 4 * LIST
/** A colour nothing is near to. */
const NO_COLOUR: f32 = 1e3

/**
 * Opinion on every pixel: wanted alpha and trust.
 * @param unit face height in pixels
 */
export function judgeColours(pointer: usize, unit: f32): void {
  const s = changetype<Search>(pointer)
  const wide = s.width + 2 * s.margin
  memory.fill(s.marks, u8(BEYOND), usize(wide * (s.height + 2 * s.margin)))
  for (let y = 0; y < s.height; y++)
    markRow(s, usize(y * s.width), s.marks + usize((y + s.margin) * wide + s.margin))
  interleave(s)
  for (let y = 0; y < s.height; y++) judgeColourRow(pointer, y, unit)
}

function markRow(s: Search, first: usize, marks: usize): void {
  const one = f32x4.splat(1)
  const most = f32x4.splat(MOST_STEPS)
  for (let x = 0; x < s.width; x += 4) {
    const i = first + usize(x)
    const known = i32x4.ne(bytes4(s.known + i), i32x4.splat(0))
    const inside = f32x4.gt(v128.load(s.outline + (i << 2)), f32x4.splat(0.5))
    // Distances may be 8 % too large, steps are two pixels.
    const far = v128.bitselect(v128.load(s.fromOutline + (i << 2)), v128.load(s.toKnown + (i << 2)), known)
    const free = i32x4.trunc_sat_f32x4_s(f32x4.pmin(most, f32x4.pmax(one, f32x4.mul(far, f32x4.splat(0.46)))))
    const side = v128.bitselect(i32x4.splat(SUBJECT), i32x4.splat(WALL), inside)
    const mark = i32x4.add(free, v128.bitselect(side, i32x4.splat(UNKNOWN), known))
    const bytes = i8x16.shuffle(mark, mark, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    v128.store32_lane(marks + usize(x), bytes, 0)
  }
  // The last vector may have reached into the margin.
  store<u32>(marks + usize(s.width), -1)
}

function interleave(s: Search): void {
  const count = s.width * s.height
  const green = usize(count) << 2
  for (let i = 0; i < count; i += 4) {
    const at = s.smooth + (usize(i) << 2)
    const r = v128.load(at)
    const g = v128.load(at + green)
    const b = v128.load(at + 2 * green)
    const low = v128.shuffle<f32>(r, g, 0, 4, 1, 5)
    const high = v128.shuffle<f32>(r, g, 2, 6, 3, 7)
    const to = s.colours + (usize(i) << 4)
    v128.store(to, v128.shuffle<f32>(low, b, 0, 1, 4, 4))
    v128.store(to, v128.shuffle<f32>(low, b, 2, 3, 5, 5), 16)
    v128.store(to, v128.shuffle<f32>(high, b, 0, 1, 6, 6), 32)
    v128.store(to, v128.shuffle<f32>(high, b, 2, 3, 7, 7), 48)
  }
}

/** One row of `judgeColours`, a function of its own so that the engine changes to its fast code between rows. */
export function judgeColourRow(pointer: usize, y: i32, unit: f32): void {
  const s = changetype<Search>(pointer)
  const marks = s.marks + usize((y + s.margin) * (s.width + 2 * s.margin) + s.margin)
  for (let x = 0; x < s.width; x++) {
    const i = y * s.width + x
    const at = usize(i) << 2
    if (i32(load<u8>(marks + usize(x))) > WALL) {
      store<f32>(s.wanted + at, load<f32>(s.outline + at))
      store<f32>(s.trust + at, KNOWN_TRUST)
      continue
    }
    // Neighbouring pixels look in different directions, the Laplacian joins what they find.
    const counts = gather(s, (x * 7 + y * 13) % s.turns, marks + usize(x), i)
    judge(s, at, counts >> 8, counts & 255, unit)
  }
}

/** Walks rays from the pixel to the first certain subject and the first certain wall; @returns subjects · 256 + walls */
function gather(s: Search, turn: i32, mark: usize, pixel: i32): i32 {
  const length = s.stepsPerRay
  const bytesPerRay = usize(length + 1) << 2
  const toPixels = s.pixelSteps - s.markSteps
  const begins = s.samples + 2 * SIDE
  let ray = s.markSteps + usize(turn * DIRECTIONS) * bytesPerRay
  let subject = s.samples
  let wall = s.samples + SIDE
  for (let k = 0; k < DIRECTIONS; k++, ray += bytesPerRay) {
    if (k % 4 === 0) crossUnknown(mark, ray, bytesPerRay, length, begins)
    let wantSubject = true
    let nextWall = 0
    let step = load<i32>(begins + (usize(k % 4) << 2))
    while (step < length && (wantSubject || nextWall < length)) {
      const to = ray + (usize(step) << 2)
      const found = i32(load<u8>(mark + load<i32>(to)))
      if (found <= WALL) step += found
      else if (found <= SUBJECT) {
        if (step >= nextWall) {
          take(s, pixel + load<i32>(to + toPixels), step, wall)
          wall += 4
          nextWall = nextWall > 0 ? length : step + s.spread
        }
        step += nextWall < length ? min(found - WALL, nextWall - step) : found - WALL
      } else if (found < BEYOND) {
        if (wantSubject) {
          take(s, pixel + load<i32>(to + toPixels), step, subject)
          subject += 4
          wantSubject = false
        }
        step += found - SUBJECT
      } else break
    }
  }
  endList(subject)
  endList(wall)
  return (i32(subject - s.samples) << 6) | (i32(wall - s.samples - SIDE) >> 2)
}

/** Steps of four rays over what is unknown: side by side, as each waits for one mark after the other. */
function crossUnknown(mark: usize, ray: usize, bytesPerRay: usize, length: i32, steps: usize): void {
  const second = ray + bytesPerRay
  const third = second + bytesPerRay
  const fourth = third + bytesPerRay
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let before = -1
  while (a + b + c + d > before) {
    before = a + b + c + d
    a = onward(mark, ray, a, length)
    b = onward(mark, second, b, length)
    c = onward(mark, third, c, length)
    d = onward(mark, fourth, d, length)
  }
  v128.store(
    steps,
    i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(a), 1, b), 2, c), 3, d),
  )
}

function onward(mark: usize, ray: usize, step: i32, length: i32): i32 {
  const found = i32(load<u8>(mark + load<i32>(ray + (usize(step) << 2))))
  return min(length, step + select<i32>(found, 0, found <= WALL))
}

function take(s: Search, pixel: i32, step: i32, list: usize): void {
  const colour = v128.load(s.colours + (usize(pixel) << 4))
  v128.store32_lane(list, colour, 0)
  v128.store32_lane(list + LIST, colour, 1)
  v128.store32_lane(list + 2 * LIST, colour, 2)
  store<f32>(list + 3 * LIST, load<f32>(s.closeness + (usize(step) << 2)))
}

/** Samples to fill the last vector: like nothing, and of no weight. */
function endList(list: usize): void {
  v128.store(list, f32x4.splat(NO_COLOUR))
  v128.store(list + LIST, f32x4.splat(NO_COLOUR))
  v128.store(list + 2 * LIST, f32x4.splat(NO_COLOUR))
  v128.store(list + 3 * LIST, f32x4.splat(0))
}

function judge(s: Search, at: usize, subjects: i32, walls: i32, unit: f32): void {
  const bytes = usize(s.width * s.height) << 2
  const wallSamples = s.samples + SIDE
  const net = load<f32>(s.net + at)
  const colour = s.guide + at
  const r = load<f32>(colour)
  const g = load<f32>(colour + bytes)
  const b = load<f32>(colour + 2 * bytes)
  // Misfits of either side's nearest sample alone, for the pixel and for its blurred colour.
  const ownSubject = nearest(s.samples, subjects, r, g, b)
  const ownWall = nearest(wallSamples, walls, r, g, b)
  const soft = s.smooth + at
  const sr = load<f32>(soft)
  const sg = load<f32>(soft + bytes)
  const sb = load<f32>(soft + 2 * bytes)
  const toSubject = nearest(s.samples, subjects, sr, sg, sb)
  const toWall = nearest(wallSamples, walls, sr, sg, sb)
  // 0..1 for either side: its samples hold the colour and the other's hold nothing like it.
  const near = exp4(f32x4(-toSubject, -0.4 * toWall, -toWall, -0.25 * toSubject))
  const saysSubject: f32 = f32x4.extract_lane(near, 0) * (1 - f32x4.extract_lane(near, 1))
  const saysWall: f32 = f32x4.extract_lane(near, 2) * (1 - f32x4.extract_lane(near, 3))
  const inside = load<f32>(s.outline + at) > 0.5
  // Far from its outline the net is seldom wrong, least of all inside.
  const depth = load<f32>(s.fromOutline + at) / unit
  const word: f32 = inside
    ? smoothstep(0.006, 0.03, depth) * 4 * (1 - 0.3 * saysWall)
    : smoothstep(0.006, 0.04, depth) * 1.2 * (1 - 0.85 * saysSubject)
  // Beside cheek and jaw skin is next to it: what is bright, unlike dark hair, and of the wall's colour is wall.
  const beside: f32 = load<f32>(s.besideFace + at) * smoothstep(0.3, 0.45, max(sr, max(sg, sb)))
  const settled: f32 = abs(net * 2 - 1) * word * (1 - 0.9 * beside * saysWall)
  // A colour that the net's own side explains alone is no evidence against the net.
  const alone = inside ? ownSubject : ownWall
  const like = exp4(f32x4.splat(-0.6 * alone))
  const sure: f32 = weighPairs(s, at, subjects, walls, net, r, g, b) * (1 - f32x4.extract_lane(like, 0))
  const share: f32 = sure / (sure + 0.12 + settled)
  store<f32>(s.wanted + at, load<f32>(s.wanted + at) * share + net * (1 - share))
  store<f32>(s.trust + at, 0.5 + 3 * sure + 10 * min(f32(1), settled) * (1 - sure))
}

function smoothstep(from: f32, to: f32, value: f32): f32 {
  const t: f32 = min(f32(1), max(f32(0), (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Squared distance to the nearest sample, in units of MISFIT; very far without samples. */
function nearest(samples: usize, count: i32, r: f32, g: f32, b: f32): f32 {
  const red = f32x4.splat(r)
  const green = f32x4.splat(g)
  const blue = f32x4.splat(b)
  let least = f32x4.splat(NO_COLOUR)
  for (let k = 0; k < count; k += 4) {
    const at = samples + (usize(k) << 2)
    const er = f32x4.sub(red, v128.load(at))
    const eg = f32x4.sub(green, v128.load(at + LIST))
    const eb = f32x4.sub(blue, v128.load(at + 2 * LIST))
    least = f32x4.pmin(least, dot(er, eg, eb, er, eg, eb))
  }
  return least4(least) / MISFIT
}

function dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z))
}

/** Leaves the pairs' alpha in `wanted`; @returns how distinct they are, 0..1; four walls at a time. */
function weighPairs(s: Search, at: usize, subjects: i32, walls: i32, net: f32, r: f32, g: f32, b: f32): f32 {
  if (subjects === 0 || walls === 0) {
    store<f32>(s.wanted + at, net)
    return 0
  }
  const end = s.samples + (usize(subjects) << 2)
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const own = f32x4.splat(net)
  let weights = zero
  let alphas = zero
  let distinct = zero
  for (let q = 0; q < walls; q += 4) {
    const wall = s.samples + SIDE + (usize(q) << 2)
    const br = v128.load(wall)
    const bg = v128.load(wall + LIST)
    const bb = v128.load(wall + 2 * LIST)
    const close = v128.load(wall + 3 * LIST)
    const least = v128.and(f32x4.gt(close, zero), f32x4.splat(LEAST_WEIGHT))
    const ur = f32x4.sub(f32x4.splat(r), br)
    const ug = f32x4.sub(f32x4.splat(g), bg)
    const ub = f32x4.sub(f32x4.splat(b), bb)
    for (let subject = s.samples; subject < end; subject += 4) {
      const dr = f32x4.sub(v128.load32_splat(subject), br)
      const dg = f32x4.sub(v128.load32_splat(subject + LIST), bg)
      const db = f32x4.sub(v128.load32_splat(subject + 2 * LIST), bb)
      const apart = dot(dr, dg, db, dr, dg, db)
      const along = f32x4.div(dot(ur, ug, ub, dr, dg, db), f32x4.pmax(f32x4.splat(1e-4), apart))
      const alpha = f32x4.pmin(one, f32x4.pmax(zero, along))
      const er = f32x4.sub(ur, f32x4.mul(alpha, dr))
      const eg = f32x4.sub(ug, f32x4.mul(alpha, dg))
      const eb = f32x4.sub(ub, f32x4.mul(alpha, db))
      const misfit = f32x4.mul(dot(er, eg, eb, er, eg, eb), f32x4.splat(1 / MISFIT))
      const hopeful = f32x4.le(misfit, f32x4.splat(HOPELESS))
      let weight = least
      if (v128.any_true(hopeful)) {
        const off = f32x4.sub(alpha, own)
        const doubt = f32x4.mul(f32x4.splat(0.25), f32x4.mul(off, off))
        // e^(-(misfit + doubt) / 4): its fourth power is the weight, without the doubt it is the pair's fitness.
        const root = exp4(f32x4.sub(f32x4.mul(misfit, f32x4.splat(-0.25)), doubt))
        const square = f32x4.mul(root, root)
        const nearness = f32x4.mul(close, v128.load32_splat(subject + 3 * LIST))
        weight = f32x4.add(least, v128.and(hopeful, f32x4.mul(nearness, f32x4.mul(square, square))))
        const fitness = f32x4.mul(root, shortExp(doubt))
        const apartness = f32x4.div(apart, f32x4.add(apart, f32x4.splat(0.03)))
        const counted = v128.and(hopeful, weight)
        distinct = f32x4.add(distinct, f32x4.mul(f32x4.mul(counted, apartness), fitness))
      }
      weights = f32x4.add(weights, weight)
      alphas = f32x4.add(alphas, f32x4.mul(weight, alpha))
    }
  }
  const sum = sum4(weights)
  store<f32>(s.wanted + at, f32(sum4(alphas) / sum))
  return f32(sum4(distinct) / sum)
}

/** e^x of values from 0 to 1/4. */
function shortExp(x: v128): v128 {
  const end = f32x4.add(f32x4.splat(1.0 / 6), f32x4.mul(x, f32x4.splat(1.0 / 24)))
  const half = f32x4.add(f32x4.splat(0.5), f32x4.mul(x, end))
  const one = f32x4.splat(1)
  return f32x4.add(one, f32x4.mul(x, f32x4.add(one, f32x4.mul(x, half))))
}
