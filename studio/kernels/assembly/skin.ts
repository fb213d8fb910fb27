import { exp4, log4, store4 } from './math'
import { clamp4, mix4, smoothstep4 } from './pixels'

// Skin by its colour, and slow changes over it; planes of cells.

/** Logarithms of red and blue over green, channels at least `floor`; luma. */
export function toneRatios(
  r: usize,
  g: usize,
  b: usize,
  floor: f32,
  count: i32,
  warm: usize,
  cool: usize,
  luma: usize,
): void {
  const least = f32x4.splat(floor)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const red = v128.load(r + at)
    const green = v128.load(g + at)
    const blue = v128.load(b + at)
    const below = log4(f32x4.pmax(least, green))
    v128.store(warm + at, f32x4.sub(log4(f32x4.pmax(least, red)), below))
    v128.store(cool + at, f32x4.sub(log4(f32x4.pmax(least, blue)), below))
    const sum = f32x4.add(f32x4.mul(red, f32x4.splat(0.299)), f32x4.mul(green, f32x4.splat(0.587)))
    v128.store(luma + at, f32x4.add(sum, f32x4.mul(blue, f32x4.splat(0.114))))
  }
}

/** |value - smooth| over `smooth`, which counts as `floor` at least. */
export function deviations(values: usize, smooth: usize, floor: f32, count: i32, out: usize): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const even = v128.load(smooth + at)
    const off = f32x4.abs(f32x4.sub(v128.load(values + at), even))
    v128.store(out + at, f32x4.div(off, f32x4.pmax(f32x4.splat(floor), even)))
  }
}

/** Values fade out where another plane falls from `to` to `from`. */
export function fadeBy(values: usize, by: usize, from: f32, to: f32, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(values + at, f32x4.mul(v128.load(values + at), smoothstep4(from, to, v128.load(by + at))))
  }
}

/** A colour this far from the face's own begins to be another one, and is one. */
const FOREIGN_FROM: f32 = 0.14
const FOREIGN_TO: f32 = 0.25

/**
 * Sums for a line through a colour by luma, where another plane and luma are above levels and the colour is near the
 * median: a ginger beard is none of the skin.
 * @param sums float64: how many, luma beyond the usual and colour, the first's square and the product of both
 */
export function sumTrend(
  colour: usize,
  luma: usize,
  where: usize,
  level: f32,
  darkest: f32,
  usual: f32,
  median: f32,
  count: i32,
  sums: usize,
): void {
  let found = 0
  let x: f64 = 0
  let y: f64 = 0
  let xx: f64 = 0
  let xy: f64 = 0
  for (let i = 0; i < count; i++) {
    const at = usize(i) << 2
    const light = load<f32>(luma + at)
    if (load<f32>(where + at) < level || light < darkest) continue
    const off = f64(light - usual)
    const own = f64(load<f32>(colour + at))
    if (abs(own - median) > FOREIGN_TO) continue
    found++
    x += off
    y += own
    xx += off * off
    xy += off * own
  }
  store<f64>(sums, f64(found))
  store<f64>(sums + 8, x)
  store<f64>(sums + 16, y)
  store<f64>(sums + 24, xx)
  store<f64>(sums + 32, xy)
}

class SkinSearch {
  width: i32
  height: i32
  warm: usize
  cool: usize
  luma: usize
  alpha: usize
  face: usize
  /** Deviation from the surroundings. */
  rough: usize
  /** Both to be added to: skin near the face, and all of its colour. */
  found: usize
  toned: usize
  /** The face's own tone, and one over how far a colour may lie from it: above, below. */
  warmTone: f32
  warmAbove: f32
  warmBelow: f32
  coolTone: f32
  coolAbove: f32
  coolBelow: f32
  lumaTone: f32
  /** How that tone changes with luma. */
  warmSlope: f32
  coolSlope: f32
  /** Middle of the eyes, the head's roll, one over the face's height and over eyes to chin; cells. */
  eyeX: f32
  eyeY: f32
  cos: f32
  sin: f32
  tall: f32
  drop: f32
  /** Middle of the face and one over its half axes: eyes, brows and lips lie in it, and nothing comes back there. */
  faceX: f32
  faceY: f32
  acrossFace: f32
  downFace: f32
  /** Whether the hair is darker than the skin, 0..1: what is brighter above the brows gleams then. */
  darkHair: f32
}

/** Adds to the mesh's skin what has its colour. */
export function searchSkin(pointer: usize): void {
  const s = changetype<SkinSearch>(pointer)
  for (let y = 0; y < s.height; y++) searchRow(s, y)
}

