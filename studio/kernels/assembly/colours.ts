// Colours of a cut-out (see studio/matte/colours.ts).
import { dot3 } from './fitting'
import { firstLanes, sum4 } from './math'
import { Spline, splineRow } from './soften'
import { clamp4, level4, mix4, smoothstep4, storePixels } from './pixels'

/** Pixels of a cell each way: a vector's. */
const CELL = 4
const CELL_LOG = 2
/** Planes of cells: number, red, green and blue of the subject, then of the background. */
const SIDE: usize = 4
/** The background may differ from its estimate by this much, code values 0..1. */
const SLACK: f32 = 0.12
/** Squared distance below which two colours count as equal. */
const LEAST_WAY: f32 = 1e-4
/** Alpha is doubted between these: strands and gaps among them have the alpha that the matte saw. */
const DOUBTED_FROM: f32 = 0.6
const DOUBTED_WHOLLY: f32 = 0.95
/** Least alpha divided by: at fainter alpha the subject's colour cannot be recovered. */
const FAINTEST: f32 = 0.1

/**
 * Of a row of cells, from the pixels' row `y` on: number of a cell's pixels whose alpha is above a limit and not above another, and the sums of their colours.
 * @param guide planes red, green, blue; @param cells four planes: numbers, reds, greens, blues
 */
export function sumCells(
  guide: usize,
  alpha: usize,
  width: i32,
  height: i32,
  above: f32,
  most: f32,
  cells: usize,
  y: i32,
): void {
  const plane = usize(width * height) << 2
  const across = (width + CELL - 1) >> CELL_LOG
  const cellPlane = usize(across * ((height + CELL - 1) >> CELL_LOG)) << 2
  const bottom = min(height, y + CELL)
  const one = f32x4.splat(1)
  for (let x = 0; x < width; x += CELL) {
    let number = f32x4.splat(0)
    let r = number
    let g = number
    let b = number
    for (let row = y; row < bottom; row++) {
      const at = usize(row * width + x) << 2
      const a = v128.load(alpha + at)
      const counts = v128.and(f32x4.gt(a, f32x4.splat(above)), f32x4.le(a, f32x4.splat(most)))
      number = number + v128.and(counts, one)
      r = r + v128.and(counts, v128.load(guide + at))
      g = g + v128.and(counts, v128.load(guide + at + plane))
      b = b + v128.and(counts, v128.load(guide + at + 2 * plane))
    }
    const own = firstLanes(width - x)
    const cell = cells + (usize((y >> CELL_LOG) * across + (x >> CELL_LOG)) << 2)
    store<f32>(cell, f32(sum4(v128.and(own, number))))
    store<f32>(cell + cellPlane, f32(sum4(v128.and(own, r))))
    store<f32>(cell + 2 * cellPlane, f32(sum4(v128.and(own, g))))
    store<f32>(cell + 3 * cellPlane, f32(sum4(v128.and(own, b))))
  }
}

/** What `drawColours` goes by. */
class Drawing {
  width: i32
  height: i32
  /** Planes red, green, blue. */
  guide: usize
  /** Alpha, and the same less where it is in doubt. */
  alpha: usize
  doubted: usize
  /**
   * Splines of blurred cells: share of pixels that are wholly the subject's, and their colours times that share; so of
   * those behind it.
   */
  splines: usize
  /** A row of each, with room for 4 pixels more. */
  lines: usize
  /** Interleaved red, green, blue, bytes. */
  out: usize
}

/**
 * Alpha that is nearly whole falls, beside a soft edge, to no less than `least` of itself.
 * @param near alpha blurred
 */
export function doubt(alpha: usize, near: usize, count: i32, least: f32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const a = v128.load(alpha + at)
    const b = v128.load(near + at)
    const low = f32x4.pmax(b + b - f32x4.splat(1), a * f32x4.splat(least))
    v128.store(alpha + at, mix4(a, f32x4.pmin(a, low), smoothstep4(DOUBTED_FROM, DOUBTED_WHOLLY, a)))
  }
}

/** Red, green and blue near four pixels, by `nearColours`. */
let red: v128 = f32x4.splat(0)
let green: v128 = f32x4.splat(0)
let blue: v128 = f32x4.splat(0)

/**
 * @param line of the pixels' numbers, colours behind it; @returns a mask of the pixels with enough near ones; the
 * others keep their own colours
 */
