// Colours of either side, sampled round every unknown pixel (see studio/matte/colour-opinion.ts).
import { dot3 } from './fitting'
import { exp4, least4, sum4 } from './math'
import { WHOLE } from './pixels'

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
  /** Of the trimap, and the net's person. */
  known: usize
  outline: usize
  fromOutline: usize
  besideFace: usize
  net: usize
  /** Pixels from each pixel to the nearest certain one, at most 8 % too large. */
  toKnown: usize
  /** Of every turn and ray: x and y of a pixel's step, float32. */
  rays: usize
  turns: i32
  stepsPerRay: i32
  /** Steps from one wall sample of a ray to the next. */
  spread: i32
  /** How much a sample counts by its step alone, float32. */
  closeness: usize
  /** A byte for each pixel: see `markColours`. */
  marks: usize
  samples: usize
  wanted: usize
  trust: usize
}

/**
 * A mark holds for how many steps the rays find nothing new: from an unknown pixel until something certain may come,
 * from a certain one until the other side may. They start above:
 */
const WALL: f32 = 84
const SUBJECT: f32 = 168
const MOST_STEPS: f32 = 84

/** A sample's red, green, blue and closeness stand in four lists, in bytes: a vector's pad behind the 24 of a wall. */
const LIST: usize = 112
const SIDE: usize = 4 * LIST
/** A colour nothing is near to. */
const NO_COLOUR: f32 = 1e3

export function markColours(pointer: usize): void {
  const s = changetype<Search>(pointer)
  for (let i: usize = 0; i < usize(s.width * s.height); i++) {
    const isKnown = load<u8>(s.known + i) !== 0
    const far = load<f32>((isKnown ? s.fromOutline : s.toKnown) + (i << 2))
    const side: f32 = isKnown ? (load<f32>(s.outline + (i << 2)) > 0.5 ? SUBJECT : WALL) : 0
    // Distances may be 8 % too large, steps are two pixels.
    store<u8>(s.marks + i, u8(side + max<f32>(1, min<f32>(MOST_STEPS, far * 0.46))))
  }
}

/**
 * Opinion on every pixel of a row: wanted alpha and trust.
 * @param unit face height in pixels
 */
export function judgeColours(pointer: usize, y: i32, unit: f32): void {
  const s = changetype<Search>(pointer)
  for (let x = 0; x < s.width; x++) {
    const i = y * s.width + x
    const at = usize(i) << 2
    if (load<u8>(s.known + usize(i))) {
      store<f32>(s.wanted + at, load<f32>(s.outline + at))
      store<f32>(s.trust + at, KNOWN_TRUST)
      continue
    }
    // Neighbouring pixels look in different directions, the Laplacian joins what they find.
    const counts = gather(s, (x * 7 + y * 13) % s.turns, x, y)
    judge(s, at, counts >> 8, counts & 255, unit)
  }
}

/** Walks rays from the pixel to the first certain subject and the first certain wall; @returns subjects · 256 + walls */
function gather(s: Search, turn: i32, fromX: i32, fromY: i32): i32 {
  const length = s.stepsPerRay
  const end = s.rays + usize((turn + 1) * DIRECTIONS) * 8
  let subject = s.samples
  let wall = s.samples + SIDE
  for (let ray = s.rays + usize(turn * DIRECTIONS) * 8; ray < end; ray += 8) {
    let wantSubject = true
    let nextWall = 0
    let step = 0
    while (step < length && (wantSubject || nextWall < length)) {
      const away = f32(2) * f32(step + 1)
      const x = fromX + rounded(load<f32>(ray) * away)
      const y = fromY + rounded(load<f32>(ray, 4) * away)
      if (u32(x) >= u32(s.width) || u32(y) >= u32(s.height)) break
      const pixel = usize(y * s.width + x)
      const found = i32(load<u8>(s.marks + pixel))
      if (found <= i32(WALL)) {
        step += found
      } else if (found > i32(SUBJECT)) {
        if (wantSubject) {
          take(s, pixel, step, subject)
          subject += 4
          wantSubject = false
        }
        step += found - i32(SUBJECT)
      } else {
        if (step >= nextWall) {
          take(s, pixel, step, wall)
          wall += 4
          nextWall = nextWall > 0 ? length : step + s.spread
        }
        const free = found - i32(WALL)
        step += nextWall < length ? min(free, nextWall - step) : free
      }
    }
  }
  endList(subject)
  endList(wall)
  return (i32(subject - s.samples) << 6) | (i32(wall - s.samples - SIDE) >> 2)
}

