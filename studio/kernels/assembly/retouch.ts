// Passes over a picture's three planes.

/** Weighted sum of three planes of `count` pixels. */
export function lumaOver(
  r: usize,
  g: usize,
  b: usize,
  count: i32,
  red: f32,
  green: f32,
  blue: f32,
  target: usize,
): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const warm = v128.load(r + at) * f32x4.splat(red) + v128.load(g + at) * f32x4.splat(green)
    v128.store(target + at, warm + v128.load(b + at) * f32x4.splat(blue))
  }
}

/** Skin's bands over a picture. */
class Bands {
  count: i32
  r: usize
  g: usize
  b: usize
  skin: usize
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
  /** Share of the band that goes. */
  share: f32
}

/** Reduces unevenness of the skin, less where it exceeds its band. */
export function evenSkin(pointer: usize): void {
  const e = changetype<Bands>(pointer)
  const least = f32x4.splat(e.least)
  for (let i = 0; i < e.count; i += 4) {
    const at = usize(i) << 2
    const skin = v128.load(e.skin + at)
    const inside = f32x4.ge(skin, least)
    if (!v128.any_true(inside)) continue
    const medium = v128.load(e.fine + at) - v128.load(e.middle + at)
    const odd = medium * medium * f32x4.splat(e.oddity)
    const ordinary = skin / (f32x4.splat(1) + odd * odd)
    const even = ordinary * medium * f32x4.splat(e.share)
    const light = v128.load(e.change + at) - even
    const u = v128.load(e.red + at)
    const v = v128.load(e.blue + at)
    // Green follows so that luma moves by `light` alone.
    const follows = u * f32x4.splat(0.299 / 0.587) + v * f32x4.splat(0.114 / 0.587)
    addTo(e.r + at, v128.and(inside, light + u))
    addTo(e.g + at, v128.and(inside, light - follows))
    addTo(e.b + at, v128.and(inside, light + v))
  }
}

function addTo(at: usize, change: v128): void {
  v128.store(at, v128.load(at) + change)
}