function nearColours(line: usize, bytes: usize, least: f32, r: v128, g: v128, b: v128): v128 {
  const fewest = f32x4.splat(least)
  const number = v128.load(line)
  const told = f32x4.gt(number, fewest)
  const share = f32x4.splat(1) / f32x4.pmax(fewest, number)
  red = v128.bitselect(v128.load(line + bytes) * share, r, told)
  green = v128.bitselect(v128.load(line + 2 * bytes) * share, g, told)
  blue = v128.bitselect(v128.load(line + 3 * bytes) * share, b, told)
  return told
}

/**
 * Writes a row of the subject's colours: the guide's where alpha is at least `whole`, elsewhere the near subject's,
 * as far as a mixture of them and the near background explains the guide's. Where alpha is in doubt, the smaller
 * alpha moves colours further, but only towards the near subject's: a light of a third colour stays.
 * @param least share of a near cell's pixels needed for a colour; with fewer the guide's own is used
 */
export function drawColours(pointer: usize, y: i32, whole: f32, least: f32): void {
  const d = changetype<Drawing>(pointer)
  const lineBytes = (usize(d.width) << 2) + 16
  for (let k: usize = 0; k < 2 * SIDE; k++)
    splineRow(load<Spline>(d.splines + (k << 2)), y, d.lines + k * lineBytes)
  const plane = usize(d.width * d.height) << 2
  for (let x = 0; x < d.width; x += CELL) {
    const pixel = usize(y * d.width + x)
    const at = pixel << 2
    const a = v128.load(d.doubted + at)
    let r = v128.load(d.guide + at)
    let g = v128.load(d.guide + at + plane)
    let b = v128.load(d.guide + at + 2 * plane)
    const kept = f32x4.ge(a, f32x4.splat(whole))
    if (!i32x4.all_true(kept)) {
      const line = d.lines + (usize(x) << 2)
      const told = nearColours(line, lineBytes, least, r, g, b)
      const nearR = red
      const nearG = green
      const nearB = blue
      nearColours(line + SIDE * lineBytes, lineBytes, least, r, g, b)
      const alpha = v128.load(d.alpha + at)
      let ownR = explained(nearR, r, red, alpha)
      let ownG = explained(nearG, g, green, alpha)
      let ownB = explained(nearB, b, blue, alpha)
      const doubted = v128.and(f32x4.lt(a, alpha), told)
      if (v128.any_true(doubted)) {
        const toR = nearR - ownR
        const toG = nearG - ownG
        const toB = nearB - ownB
        const movedR = explained(nearR, r, red, a) - ownR
        const movedG = explained(nearG, g, green, a) - ownG
        const movedB = explained(nearB, b, blue, a) - ownB
        const moved = dot3(toR, movedR, toG, movedG, toB, movedB)
        const all = dot3(toR, toR, toG, toG, toB, toB)
        const share = clamp4(moved / f32x4.pmax(all, f32x4.splat(LEAST_WAY)), 0, 1)
        const way = v128.and(doubted, share)
        ownR = ownR + way * toR
        ownG = ownG + way * toG
        ownB = ownB + way * toB
      }
      r = v128.bitselect(r, ownR, kept)
      g = v128.bitselect(g, ownG, kept)
      b = v128.bitselect(b, ownB, kept)
    }
    storePixels(d.out + pixel * 3, level4(r), level4(g), level4(b), d.width - x)
  }
}

/**
 * The subject's colour moved until the picture's colour can be a mixture of it and of a background near the estimated
 * one: details of a soft edge, dark curls or white strands, stay in the subject.
 */
function explained(subject: v128, picture: v128, behind: v128, a: v128): v128 {
  const slack = f32x4.splat(SLACK)
  const least = unmixed(picture, clamp4(behind + slack, 0, 1), a)
  const most = unmixed(picture, clamp4(behind - slack, 0, 1), a)
  return clamp4(f32x4.pmin(f32x4.pmax(subject, least), most), 0, 1)
}

/** The subject's colour in a pixel: the picture's colour without the background's share. */
function unmixed(picture: v128, behind: v128, alpha: v128): v128 {
  const through = f32x4.splat(1) - alpha
  return (picture - through * behind) / f32x4.pmax(alpha, f32x4.splat(FAINTEST))
}
