// Cubic sampling of an 8-bit picture along the rows of a turned frame (see studio/person/warp.ts).
import { colour4, round4 } from './pixels'

/** A part of the source, and the frame that is cut from it. */
class Sampling {
  /** RGB, with a border: one pixel before and above it, two behind and below. */
  source: usize
  /** Size of the part, without its border. */
  width: i32
  height: i32
  frameWidth: i32
  /** x and y of source pixels, float32, by which pixels of a box of the frame are moved. */
  moves: usize
  movesLeft: i32
  movesTop: i32
  movesWidth: i32
  movesHeight: i32
  out: usize
  inside: usize
  /** The frame's pixel (x, y) lies in the part at (startX + x acrossX - y acrossY, startY + x acrossY + y acrossX), less its move. */
  startX: f32
  startY: f32
  acrossX: f32
  acrossY: f32
}

/** One row of the frame. */
export function warpRow(pointer: usize, y: i32): void {
  const s = changetype<Sampling>(pointer)
  const isMoved = y >= s.movesTop && y < s.movesTop + s.movesHeight
  const moves = s.moves + (usize((y - s.movesTop) * s.movesWidth) << 3)
  for (let x = 0; x < s.frameWidth; x++) {
    let u = s.startX + f32(x) * s.acrossX - f32(y) * s.acrossY
    let v = s.startY + f32(x) * s.acrossY + f32(y) * s.acrossX
    const column = x - s.movesLeft
    if (isMoved && column >= 0 && column < s.movesWidth) {
      u -= load<f32>(moves + (usize(column) << 3))
      v -= load<f32>(moves + (usize(column) << 3), 4)
    }
    const atX = max<f32>(0, min<f32>(f32(s.width - 1), u))
    const atY = max<f32>(0, min<f32>(f32(s.height - 1), v))
    const pixel = usize(y * s.frameWidth + x)
    store<u8>(s.inside + pixel, u8(abs(u - atX) < 0.5 && abs(v - atY) < 0.5))
    const colour = round4(sample(s, atX, atY))
    const shorts = i16x8.narrow_i32x4_s(colour, colour)
    // Writes a fourth byte, too: the next pixel's first.
    v128.store32_lane(s.out + pixel * 3, i8x16.narrow_i16x8_u(shorts, shorts), 0)
  }
}

/** The colour at a place: four pixels of each of four rows. */
function sample(s: Sampling, x: f32, y: f32): v128 {
  const stride = usize((s.width + 3) * 3)
  const across = catmullRom(x - floor(x))
  const down = catmullRom(y - floor(y))
  const at = s.source + usize(y) * stride + usize(x) * 3
  const upper = along(at, across) * v128.shuffle<f32>(down, down, 0, 0, 0, 0)
  const above = along(at + stride, across) * v128.shuffle<f32>(down, down, 1, 1, 1, 1)
  const below = along(at + 2 * stride, across) * v128.shuffle<f32>(down, down, 2, 2, 2, 2)
  return upper + above + below + along(at + 3 * stride, across) * v128.shuffle<f32>(down, down, 3, 3, 3, 3)
}

/** Weighted sum of four pixels of a row. */
function along(at: usize, weights: v128): v128 {
  const first = colour4(at) * v128.shuffle<f32>(weights, weights, 0, 0, 0, 0)
  const second = colour4(at + 3) * v128.shuffle<f32>(weights, weights, 1, 1, 1, 1)
  const third = colour4(at + 6) * v128.shuffle<f32>(weights, weights, 2, 2, 2, 2)
  return first + second + third + colour4(at + 9) * v128.shuffle<f32>(weights, weights, 3, 3, 3, 3)
}

/** Weights of four pixels for a place between the middle two, 0..1. */
function catmullRom(share: f32): v128 {
  const t = f32x4.splat(share)
  const bend = (f32x4(-0.5, 1.5, -1.5, 0.5) * t + f32x4(1, -2.5, 2, -0.5)) * t
  return (bend + f32x4(-0.5, 0, 0.5, 0)) * t + f32x4(0, 1, 0, 0)
}
