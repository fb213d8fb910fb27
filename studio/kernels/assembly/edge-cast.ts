// Colours at a subject's border drawn to those behind it (see studio/person/edge-cast.ts).
import { curvedX4, curvedY4, curvedZ4, lightness4, times4 } from './lab'
import { blueOf4, greenOf4, redOf4, x4, y4, z4 } from './lab'
import { firstLanes } from './math'
import {
  blue4,
  bytes4,
  codes4,
  gather4,
  green4,
  level4,
  mix4,
  red4,
  smoothstep4,
  storePixels,
} from './pixels'

/** Pixels per cell. */
const CELL = 4
/** Hair has no blue of its own to keep: it goes to the colour behind the edge, warm skin there not counted. */
const WARMEST: f32 = 4
const HAIR_PULL: f32 = 0.85
const CLOTH_PULL: f32 = 0.8
const CLOTH_LIGHT_PULL: f32 = 0.45
const FRINGE_PULL: f32 = 0.85
/** What is of quite another colour than the skin behind it, was not skin. */
const JAW_FOREIGN_FROM: f32 = 6
const JAW_FOREIGN_TO: f32 = 13
const JAW_PULL: f32 = 0.9
const JAW_LIGHT_PULL: f32 = 0.5
/** Less of a change shows nowhere. */
const LEAST: f32 = 0.01

/** Float32 planes of cells, one behind the other: Lab behind the edge, cells from the border, cells from the face. */
const LAB_L = 0
const LAB_A = 1
const LAB_B = 2
const DEPTH = 3
const TO_FACE = 4
const PLANES = 5

class Picture {
  /** RGB. */
  colours: usize
  /** Float32. */
  alpha: usize
  width: i32
  height: i32
  cells: usize
  cellsWide: i32
  cellsHigh: i32
  /** Per row how far it is one of hair, cloth and jaw, 0..1, and how many cells deep its ring is. */
  rows: usize
  /** Float32: five times 8 more than `cellsWide`. */
  lines: usize
  linear: usize
  codes: usize
  /** In cells: the fringe's width, the jaw ring's, and how near to the face a jaw is. */
  fringe: f32
  jawRing: f32
  jawNear: f32
}

/** Some rows of the picture. */
export function tameEdgeCast(pointer: usize, from: i32, to: i32): void {
  const p = changetype<Picture>(pointer)
  for (let y = from; y < to; y++) {
    const row = p.rows + (usize(y) << 4)
    if (load<f32>(row) + load<f32>(row, 4) <= 0) continue
    mixCells(p, y)
    tameRow(p, y, row)
  }
}

function lineOf(p: Picture, plane: i32): usize {
  return p.lines + (usize(plane * (p.cellsWide + 8)) << 2)
}

/** Each plane's cells at the height of a row, the first and the last once more beside them. */
function mixCells(p: Picture, y: i32): void {
  const wide = p.cellsWide
  const at = min(f32(p.cellsHigh - 1), max(f32(0), (f32(y) + 0.5) / f32(CELL) - 0.5))
  const above = min(max(0, p.cellsHigh - 2), i32(at))
  const below = min(p.cellsHigh - 1, above + 1)
  const share = f32x4.splat(at - f32(above))
  for (let plane = 0; plane < PLANES; plane++) {
    const cells = p.cells + (usize(plane * wide * p.cellsHigh) << 2)
    const upper = cells + (usize(above * wide) << 2)
    const lower = cells + (usize(below * wide) << 2)
    const line = lineOf(p, plane) + 4
    for (let x: usize = 0; x < usize(wide) << 2; x += 16)
      v128.store(line + x, mix4(v128.load(upper + x), v128.load(lower + x), share))
    store<f32>(line - 4, load<f32>(line))
    const last = line + (usize(wide - 1) << 2)
    store<f32>(last, load<f32>(last), 4)
  }
}

/** Of the pixels of one cell, between its middle and those beside it. */
function between4(line: usize, cell: i32): v128 {
  const beside = v128.load(line + (usize(cell) << 2))
  const left = v128.shuffle<f32>(beside, beside, 0, 0, 1, 1)
  const right = v128.shuffle<f32>(beside, beside, 1, 1, 2, 2)
  return mix4(left, right, f32x4(0.625, 0.875, 0.125, 0.375))
}

