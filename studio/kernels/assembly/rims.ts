// Lab of cells of pixels, and what stands out from the skin (see studio/person/rim-finder.ts).
import { curvedX4, curvedY4, curvedZ4, lightness4, times4 } from './lab'
import { firstLanes } from './math'
import { gather4, smoothstep4, storeMarks4 } from './pixels'

/** RGB with its float32 coverage, and planes of cells of two by two pixels to write. */
class Cells {
  colours: usize
  alpha: usize
  width: i32
  height: i32
  /** Mean coverage per cell; float32 as those that follow. */
  covered: usize
  cellsWide: i32
  cellsHigh: i32
  /** Linear light by byte. */
  linear: usize
  /** Scratch: three times four values. */
  sums: usize
  l: usize
  a: usize
  b: usize
}

/** Lab of the pixels' mean light, weighted by their coverage; cells covered by less than `least` are 0. */
export function labOfCovered(pointer: usize, least: f32): void {
  const c = changetype<Cells>(pointer)
  for (let y = 0; y < c.cellsHigh; y++) labOfRow(c, y, least)
}

/** Exported so that it stays a function: the engine then changes over to its compiled code between rows. */
export function labOfRow(c: Cells, y: i32, least: f32): void {
  for (let x = 0; x < c.cellsWide; x += 4) {
    const at = usize(y * c.cellsWide + x) << 2
    const inside = f32x4.ge(v128.load(c.covered + at), f32x4.splat(least))
    if (!v128.any_true(inside)) {
      v128.store(c.l + at, f32x4.splat(0))
      v128.store(c.a + at, f32x4.splat(0))
      v128.store(c.b + at, f32x4.splat(0))
      continue
    }
    sumFour(c, x, y)
    const red = v128.load(c.sums)
    const green = v128.load(c.sums, 16)
    const blue = v128.load(c.sums, 32)
    const middle = curvedY4(red, green, blue)
    v128.store(c.l + at, v128.and(inside, lightness4(middle)))
    v128.store(c.a + at, v128.and(inside, times4(500, curvedX4(red, green, blue), middle)))
    v128.store(c.b + at, v128.and(inside, times4(200, middle, curvedZ4(red, green, blue))))
  }
}

/** Mean linear light of four cells. */
function sumFour(c: Cells, x: i32, y: i32): void {
  let red = f32x4.splat(0)
  let green = red
  let blue = red
  let weight = f32x4.splat(1e-6)
  for (let v = 2 * y; v < min(c.height, 2 * y + 2); v++) {
    for (let u = 2 * x; u < 2 * x + 2; u++) {
      const i = usize(v * c.width + u)
      const share = everySecond(c.alpha + (i << 2), c.width - u)
      const at = c.colours + 3 * i
      red = f32x4.add(red, f32x4.mul(share, gather4(c.linear, everySixth(at))))
      green = f32x4.add(green, f32x4.mul(share, gather4(c.linear, everySixth(at + 1))))
      blue = f32x4.add(blue, f32x4.mul(share, gather4(c.linear, everySixth(at + 2))))
      weight = f32x4.add(weight, share)
    }
  }
  v128.store(c.sums, f32x4.div(red, weight))
  v128.store(c.sums, f32x4.div(green, weight), 16)
  v128.store(c.sums, f32x4.div(blue, weight), 32)
}

/** Four values with one between two, 0 for those that lie behind `left` ones. */
function everySecond(at: usize, left: i32): v128 {
  const values = v128.shuffle<f32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6)
  return v128.and(values, i32x4.gt_s(i32x4.splat(left), i32x4(0, 2, 4, 6)))
}

/** Bytes of one channel of every second pixel. */
function everySixth(at: usize): v128 {
  let found = v128.load8_lane(at, i32x4.splat(0), 0)
  found = v128.load8_lane(at + 6, found, 4)
  found = v128.load8_lane(at + 12, found, 8)
  return v128.load8_lane(at + 18, found, 12)
}

/** Cells that may be skin by their coverage and colour, of the planes that `labOfCovered` has written; bytes 0 or 1. */
class SkinColour {
  covered: f32
  /** Least lightness; chroma, and the cosine by which the hue differs from that of (a, b). */
  lightness: f32
  leastChroma: f32
  mostChroma: f32
  a: f32
  b: f32
  cosine: f32
}

