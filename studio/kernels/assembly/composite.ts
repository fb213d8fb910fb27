import { store4 } from './math'
import { lumaOf4, mix4, smoothstep4 } from './pixels'
import { Spline, splineRow } from './soften'

// A subject before its backdrop.

/** Lumas between which a backdrop turns white. */
const WHITE_FROM: f32 = 0.84
const WHITE: f32 = 0.89
/** At their border white hair and cloth are this much darker than white paper. */
const DARKER: f32 = 0.1

/**
 * Share of the backdrop's colour in the light that wraps round an edge: with all of it white hair turns green before
 * a garden.
 */
const TINT: f32 = 0.25

/** Light that a rim light of strength 1 adds to black, and the share by which bright colours take more of it. */
const RIM: f32 = 0.35
const TAKEN: f32 = 0.65
/**
 * Strength of the rim light that separates a subject of the backdrop's tone, and the luma differences at which the
 * two count as one tone and as two.
 */
const FREEING: f32 = 0.5
const LOST: f32 = 0.04
const FOUND: f32 = 0.12
/** Luma under which a rim light would look like a veil, and luma from which colours shine. */
const DARK: f32 = 0.18
const PALE: f32 = 0.36

class Composition {
  width: i32
  height: i32
  /** The subject's, and then the picture's. */
  r: usize
  g: usize
  b: usize
  /** The backdrop's on cells, and a row of each with room for 4 pixels more. */
  backR: Spline
  backG: Spline
  backB: Spline
  rowR: usize
  rowG: usize
  rowB: usize
  /**
   * Factors of the place's light on the subject, on cells, and a row of each as above; 0 where the place changes
   * nothing.
   */
  gainR: Spline
  gainG: Spline
  gainB: Spline
  lineR: usize
  lineG: usize
  lineB: usize
  alpha: usize
  /** Alpha blurred wide; blurred little, or 0 where no rim light is wanted. */
  cover: usize
  edge: usize
  /** A row of how much of a rim light there is, 0..1, and room for 4 more. */
  rim: usize
  /** Pixels over which the edge's direction is looked for. */
  step: i32
  wrap: f32
  rimStrength: f32
  /** 1 when the rim light comes from the right, -1 from the left. */
  away: f32
  /** Colour that the rim light adds to black. */
  rimR: f32
  rimG: f32
  rimB: f32
}

/** Puts the subject before the backdrop, with its light round the edge and a rim light where wanted. */
export function compose(pointer: usize): void {
  const c = changetype<Composition>(pointer)
  for (let x = 0; x < c.width; x += 4) {
    const column = usize(x) << 2
    v128.store(c.rim + column, f32x4.splat(0))
    v128.store(c.lineR + column, f32x4.splat(1))
    v128.store(c.lineG + column, f32x4.splat(1))
    v128.store(c.lineB + column, f32x4.splat(1))
  }
  for (let y = 0; y < c.height; y++) {
    if (c.edge) rimRow(c, y)
    splineRow(c.backR, y, c.rowR)
    splineRow(c.backG, y, c.rowG)
    splineRow(c.backB, y, c.rowB)
    if (changetype<usize>(c.gainR)) {
      splineRow(c.gainR, y, c.lineR)
      splineRow(c.gainG, y, c.lineG)
      splineRow(c.gainB, y, c.lineB)
    }
    composeRow(c, usize(y * c.width) << 2)
  }
}

/** One row of rim light. The lamp stands behind, across from the key: only edges that face the lamp catch light. */
function rimRow(c: Composition, y: i32): void {
  const stride = usize(c.width) << 2
  const from = usize(y) * stride
  const row = c.cover + from
  const above = c.cover + usize(max(0, y - c.step)) * stride
  const below = c.cover + usize(min(c.height - 1, y + c.step)) * stride
  for (let x = 0; x < c.width; x += 4) {
    const at = usize(x) << 2
    const open = f32x4.splat(1) - v128.load(c.edge + from + at)
    const across = beside(row, x - c.step, c.width) - beside(row, x + c.step, c.width)
    const down = v128.load(below + at) - v128.load(above + at)
    const slope = across * f32x4.splat(f32(0.75) * c.away) + down * f32x4.splat(0.65)
    v128.store(c.rim + at, smoothstep4(0, 0.16, slope) * smoothstep4(0.06, 0.4, open))
  }
}

/** Four values of a row from x on, or the nearest four that the row has. */
function beside(row: usize, x: i32, width: i32): v128 {
  return v128.load(row + (usize(max(0, min(width - 4, x))) << 2))
}

function composeRow(c: Composition, from: usize): void {
  for (let x = 0; x < c.width; x += 4) {
    const column = usize(x) << 2
    const at = from + column
    const left = c.width - x
    const alpha = v128.load(c.alpha + at)
    const br = v128.load(c.rowR + column)
    const bg = v128.load(c.rowG + column)
    const bb = v128.load(c.rowB + column)
    const r = v128.load(c.r + at) * v128.load(c.lineR + column)
    const g = v128.load(c.g + at) * v128.load(c.lineG + column)
    const b = v128.load(c.b + at) * v128.load(c.lineB + column)
    const border = f32x4.pmin(f32x4.splat(1), (f32x4.splat(1) - v128.load(c.cover + at)) * f32x4.splat(1.6))
    const spill = f32x4.splat(f32(0.8) * c.wrap) * border
    const luma = lumaOf4(r, g, b)
    const behind = lumaOf4(br, bg, bb)
    const kept = flagged(luma, behind, border)
    const rim = v128.load(c.rim + column) * rimStrength(luma, behind, c.rimStrength)
    const lift = spill * (behind - luma)
    const tint = spill * f32x4.splat(TINT)
    const red = r + lift + tint * (br - behind - r + luma)
    const green = g + lift + tint * (bg - behind - g + luma)
    const blue = b + lift + tint * (bb - behind - b + luma)
    store4(c.r + at, mix4(br, lit(red * kept, rim, c.rimR), alpha), left)
    store4(c.g + at, mix4(bg, lit(green * kept, rim, c.rimG), alpha), left)
    store4(c.b + at, mix4(bb, lit(blue * kept, rim, c.rimB), alpha), left)
  }
}

/**
 * The subject's light at its border before a white backdrop: photographers put black flags beside white hair, which
 * would otherwise have no visible outline.
 */
function flagged(subject: v128, backdrop: v128, border: v128): v128 {
  const darker = f32x4.splat(DARKER)
  const above = f32x4.pmax(f32x4.splat(0), subject - backdrop + darker)
  const white = smoothstep4(WHITE_FROM, WHITE, backdrop)
  return f32x4.splat(1) - border * white * (above / f32x4.pmax(subject, darker))
}

/** How strong a rim light is: stronger where the subject would be lost in the backdrop without one. */
function rimStrength(subject: v128, backdrop: v128, usual: f32): v128 {
  const lost = f32x4.splat(1) - smoothstep4(LOST, FOUND, f32x4.abs(subject - backdrop))
  const freeing = f32x4.splat(FREEING) * (lost * smoothstep4(DARK, PALE, subject))
  return f32x4.splat(RIM) * (f32x4.splat(usual) + freeing)
}

/** Adds rim light to a colour: bright colours take more. */
function lit(value: v128, rim: v128, dark: f32): v128 {
  const taken = f32x4.splat(dark) + value * f32x4.splat(TAKEN)
  return value + rim * (f32x4.splat(1) - value) * taken
}