function tameRow(p: Picture, y: i32, row: usize): void {
  const ring = load<f32>(row, 12)
  const own = p.cells + (usize((DEPTH * p.cellsHigh + y / CELL) * p.cellsWide) << 2)
  const faintest = f32x4.splat(0.02)
  for (let cell = 0; cell < p.cellsWide; cell++) {
    // Between cells the depth is at most one and a half less than in the pixel's own.
    if (load<f32>(own + (usize(cell) << 2)) > ring + 1.5) continue
    const i = y * p.width + cell * CELL
    const left = p.width - cell * CELL
    const seen = f32x4.ge(v128.load(p.alpha + (usize(i) << 2)), faintest)
    const wanted = v128.and(seen, firstLanes(left))
    if (v128.any_true(wanted)) tameFour(p, p.colours + usize(i) * 3, row, cell, wanted, left)
  }
}

function tameFour(p: Picture, at: usize, row: usize, cell: i32, wanted: v128, left: i32): void {
  const one = f32x4.splat(1)
  const ring = load<f32>(row, 12)
  const depth = between4(lineOf(p, DEPTH), cell)
  const near = f32x4.sub(one, smoothstep4(ring * 0.5, ring, depth))
  const inRing = v128.and(wanted, f32x4.gt(near, f32x4.splat(0)))
  if (!v128.any_true(inRing)) return
  const pixels = v128.load(at)
  const red = gather4(p.linear, red4(pixels))
  const green = gather4(p.linear, green4(pixels))
  const blue = gather4(p.linear, blue4(pixels))
  const middle = curvedY4(red, green, blue)
  const l = lightness4(middle)
  const a = times4(500, curvedX4(red, green, blue), middle)
  const b = times4(200, middle, curvedZ4(red, green, blue))
  const l0 = between4(lineOf(p, LAB_L), cell)
  const a0 = between4(lineOf(p, LAB_A), cell)
  const b0 = between4(lineOf(p, LAB_B), cell)
  const wantedA = f32x4.pmin(f32x4.splat(WARMEST), a0)
  const wantedB = f32x4.pmin(f32x4.splat(WARMEST), b0)
  const colder = f32x4.sub(wantedB, b)
  const hairRow = load<f32>(row)
  const clothRow = load<f32>(row, 4)
  const outermost = f32x4.sub(one, smoothstep4(p.fringe * 0.4, p.fringe, depth))
  // Light goes round pale hair; a camera's coarse colours carry the wall's into the border of dark hair, no farther.
  const reached = f32x4.pmax(smoothstep4(45, 62, l), outermost)
  const hair = product4(hairRow, smoothstep4(3, 10, colder), reached)
  const dark = f32x4.sub(one, smoothstep4(24, 36, l0))
  const paler = smoothstep4(1, 7, f32x4.sub(l, l0))
  const cloth = f32x4.mul(product4(clothRow, smoothstep4(5, 14, colder), paler), dark)
  const jaw = jaw4(p, load<f32>(row, 8), cell, depth, f32x4.sub(a, a0), f32x4.sub(b, b0))
  const pull = f32x4.pmax(f32x4.mul(hair, f32x4.splat(HAIR_PULL)), f32x4.mul(cloth, f32x4.splat(CLOTH_PULL)))
  const share = f32x4.mul(near, pull)
  // A lens draws the border between dark and bright in green: the yellow in it goes with it.
  const fringe = product4(max(hairRow, clothRow), outermost, smoothstep4(4, 11, f32x4.sub(wantedA, a)))
  const most = f32x4.pmax(share, f32x4.pmax(fringe, jaw))
  const changed = v128.and(inRing, f32x4.ge(most, f32x4.splat(LEAST)))
  if (!v128.any_true(changed)) return
  const lightShare = f32x4.pmax(
    f32x4.mul(f32x4.mul(near, cloth), f32x4.splat(CLOTH_LIGHT_PULL)),
    f32x4.mul(jaw, f32x4.splat(JAW_LIGHT_PULL)),
  )
  const jawShare = f32x4.mul(jaw, f32x4.splat(JAW_PULL))
  const colourShare = f32x4.pmax(share, f32x4.mul(fringe, f32x4.splat(FRINGE_PULL)))
  const newL = mix4(l, l0, lightShare)
  const newA = mix4(mix4(a, wantedA, colourShare), a0, jawShare)
  const newB = mix4(mix4(b, wantedB, colourShare), b0, jawShare)
  storeLab(p, at, newL, newA, newB, changed, left)
}