export function markSkin(cells: usize, colour: usize, out: usize): void {
  const c = changetype<Cells>(cells)
  const skin = changetype<SkinColour>(colour)
  const own = Mathf.sqrt(skin.a * skin.a + skin.b * skin.b)
  for (let i = 0; i < c.cellsWide * c.cellsHigh; i += 4) {
    const at = usize(i) << 2
    const a = v128.load(c.a + at)
    const b = v128.load(c.b + at)
    const chroma = f32x4.sqrt(f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b)))
    const along = f32x4.add(f32x4.mul(a, f32x4.splat(skin.a)), f32x4.mul(b, f32x4.splat(skin.b)))
    const solid = f32x4.gt(v128.load(c.covered + at), f32x4.splat(skin.covered))
    const light = f32x4.gt(v128.load(c.l + at), f32x4.splat(skin.lightness))
    const low = f32x4.gt(chroma, f32x4.splat(skin.leastChroma))
    const high = f32x4.lt(chroma, f32x4.splat(skin.mostChroma))
    const hue = f32x4.gt(along, f32x4.mul(chroma, f32x4.splat(own * skin.cosine)))
    const all = v128.and(v128.and(solid, light), v128.and(hue, v128.and(low, high)))
    storeMarks4(out + usize(i), all)
  }
}

/** Cells beside the skin: their colour, the skin's beside them; bytes to write. Planes are float32. */
class Beside {
  /** Cells in a row, and rows. */
  width: i32
  height: i32
  covered: usize
  l: usize
  b: usize
  /** 1 on skin. */
  skin: usize
  /** Cells to the next skin. */
  toSkin: usize
  skinL: usize
  skinB: usize
  /** Above 0 where no rim can be. */
  barred: usize
  rim: usize
  trace: usize
  pale: usize
  /** Rows from which on there may be rims and traces, and the first where there are none any more. */
  top: i32
  upper: i32
  bottom: i32
  leastCovered: f32
  /** Cells from the skin within which there may be what is pale, and rims. */
  far: f32
  near: f32
}

/** Fainter than this is none, however it hangs together; on the other scale for lines that run into a rim. */
const LEAST_RIM: f32 = 0.15
const LEAST_TRACE: f32 = 0.25

/** Marks what is paler and bluer than the skin beside it. @returns how many cells of rim there are */
export function markRims(pointer: usize): i32 {
  const c = changetype<Beside>(pointer)
  let count = 0
  for (let y = 0; y < c.height; y++) count += markRow(c, y)
  return count
}

/** Exported to stay a function. */
export function markRow(c: Beside, y: i32): i32 {
  const none = f32x4.splat(0)
  let count = 0
  for (let x = 0; x < c.width; x += 4) {
    const i = usize(y * c.width + x)
    const at = i << 2
    const distance = v128.load(c.toSkin + at)
    const covered = f32x4.ge(v128.load(c.covered + at), f32x4.splat(c.leastCovered))
    const close = f32x4.le(distance, f32x4.splat(c.far))
    const bare = f32x4.le(v128.load(c.skin + at), none)
    const inside = v128.and(v128.and(bare, firstLanes(c.width - x)), v128.and(covered, close))
    let rim = none
    let trace = none
    let pale = none
    if (v128.any_true(inside)) {
      const lighter = f32x4.sub(v128.load(c.l + at), v128.load(c.skinL + at))
      const b = v128.load(c.b + at)
      const bluer = f32x4.sub(v128.load(c.skinB + at), b)
      pale = v128.and(f32x4.gt(lighter, f32x4.splat(-4)), f32x4.gt(bluer, f32x4.splat(5)))
      const near = f32x4.le(distance, f32x4.splat(c.near))
      const free = v128.and(near, f32x4.le(v128.load(c.barred + at), none))
      const blue = smoothstep4(6, 16, bluer)
      if (y < c.bottom && y >= c.top)
        rim = v128.and(free, f32x4.gt(stripe4(blue, lighter, 4, 14, b, -3, 5), f32x4.splat(LEAST_RIM)))
      // The lens has mixed it with the skin beside it, where a rim thins out to a line.
      if (y < c.bottom && y >= c.upper)
        trace = v128.and(free, f32x4.gt(stripe4(blue, lighter, 1, 8, b, 5, 14), f32x4.splat(LEAST_TRACE)))
    }
    const found = v128.and(rim, inside)
    count += popcnt(i32x4.bitmask(found))
    storeMarks4(c.rim + i, found)
    storeMarks4(c.trace + i, v128.and(trace, inside))
    storeMarks4(c.pale + i, v128.and(pale, inside))
  }
  return count
}

/** How much bluer and brighter than the skin beside it, 0..1. */
function stripe4(blue: v128, lighter: v128, light: f32, lightest: f32, b: v128, cold: f32, warm: f32): v128 {
  const not = f32x4.sub(f32x4.splat(1), smoothstep4(cold, warm, b))
  return f32x4.mul(f32x4.mul(blue, smoothstep4(light, lightest, lighter)), not)
}