/** The nearest whole number, as `round4` does it. */
function rounded(value: f32): i32 {
  return reinterpret<i32>(value + WHOLE) - reinterpret<i32>(WHOLE)
}

function take(s: Search, pixel: usize, step: i32, list: usize): void {
  const plane = usize(s.width * s.height) << 2
  const colour = s.smooth + (pixel << 2)
  store<f32>(list, load<f32>(colour))
  store<f32>(list + LIST, load<f32>(colour + plane))
  store<f32>(list + 2 * LIST, load<f32>(colour + 2 * plane))
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
  const ownSubject = misfitOf(s.samples, subjects, r, g, b)
  const ownWall = misfitOf(wallSamples, walls, r, g, b)
  const soft = s.smooth + at
  const sr = load<f32>(soft)
  const sg = load<f32>(soft + bytes)
  const sb = load<f32>(soft + 2 * bytes)
  const toSubject = misfitOf(s.samples, subjects, sr, sg, sb)
  const toWall = misfitOf(wallSamples, walls, sr, sg, sb)
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
function misfitOf(samples: usize, count: i32, r: f32, g: f32, b: f32): f32 {
  const red = f32x4.splat(r)
  const green = f32x4.splat(g)
  const blue = f32x4.splat(b)
  let least = f32x4.splat(NO_COLOUR)
  for (let k = 0; k < count; k += 4) {
    const at = samples + (usize(k) << 2)
    const er = red - v128.load(at)
    const eg = green - v128.load(at + LIST)
    const eb = blue - v128.load(at + 2 * LIST)
    least = f32x4.pmin(least, dot3(er, er, eg, eg, eb, eb))
  }
  return least4(least) / MISFIT
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
    const ur = f32x4.splat(r) - br
    const ug = f32x4.splat(g) - bg
    const ub = f32x4.splat(b) - bb
    for (let subject = s.samples; subject < end; subject += 4) {
      const dr = v128.load32_splat(subject) - br
      const dg = v128.load32_splat(subject + LIST) - bg
      const db = v128.load32_splat(subject + 2 * LIST) - bb
      const apart = dot3(dr, dr, dg, dg, db, db)
      const along = dot3(ur, dr, ug, dg, ub, db) / f32x4.pmax(f32x4.splat(1e-4), apart)
      const alpha = f32x4.pmin(one, f32x4.pmax(zero, along))
      const er = ur - alpha * dr
      const eg = ug - alpha * dg
      const eb = ub - alpha * db
      const misfit = dot3(er, er, eg, eg, eb, eb) * f32x4.splat(1 / MISFIT)
      const hopeful = f32x4.le(misfit, f32x4.splat(HOPELESS))
      let weight = least
      if (v128.any_true(hopeful)) {
        const off = alpha - own
        const doubt = f32x4.splat(0.25) * (off * off)
        // The pair's fitness, e^(-misfit / 4) less the doubt: its fourth power is the weight.
        const fitness = exp4(misfit * f32x4.splat(-0.25) - doubt)
        const square = fitness * fitness
        const nearness = close * v128.load32_splat(subject + 3 * LIST)
        weight = least + v128.and(hopeful, nearness * (square * square))
        const apartness = apart / (apart + f32x4.splat(0.03))
        const counted = v128.and(hopeful, weight)
        distinct = distinct + counted * apartness * fitness
      }
      weights = weights + weight
      alphas = alphas + weight * alpha
    }
  }
  const sum = sum4(weights)
  store<f32>(s.wanted + at, f32(sum4(alphas) / sum))
  return f32(sum4(distinct) / sum)
}