function product4(scale: f32, a: v128, b: v128): v128 {
  return f32x4.mul(f32x4.splat(scale), f32x4.mul(a, b))
}

/** How far a pixel beside the face is of another colour than the skin behind it. */
function jaw4(p: Picture, jawRow: f32, cell: i32, depth: v128, redder: v128, yellower: v128): v128 {
  const one = f32x4.splat(1)
  if (jawRow <= 0) return f32x4.splat(0)
  const toFace = between4(lineOf(p, TO_FACE), cell)
  const nearFace = f32x4.sub(one, smoothstep4(p.jawNear * 0.6, p.jawNear, toFace))
  const atBorder = f32x4.sub(one, smoothstep4(p.jawRing * 0.6, p.jawRing, depth))
  const alien = f32x4.sqrt(f32x4.add(f32x4.mul(redder, redder), f32x4.mul(yellower, yellower)))
  const foreign = smoothstep4(JAW_FOREIGN_FROM, JAW_FOREIGN_TO, alien)
  return f32x4.mul(product4(jawRow, nearFace, atBorder), f32x4.mul(foreign, smoothstep4(2, 10, redder)))
}

function storeLab(p: Picture, at: usize, l: v128, a: v128, b: v128, changed: v128, left: i32): void {
  const x = x4(l, a)
  const y = y4(l)
  const z = z4(l, b)
  const pixels = v128.load(at)
  const none = f32x4.splat(0)
  const red = level4(codes4(p.codes, redOf4(x, y, z)), none)
  const green = level4(codes4(p.codes, greenOf4(x, y, z)), none)
  const blue = level4(codes4(p.codes, blueOf4(x, y, z)), none)
  storePixels(
    at,
    v128.bitselect(red, red4(pixels), changed),
    v128.bitselect(green, green4(pixels), changed),
    v128.bitselect(blue, blue4(pixels), changed),
    left,
  )
}

/**
 * Lab of one pixel of each cell that the mask holds, 0 elsewhere.
 * @param l float32 planes of cells
 */
export function labOfCells(
  colours: usize,
  width: i32,
  height: i32,
  cell: i32,
  mask: usize,
  cellsWide: i32,
  cellsHigh: i32,
  linear: usize,
  l: usize,
  a: usize,
  b: usize,
): void {
  for (let y = 0; y < cellsHigh; y++) {
    const row = colours + usize(min(height - 1, y * cell + 1) * width) * 3
    for (let x = 0; x < cellsWide; x += 4) {
      const i = usize(y * cellsWide + x)
      const inside = i32x4.gt_s(v128.and(bytes4(mask + i), firstLanes(cellsWide - x)), i32x4.splat(0))
      let red = f32x4.splat(0)
      let green = red
      let blue = red
      if (v128.any_true(inside)) {
        const places = i32x4.add(
          i32x4.mul(i32x4.splat(cell), i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3))),
          i32x4.splat(1),
        )
        const at = i32x4.mul(i32x4.min_s(places, i32x4.splat(width - 1)), i32x4.splat(3))
        red = gather4(linear, gatherBytes4(row, at))
        green = gather4(linear, gatherBytes4(row + 1, at))
        blue = gather4(linear, gatherBytes4(row + 2, at))
      }
      const middle = curvedY4(red, green, blue)
      v128.store(l + (i << 2), v128.and(inside, lightness4(middle)))
      v128.store(a + (i << 2), v128.and(inside, times4(500, curvedX4(red, green, blue), middle)))
      v128.store(b + (i << 2), v128.and(inside, times4(200, middle, curvedZ4(red, green, blue))))
    }
  }
}

function gatherBytes4(bytes: usize, places: v128): v128 {
  let found = i32x4.splat(0)
  found = v128.load8_lane(bytes + usize(i32x4.extract_lane(places, 0)), found, 0)
  found = v128.load8_lane(bytes + usize(i32x4.extract_lane(places, 1)), found, 4)
  found = v128.load8_lane(bytes + usize(i32x4.extract_lane(places, 2)), found, 8)
  return v128.load8_lane(bytes + usize(i32x4.extract_lane(places, 3)), found, 12)
}
