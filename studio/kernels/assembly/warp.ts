// Cubic sampling of an 8-bit picture along the rows of a turned frame (see studio/person/warp.ts).

/** A part of the source, and the frame that is cut from it. */
class Sampling {
  /** RGB, with a border: see `repeatBorder`. */
  source: usize
  /** Of the part, without what stands round it. */
  width: i32
  height: i32
  frameWidth: i32
  frameHeight: i32
  /** x and y of source pixels, float32, by which pixels of a box of the frame are moved. */
  moves: usize
  movesLeft: i32
  movesTop: i32
  movesWidth: i32
  movesHeight: i32
  /** Per phase four float32 weights, thrice each, and the same as int16: see `alongTaps`, `downLow`. */
  weights: usize
  /** Twice the frame's width and 4, float32. */
  places: usize
  out: usize
  inside: usize
}

/** Steps between two pixels of the source that have weights of their own, as a power of two. */
const PHASE_BITS = 8
const PHASE_MASK = 255
/** Bytes of weights per phase, as a power of two, and where among them the four of a column begin. */
const RECORD_BITS = 6
const COLUMN = 48

/**
 * Some rows of the frame. Its pixel (x, y) lies in the part at (startX + x acrossX - y acrossY,
 * startY + x acrossY + y acrossX), less its move.
 */
export function warp(
  pointer: usize,
  from: i32,
  to: i32,
  startX: f64,
  startY: f64,
  acrossX: f64,
  acrossY: f64,
): void {
  const s = changetype<Sampling>(pointer)
  const wide = s.frameWidth
  for (let y = from; y < to; y++) {
    const isMoved = y >= s.movesTop && y < s.movesTop + s.movesHeight
    const start = f64x2(startX - f64(y) * acrossY, startY + f64(y) * acrossX)
    placesOfRow(s.places, wide, start, f64x2(acrossX, acrossY))
    if (isMoved) moveRow(s, y)
    const out = s.out + usize(y * wide * 3)
    stepsOfRow(s, s.inside + usize(y * wide))
    sampleRow(s, out)
  }
}

function placesOfRow(places: usize, width: i32, start: v128, across: v128): void {
  let place = start
  const end = places + (usize(width) << 3)
  for (let at = places; at < end; at += 8) {
    v128.store64_lane(at, f32x4.demote_f64x2_zero(place), 0)
    place = f64x2.add(place, across)
  }
}

function moveRow(s: Sampling, y: i32): void {
  const moves = s.moves + (usize((y - s.movesTop) * s.movesWidth) << 3)
  const places = s.places + (usize(s.movesLeft) << 3)
  for (let x = 0; x < s.movesWidth; x++) {
    const at = places + (usize(x) << 3)
    const moved = f32x4.sub(v128.load64_zero(at), v128.load64_zero(moves + (usize(x) << 3)))
    v128.store64_lane(at, moved, 0)
  }
}

/**
 * Turns a row's places into whole phases, at most the part's last ones, and tells which lie within the part. Of `out`
 * up to three bytes behind the row are written, too: the next row's first.
 */
function stepsOfRow(s: Sampling, out: usize): void {
  const low = f32x4.splat(-0.5)
  const right = f32x4.splat(f32(s.width) - 0.5)
  const bottom = f32x4.splat(f32(s.height) - 0.5)
  const highest = f32x4(f32(s.width - 1), f32(s.height - 1), f32(s.width - 1), f32(s.height - 1))
  const one = i32x4.splat(1)
  for (let x = 0; x < s.frameWidth; x += 4) {
    const at = s.places + (usize(x) << 3)
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const px = v128.shuffle<f32>(a, b, 0, 2, 4, 6)
    const py = v128.shuffle<f32>(a, b, 1, 3, 5, 7)
    const across = v128.and(f32x4.gt(px, low), f32x4.lt(px, right))
    const within = v128.and(across, v128.and(f32x4.gt(py, low), f32x4.lt(py, bottom)))
    const shorts = i16x8.narrow_i32x4_s(v128.and(within, one), one)
    v128.store32_lane(out + usize(x), i8x16.narrow_i16x8_u(shorts, shorts), 0)
    v128.store(at, stepsOf(a, highest))
    v128.store(at, stepsOf(b, highest), 16)
  }
}

