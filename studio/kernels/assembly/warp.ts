// Cubic sampling of an 8-bit picture along the rows of a turned frame (see studio/person/warp.ts).
import { round4 } from './pixels'

/** A part of the source, and the frame that is cut from it. */
class Sampling {
  /** RGB, with a border: see `putPart`. */
  source: usize
  /** Of the part, without what stands round it. */
  width: i32
  height: i32
  frameWidth: i32
  /** x and y of source pixels, float32, by which pixels of a box of the frame are moved. */
  moves: usize
  movesLeft: i32
  movesTop: i32
  movesWidth: i32
  movesHeight: i32
  /** Per phase the float32 weights of four pixels, thrice each. */
  weights: usize
  out: usize
  inside: usize
  /** The frame's pixel (x, y) lies in the part at (startX + x acrossX - y acrossY, startY + x acrossY + y acrossX), less its move. */
  startX: f32
  startY: f32
  acrossX: f32
  acrossY: f32
}

/** Steps between two pixels of the source that have weights of their own, as a power of two. */
const PHASE_BITS = 8
const PHASE_MASK = 255
/** Bytes of weights per phase. */
const RECORD: usize = 48

/** One row of the frame. */
export function warpRow(pointer: usize, y: i32): void {
  const s = changetype<Sampling>(pointer)
  const first = y * s.frameWidth
  const isMoved = y >= s.movesTop && y < s.movesTop + s.movesHeight
  const moves = s.moves + (usize((y - s.movesTop) * s.movesWidth) << 3)
  // x and y in the first two lanes.
  const start = f32x4(s.startX - f32(y) * s.acrossY, s.startY + f32(y) * s.acrossX, 0, 0)
  const across = f32x4(s.acrossX, s.acrossY, 0, 0)
  const last = f32x4(f32(s.width - 1), f32(s.height - 1), 0, 0)
  const half = f32x4.splat(0.5)
  for (let x = 0; x < s.frameWidth; x++) {
    let place = start + f32x4.splat(f32(x)) * across
    const column = x - s.movesLeft
    if (isMoved && column >= 0 && column < s.movesWidth)
      place = place - v128.load64_zero(moves + (usize(column) << 3))
    const within = f32x4.pmin(last, f32x4.pmax(f32x4.splat(0), place))
    const off = f32x4.lt(f32x4.abs(place - within), half)
    store<u8>(s.inside + usize(first + x), u8((i32x4.bitmask(off) & 3) === 3))
    const steps = round4(within * f32x4.splat(f32(1 << PHASE_BITS)))
    const colour = sample(s, i32x4.extract_lane(steps, 0), i32x4.extract_lane(steps, 1))
    storeColour(s.out + usize(first + x) * 3, colour)
  }
}

/** Weighs down the columns of four pixels, then along them: their channels rgbr gbrg brgb become one colour. */
function sample(s: Sampling, x: i32, y: i32): v128 {
  const stride = usize((s.width + 3) * 3)
  let at = s.source + usize(y >> PHASE_BITS) * stride + usize((x >> PHASE_BITS) * 3)
  let weight = s.weights + usize(y & PHASE_MASK) * RECORD
  let a = f32x4.splat(0)
  let b = a
  let c = a
  for (let row = 0; row < 4; row++, at += stride, weight += 12) {
    const share = v128.load32_splat(weight)
    const bytes = v128.load(at)
    const low = i16x8.extend_low_i8x16_u(bytes)
    const high = i16x8.extend_high_i8x16_u(bytes)
    a = a + share * f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(low))
    b = b + share * f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(low))
    c = c + share * f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(high))
  }
  const across = s.weights + usize(x & PHASE_MASK) * RECORD
  a = a * v128.load(across)
  b = b * v128.load(across, 16)
  c = c * v128.load(across, 32)
  return (
    a +
    v128.shuffle<f32>(a, b, 3, 4, 5, 0) +
    (v128.shuffle<f32>(b, c, 2, 3, 4, 0) + v128.shuffle<f32>(c, c, 1, 2, 3, 0))
  )
}

/** Writes a fourth byte, too: the next pixel's first. */
function storeColour(at: usize, colour: v128): void {
  const values = round4(colour)
  const shorts = i16x8.narrow_i32x4_s(values, values)
  v128.store32_lane(at, i8x16.narrow_i16x8_u(shorts, shorts), 0)
}
