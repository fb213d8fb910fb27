import { clamp4, level4, lookup4, smoothstep4, storePixels } from './pixels'

// The last pass over a picture: vignette, grade, sharpening, grain, 8 bits: the grain dithers them.

/** Sides of the grain's tile, a power of two. */
const GRAIN_SIDE = 512
const CURVE_STEPS: f32 = 1024
/** Squared distance from the middle up to which the vignette darkens no pixel, picture sizes. */
const BRIGHT: f32 = 0.12

class Finishing {
  width: i32
  height: i32
  r: usize
  g: usize
  b: usize
  /** Its luma, and that blurred. */
  luma: usize
  soft: usize
  /** Tone by luma. */
  curve: usize
  /** A tile of grain and where in it the picture begins; room for a row of it. */
  grain: usize
  grainLeft: i32
  grainTop: i32
  grainRow: usize
  /** Interleaved bytes. */
  out: usize
  vignette: f32
  saturation: f32
  warmth: f32
  grainStrength: f32
  sharpening: f32
}

export function finish(pointer: usize): void {
  const f = changetype<Finishing>(pointer)
  for (let y = 0; y < f.height; y++) {
    const row = f.grain + ((usize((f.grainTop + y) & (GRAIN_SIDE - 1)) * GRAIN_SIDE) << 2)
    const left = usize(f.grainLeft) << 2
    memory.copy(f.grainRow, row + left, (usize(GRAIN_SIDE) << 2) - left)
    memory.copy(f.grainRow + (usize(GRAIN_SIDE) << 2) - left, row, left)
    finishRow(f, y)
  }
}

function finishRow(f: Finishing, y: i32): void {
  const one = f32x4.splat(1)
  const lanes = i32x4(0, 1, 2, 3)
  const dy = (f32(y) + 0.5) / f32(f.height) - 0.48
  const down = f32x4.splat(dy * dy)
  const step = f32x4.splat(f32(1) / f32(f.width))
  const warm = f32x4.splat(f32(1) + f.warmth)
  const cool = f32x4.splat(f32(1) - f.warmth)
  for (let x = 0; x < f.width; x += 4) {
    const pixel = y * f.width + x
    const at = usize(pixel) << 2
    const columns = f32x4.convert_i32x4_s(i32x4.add(i32x4.splat(x), lanes))
    const dx = (columns + f32x4.splat(0.5)) * step - f32x4.splat(0.5)
    const off = dx * dx + down
    let corner = one
    if (v128.any_true(f32x4.gt(off, f32x4.splat(BRIGHT))))
      corner = one - smoothstep4(BRIGHT, 0.62, off) * f32x4.splat(f.vignette)
    const base = v128.load(f.luma + at)
    const crisp = crispness(base - v128.load(f.soft + at), f.sharpening)
    // Film grain is strongest in the mid-tones; paper white and black have little of it.
    const held = base * (one - base) * f32x4.splat(2.8) + f32x4.splat(0.35)
    const grain = v128.load(f.grainRow + (usize(x & (GRAIN_SIDE - 1)) << 2))
    const film = grain * f32x4.splat(f.grainStrength) * held
    const graded = clamp4((base + crisp) * corner, 0, 1)
    const tone = lookup4(f.curve, graded * f32x4.splat(CURVE_STEPS))
    // Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange.
    const share = clamp4(tone / f32x4.pmax(f32x4.splat(0.02), base), 0.45, 1.04)
    const chroma = share * f32x4.splat(f.saturation)
    const even = tone + film
    const red = v128.load(f.r + at) * warm - base
    const green = v128.load(f.g + at) - base
    const blue = v128.load(f.b + at) * cool - base
    storePixels(
      f.out + usize(pixel) * 3,
      level4(even + red * chroma),
      level4(even + green * chroma),
      level4(even + blue * chroma),
      f.width - x,
    )
  }
}

/** Detail below the noise is not worth sharpening, hard edges need none. */
function crispness(detail: v128, amount: f32): v128 {
  const size = f32x4.abs(detail)
  const worth = (size + f32x4.splat(0.008)) * (f32x4.splat(1) + size * f32x4.splat(9))
  return (detail * size * f32x4.splat(amount)) / worth
}