function stepsOf(places: v128, highest: v128): v128 {
  const within = f32x4.pmin(highest, f32x4.pmax(f32x4.splat(0), places))
  return rounded(f32x4.mul(within, f32x4.splat(f32(1 << PHASE_BITS))))
}

/** Nearest whole numbers of values under 4 million: beyond 2^23 a float has no fraction left. */
function rounded(values: v128): v128 {
  const far: f32 = 12582912
  return i32x4.sub(f32x4.add(values, f32x4.splat(far)), i32x4.splat(reinterpret<i32>(far)))
}

/** Weighs down the columns of four pixels, then along them. */
function sampleRow(s: Sampling, out: usize): void {
  const stride = usize((s.width + 3) * 3)
  const tables = s.weights
  const source = s.source
  const end = s.places + (usize(s.frameWidth) << 3)
  for (let place = s.places; place < end; place += 8, out += 3) {
    const x = load<i32>(place)
    const y = load<i32>(place, 4)
    const at = source + usize(y >> PHASE_BITS) * stride + usize((x >> PHASE_BITS) * 3)
    const weights = tables + (usize(y & PHASE_MASK) << RECORD_BITS)
    const upper = v128.load32_splat(weights, COLUMN)
    const lower = v128.load32_splat(weights, COLUMN + 4)
    const a = v128.load(at)
    const b = v128.load(at + stride)
    const c = v128.load(at + 2 * stride)
    const d = v128.load(at + 3 * stride)
    const ab = pairs(a, b)
    const cd = pairs(c, d)
    const first = downLow(ab, upper, cd, lower)
    const second = downHigh(ab, upper, cd, lower)
    const third = downLow(lastPairs(a, b), upper, lastPairs(c, d), lower)
    storeColour(out, alongTaps(tables + (usize(x & PHASE_MASK) << RECORD_BITS), first, second, third))
  }
}

/** The first eight bytes of two rows, in turn. */
function pairs(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

/** The four bytes behind these. */
function lastPairs(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
}

/** The first four channels of two pairs of rows, by the rows' weights. */
function downLow(ab: v128, upper: v128, cd: v128, lower: v128): v128 {
  return whole(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(ab), upper),
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(cd), lower),
  )
}

/** The four channels behind these. */
function downHigh(ab: v128, upper: v128, cd: v128, lower: v128): v128 {
  return whole(
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(ab), upper),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(cd), lower),
  )
}

function whole(a: v128, b: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.add(a, b))
}

/**
 * Twelve channels rgbr gbrg brgb of four pixels to one colour in the first three lanes. The record begins with the
 * pixels' weights in that order, over the unit of the rows' weights.
 */
function alongTaps(record: usize, first: v128, second: v128, third: v128): v128 {
  const a = f32x4.mul(first, v128.load(record))
  const b = f32x4.mul(second, v128.load(record, 16))
  const c = f32x4.mul(third, v128.load(record, 32))
  return f32x4.add(
    f32x4.add(a, v128.shuffle<f32>(a, b, 3, 4, 5, 0)),
    f32x4.add(v128.shuffle<f32>(b, c, 2, 3, 4, 0), v128.shuffle<f32>(c, c, 1, 2, 3, 0)),
  )
}

/** Writes a fourth byte, too: the next pixel's first. */
function storeColour(at: usize, colour: v128): void {
  const values = rounded(colour)
  const shorts = i16x8.narrow_i32x4_s(values, values)
  v128.store32_lane(at, i8x16.narrow_i16x8_u(shorts, shorts), 0)
}