function searchRow(s: SkinSearch, y: i32): void {
  const one = f32x4.splat(1)
  const columns = f32x4(0.5, 1.5, 2.5, 3.5)
  for (let x = 0; x < s.width; x += 4) {
    const at = usize(y * s.width + x) << 2
    const face = v128.load(s.face + at)
    const middles = f32x4.add(columns, f32x4.splat(f32(x)))
    const above = aboveFace(s, middles, f32(y) + 0.5)
    const smooth = f32x4.sub(one, smoothstep4(0.05, 0.12, v128.load(s.rough + at)))
    const down = downFrom(s, middles, f32(y) + 0.5)
    const beside = besideFace(s, middles, f32(y) + 0.5)
    const bare = f32x4.pmax(above, f32x4.mul(beside, f32x4.sub(one, smoothstep4(0.6, 0.8, down))))
    const like = f32x4.pmax(likeness(s, at, above), f32x4.mul(gleam(s, at), f32x4.mul(bare, smooth)))
    const open = v128.and(
      f32x4.le(face, f32x4.splat(0.99)),
      f32x4.ge(v128.load(s.alpha + at), f32x4.splat(0.5)),
    )
    const taken = v128.and(open, f32x4.gt(like, f32x4.splat(0.1)))
    const left = s.width - x
    const own = v128.and(taken, smoothstep4(0.1, 0.6, like))
    store4(s.toned + at, f32x4.pmax(v128.load(s.toned + at), own), left)
    const near = f32x4.mul(f32x4.pmax(beside, above), smooth)
    const found = v128.and(taken, f32x4.mul(near, smoothstep4(0.15, 0.55, like)))
    const outside = v128.not(withinFace(s, middles, f32(y) + 0.5))
    store4(s.found + at, f32x4.pmax(face, v128.and(outside, found)), left)
  }
}

/**
 * How far cells have the face's own colour, lit or in shade, 0..1; on a forehead, where no cloth is, the colour it has
 * where it shines too.
 */
function likeness(s: SkinSearch, at: usize, forehead: v128): v128 {
  const none = f32x4.splat(0)
  const lighter = f32x4.sub(v128.load(s.luma + at), f32x4.splat(s.lumaTone))
  const shining = f32x4.mul(clamp4(lighter, 0, 0.4), forehead)
  const p = off(v128.load(s.warm + at), s.warmTone, s.warmSlope, shining)
  const warm = f32x4.mul(
    p,
    v128.bitselect(f32x4.splat(s.warmAbove), f32x4.splat(s.warmBelow), f32x4.gt(p, none)),
  )
  const q = off(v128.load(s.cool + at), s.coolTone, s.coolSlope, shining)
  const cool = f32x4.mul(
    q,
    v128.bitselect(f32x4.splat(s.coolAbove), f32x4.splat(s.coolBelow), f32x4.gt(q, none)),
  )
  const far = f32x4.add(f32x4.mul(warm, warm), f32x4.mul(cool, cool))
  const bright = f32x4.mul(v128.load(s.luma + at), f32x4.splat(f32(1) / max(f32(0.05), s.lumaTone)))
  const burnt = mix4(smoothstep4(1.2, 1.45, bright), smoothstep4(1.7, 2.1, bright), forehead)
  const lit = f32x4.mul(smoothstep4(0.3, 0.5, bright), f32x4.sub(f32x4.splat(1), burnt))
  return f32x4.mul(exp4(f32x4.mul(far, f32x4.splat(-0.5))), lit)
}

/**
 * How far cells are skin that gleams: brighter than the face, of its hue and paler. Pale hair is no different, so it
 * counts under dark hair alone.
 */
function gleam(s: SkinSearch, at: usize): v128 {
  const warm = v128.load(s.warm + at)
  const cool = v128.load(s.cool + at)
  const chroma = f32(1) / max(LEAST_CHROMA, s.warmTone * s.warmTone + s.coolTone * s.coolTone)
  const along = f32x4.add(f32x4.mul(warm, f32x4.splat(s.warmTone)), f32x4.mul(cool, f32x4.splat(s.coolTone)))
  const across = f32x4.sub(f32x4.mul(warm, f32x4.splat(s.coolTone)), f32x4.mul(cool, f32x4.splat(s.warmTone)))
  const pale = smoothstep4(0.15, 0.3, f32x4.mul(along, f32x4.splat(chroma)))
  const hue = f32x4.sub(
    f32x4.splat(1),
    smoothstep4(0.25, 0.5, f32x4.abs(f32x4.mul(across, f32x4.splat(chroma)))),
  )
  const bright = f32x4.mul(v128.load(s.luma + at), f32x4.splat(f32(1) / max(f32(0.05), s.lumaTone)))
  const shine = f32x4.mul(smoothstep4(1.02, 1.12, bright), f32x4.splat(s.darkHair))
  return f32x4.mul(shine, f32x4.mul(pale, hue))
}

