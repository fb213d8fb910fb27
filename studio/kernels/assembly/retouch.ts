import { store4 } from './math'

// Passes over a part of a picture's three planes.

/** Weighted sum of three planes over a part of them. @param stride pixels from one row of the planes to the next */
export function lumaOver(
  r: usize,
  g: usize,
  b: usize,
  stride: i32,
  width: i32,
  height: i32,
  red: f32,
  green: f32,
  blue: f32,
  target: usize,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const at = usize(y * stride + x) << 2
      const warm = v128.load(r + at) * f32x4.splat(red)
      const sum = warm + v128.load(g + at) * f32x4.splat(green)
      const luma = sum + v128.load(b + at) * f32x4.splat(blue)
      // What goes beyond the row is written again with the next.
      v128.store(target + (usize(y * width + x) << 2), luma)
    }
  }
}

/**
 * How far two planes are apart where a third is above `level`, in one row and one pixel of so many.
 * @returns how many differences were found
 */
export function differences(
  p: usize,
  q: usize,
  where: usize,
  level: f32,
  width: i32,
  height: i32,
  rows: i32,
  pixels: i32,
  out: usize,
): i32 {
  let count = 0
  for (let y = 0; y < height; y += rows) {
    for (let x = 0; x < width; x += pixels) {
      const at = usize(y * width + x) << 2
      if (load<f32>(where + at) <= level) continue
      store<f32>(out + (usize(count++) << 2), abs(load<f32>(p + at) - load<f32>(q + at)))
    }
  }
  return count
}

/** Skin's bands over a part of a picture: planes of the part's size, and where in the picture's planes it begins. */
class Bands {
  width: i32
  height: i32
  /** Pixels from one row of the picture to the next. */
  stride: i32
  r: usize
  g: usize
  b: usize
  skin: usize
  luma: usize
  fine: usize
  middle: usize
  /** Slow change of luma, and of red and blue beyond it. */
  change: usize
  red: usize
  blue: usize
  /** Less skin than this is none. */
  least: f32
  /** One over three spreads of the band, squared. */
  oddity: f32
  /** Shares of the band and of what is finer that go. */
  mediumShare: f32
  fineShare: f32
}

/** Takes unevenness off the skin, less the more it stands out of its band. */
export function evenSkin(pointer: usize): void {
  const e = changetype<Bands>(pointer)
  for (let y = 0; y < e.height; y++) evenRow(e, usize(y * e.width) << 2, usize(y * e.stride) << 2)
}

function evenRow(e: Bands, from: usize, to: usize): void {
  const least = f32x4.splat(e.least)
  for (let x = 0; x < e.width; x += 4) {
    const at = from + (usize(x) << 2)
    const skin = v128.load(e.skin + at)
    const inside = f32x4.ge(skin, least)
    if (!v128.any_true(inside)) continue
    const fine = v128.load(e.fine + at)
    const medium = fine - v128.load(e.middle + at)
    const odd = medium * medium * f32x4.splat(e.oddity)
    const ordinary = skin / (f32x4.splat(1) + odd * odd)
    const finer = (v128.load(e.luma + at) - fine) * f32x4.splat(e.fineShare)
    const even = ordinary * (medium * f32x4.splat(e.mediumShare) + finer)
    const light = v128.load(e.change + at) - even
    const u = v128.load(e.red + at)
    const v = v128.load(e.blue + at)
    // Green follows so that luma moves by `light` alone.
    const follows = u * f32x4.splat(0.299 / 0.587) + v * f32x4.splat(0.114 / 0.587)
    const own = to + (usize(x) << 2)
    const left = e.width - x
    addTo(e.r + own, v128.and(inside, light + u), left)
    addTo(e.g + own, v128.and(inside, light - follows), left)
    addTo(e.b + own, v128.and(inside, light + v), left)
  }
}

function addTo(at: usize, change: v128, left: i32): void {
  store4(at, v128.load(at) + change, left)
}