function off(value: v128, tone: f32, slope: f32, shining: v128): v128 {
  return f32x4.sub(value, f32x4.add(f32x4.splat(tone), f32x4.mul(f32x4.splat(slope), shining)))
}

/** Places about the face: across from the middle of the eyes, face heights; down from them, times as far as the chin. */
function acrossFrom(s: SkinSearch, x: v128, y: f32): v128 {
  const dx = f32x4.sub(x, f32x4.splat(s.eyeX))
  const aside = f32x4.add(f32x4.mul(dx, f32x4.splat(s.cos)), f32x4.splat((y - s.eyeY) * s.sin))
  return f32x4.mul(f32x4.abs(aside), f32x4.splat(s.tall))
}

function downFrom(s: SkinSearch, x: v128, y: f32): v128 {
  const dx = f32x4.sub(x, f32x4.splat(s.eyeX))
  const under = f32x4.sub(f32x4.splat((y - s.eyeY) * s.cos), f32x4.mul(dx, f32x4.splat(s.sin)))
  return f32x4.mul(under, f32x4.splat(s.drop))
}

/** Whether ears and neck may lie at cells beside or below the face, 0..1, soft. */
function besideFace(s: SkinSearch, x: v128, y: f32): v128 {
  const one = f32x4.splat(1)
  const down = downFrom(s, x, y)
  const ears = f32x4.sub(one, smoothstep4(0.64, 0.74, acrossFrom(s, x, y)))
  const below = f32x4.mul(ears, smoothstep4(-0.3, -0.12, down))
  return f32x4.mul(below, f32x4.sub(one, smoothstep4(1.45, 1.75, down)))
}

/** Whether the forehead may go on at cells above the mesh, which ends below the hair, 0..1, soft. */
function aboveFace(s: SkinSearch, x: v128, y: f32): v128 {
  const one = f32x4.splat(1)
  const down = downFrom(s, x, y)
  const within = f32x4.sub(one, smoothstep4(0.34, 0.46, acrossFrom(s, x, y)))
  const high = f32x4.mul(smoothstep4(-0.95, -0.7, down), f32x4.sub(one, smoothstep4(-0.15, 0, down)))
  return f32x4.mul(within, high)
}

function withinFace(s: SkinSearch, x: v128, y: f32): v128 {
  const across = f32x4.mul(f32x4.sub(x, f32x4.splat(s.faceX)), f32x4.splat(s.acrossFace))
  const down = (y - s.faceY) * s.downFace
  return f32x4.lt(f32x4.add(f32x4.mul(across, across), f32x4.splat(down * down)), f32x4.splat(1))
}

/** Change of luma on the skin: towards what is `broad`, shine above a level down. */
export function slowChange(
  middle: usize,
  broad: usize,
  skin: usize,
  shineFrom: f32,
  shine: f32,
  count: i32,
  out: usize,
): void {
  const none = f32x4.splat(0)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const wide = v128.load(broad + at)
    const even = f32x4.sub(v128.load(middle + at), wide)
    const bright = f32x4.mul(f32x4.pmax(none, f32x4.sub(wide, f32x4.splat(shineFrom))), f32x4.splat(shine))
    const spots = f32x4.mul(f32x4.pmax(none, f32x4.sub(even, f32x4.splat(0.02))), f32x4.splat(0.35))
    const all = f32x4.add(f32x4.mul(even, f32x4.splat(0.12)), f32x4.add(bright, spots))
    v128.store(out + at, f32x4.neg(f32x4.mul(v128.load(skin + at), all)))
  }
}

/** a -= b. */
export function subtract(a: usize, b: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(a + at, f32x4.sub(v128.load(a + at), v128.load(b + at)))
  }
}

/** Products, in place. */
export function multiplyBy(values: usize, by: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(values + at, f32x4.mul(v128.load(values + at), v128.load(by + at)))
  }
}

/**
 * Shine colder than the skin it lies on takes its hue and stays as pale as it is: the sky in it would be a violet patch.
 * @param closeR, closeB red and blue beyond luma, changed in place
 * @param redShare, blueShare what the face has of them at its usual luma
 * @param from, to luma at which skin begins to shine, and shines
 * @param shiftR, shiftB what was added
 */
export function shineHue(
  closeR: usize,
  closeB: usize,
  luma: usize,
  skin: usize,
  redShare: f32,
  blueShare: f32,
  from: f32,
  to: f32,
  strength: f32,
  count: i32,
  shiftR: usize,
  shiftB: usize,
): void {
  const chroma = f32x4.splat(f32(1) / max(LEAST_CHROMA, redShare * redShare + blueShare * blueShare))
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const red = v128.load(closeR + at)
    const blue = v128.load(closeB + at)
    const shine = f32x4.mul(smoothstep4(from, to, v128.load(luma + at)), v128.load(skin + at))
    const across = f32x4.sub(f32x4.mul(blue, f32x4.splat(redShare)), f32x4.mul(red, f32x4.splat(blueShare)))
    const cold = f32x4.pmax(f32x4.splat(0), f32x4.mul(across, chroma))
    const off = f32x4.mul(f32x4.mul(cold, shine), f32x4.splat(strength))
    const addedR = f32x4.mul(off, f32x4.splat(blueShare))
    const addedB = f32x4.mul(off, f32x4.splat(-redShare))
    v128.store(closeR + at, f32x4.add(red, addedR))
    v128.store(closeB + at, f32x4.add(blue, addedB))
    v128.store(shiftR + at, addedR)
    v128.store(shiftB + at, addedB)
  }
}

/** Squared share of luma below which skin has no hue. */
const LEAST_CHROMA: f32 = 0.0025

class SkinColour {
  count: i32
  /** A channel beyond luma, and luma: of the cell, a little around it, and far over the skin alone. */
  close: usize
  far: usize
  luma: usize
  closeLuma: usize
  farLuma: usize
  skin: usize
  face: usize
  /** Changes that are added to. */
  out: usize
  /** The face's own share of luma at its usual luma, and what the light adds to the share by luma. */
  share: f32
  usual: f32
  slope: f32
  /** How much goes: of blotches, and more of them beyond the face, of what the light did, of slow changes on the face and beyond it. */
  blotches: f32
  reflections: f32
  light: f32
  even: f32
  kinship: f32
}

/** Light further from the usual than this does no more to a colour. */
const FAR_LIGHT: f32 = 0.3

/** Change of a channel's chroma on the skin: blotches and what the light did to its colour, partly out. */
export function chromaChange(pointer: usize): void {
  const s = changetype<SkinColour>(pointer)
  const none = f32x4.splat(0)
  const own = f32x4.splat(s.share)
  for (let i = 0; i < s.count; i += 4) {
    const at = usize(i) << 2
    const here = v128.load(s.skin + at)
    const closeLuma = v128.load(s.closeLuma + at)
    const wide = v128.load(s.far + at)
    const close = v128.load(s.close + at)
    const spots = f32x4.sub(close, f32x4.mul(wide, closeLuma))
    // What the light did, no further than to the face's own colour: a grey beard is dark for its own reasons.
    const lit = litShare(s, closeLuma)
    const off = f32x4.sub(f32x4.div(close, f32x4.pmax(f32x4.splat(0.05), closeLuma)), own)
    const most = f32x4.pmax(none, off)
    const least = f32x4.pmin(none, off)
    const glow = f32x4.mul(f32x4.pmin(most, f32x4.pmax(least, lit)), f32x4.splat(s.light))
    const shown = f32x4.mul(glow, kindred(off))
    const beyond = f32x4.pmax(none, f32x4.sub(here, v128.load(s.face + at)))
    const slow = f32x4.add(
      f32x4.mul(beyond, f32x4.splat(s.kinship)),
      f32x4.mul(f32x4.mul(f32x4.sub(here, beyond), f32x4.splat(s.even)), kindred(off)),
    )
    const foreign = f32x4.sub(f32x4.sub(wide, own), litShare(s, v128.load(s.farLuma + at)))
    const shares = f32x4.add(f32x4.mul(here, shown), f32x4.mul(slow, foreign))
    const evened = f32x4.add(
      f32x4.mul(here, f32x4.splat(s.blotches)),
      f32x4.mul(beyond, f32x4.splat(s.reflections)),
    )
    const change = f32x4.add(f32x4.mul(evened, spots), f32x4.mul(shares, v128.load(s.luma + at)))
    v128.store(s.out + at, f32x4.sub(v128.load(s.out + at), change))
  }
}

/** How far a colour so far off is still the skin's, 0..1. */
function kindred(off: v128): v128 {
  return f32x4.sub(f32x4.splat(1), smoothstep4(FOREIGN_FROM, FOREIGN_TO, f32x4.abs(off)))
}

/** What the light adds at a luma to the share that a channel has of it. */
function litShare(s: SkinColour, luma: v128): v128 {
  const off = clamp4(f32x4.sub(luma, f32x4.splat(s.usual)), -FAR_LIGHT, FAR_LIGHT)
  return f32x4.mul(off, f32x4.splat(s.slope))
}
