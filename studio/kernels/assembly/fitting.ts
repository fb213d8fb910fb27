// Colour lines in windows: what the guided filter and the matting Laplacian are made of (see studio/matte/laplacian.ts).
import { store4 } from './math'
import { windowMeans } from './windows'

/** Fits of planes as a·I + b on a guide's colours I in every window, as far as the pixels of some areas need them. */
export class Fitting {
  /** Planes red, green, blue, one behind the other. */
  guide: usize
  /** Eighteen planes: see `plane` and the names below. */
  planes: usize
  width: i32
  height: i32
  radius: i32
  areas: usize
  areaCount: i32
  /** The areas and all windows that hold one of their pixels; and the pixels these windows hold, as ranges. */
  reach: usize
  reachCount: i32
  reachRanges: usize
  reachRangeCount: i32
  seenRanges: usize
  seenRangeCount: i32
  scratch: usize
}

/** Window means of the guide's three planes. */
const MEANS = 0
/** Symmetric inverse of (covariance + eps·1): rr, rg, rb, gg, gb, bb. */
const INVERSE = 3
/** Of the last fit: a of each channel and b of each window, and their means over the windows that hold a pixel. */
const SLOPES = 9
const OFFSET = 12
export const MEAN_SLOPES = 13
export const MEAN_OFFSET = 16
const PRODUCT = 17

export function plane(fitting: Fitting, index: i32): usize {
  return fitting.planes + (usize(index * fitting.width * fitting.height) << 2)
}

export function guidePlane(fitting: Fitting, channel: i32): usize {
  return fitting.guide + (usize(channel * fitting.width * fitting.height) << 2)
}

function meansOverReach(f: Fitting, source: usize, target: usize): void {
  windowMeans(source, target, f.width, f.height, f.radius, f.reach, f.reachCount, f.scratch)
}

function meansOverAreas(f: Fitting, source: usize, target: usize): void {
  windowMeans(source, target, f.width, f.height, f.radius, f.areas, f.areaCount, f.scratch)
}

function multiply(a: usize, b: usize, out: usize, ranges: usize, count: i32): void {
  for (let k = 0; k < count; k++) {
    const range = ranges + usize(k) * 8
    const to = load<i32>(range, 4)
    for (let i = load<i32>(range); i < to; i += 4) {
      const at = usize(i) << 2
      store4(out + at, f32x4.mul(v128.load(a + at), v128.load(b + at)), to - i)
    }
  }
}

/** What all fits on the guide share: means and inverse covariances. */
export function prepareFitting(pointer: usize, eps: f32): void {
  const f = changetype<Fitting>(pointer)
  // Outside the areas nothing slopes.
  memory.fill(plane(f, MEAN_SLOPES), 0, usize(3 * f.width * f.height) << 2)
  for (let channel = 0; channel < 3; channel++)
    meansOverReach(f, guidePlane(f, channel), plane(f, MEANS + channel))
  const product = plane(f, PRODUCT)
  let index = INVERSE
  for (let p = 0; p < 3; p++) {
    for (let q = p; q < 3; q++, index++) {
      multiply(guidePlane(f, p), guidePlane(f, q), product, f.seenRanges, f.seenRangeCount)
      meansOverReach(f, product, plane(f, index))
    }
  }
  for (let k = 0; k < f.reachRangeCount; k++) {
    const range = f.reachRanges + usize(k) * 8
    invertCovariances(f, load<i32>(range), load<i32>(range, 4), eps)
  }
}

/** From means of products of two channels to the inverse of (covariance + eps·1), in place. */
function invertCovariances(f: Fitting, from: i32, to: i32, eps: f32): void {
  const ridge = f64(eps)
  const r = plane(f, MEANS)
  const g = plane(f, MEANS + 1)
  const b = plane(f, MEANS + 2)
  const rr = plane(f, INVERSE)
  const rg = plane(f, INVERSE + 1)
  const rb = plane(f, INVERSE + 2)
  const gg = plane(f, INVERSE + 3)
  const gb = plane(f, INVERSE + 4)
  const bb = plane(f, INVERSE + 5)
  for (let i = from; i < to; i++) {
    const at = usize(i) << 2
    const mr = f64(load<f32>(r + at))
    const mg = f64(load<f32>(g + at))
    const mb = f64(load<f32>(b + at))
    // Colours of a window often lie on a line: in float32 nothing but rounding would be left of the determinant.
    const a = f64(load<f32>(rr + at)) - mr * mr + ridge
    const h = f64(load<f32>(rg + at)) - mr * mg
    const c = f64(load<f32>(rb + at)) - mr * mb
    const d = f64(load<f32>(gg + at)) - mg * mg + ridge
    const e = f64(load<f32>(gb + at)) - mg * mb
    const t = f64(load<f32>(bb + at)) - mb * mb + ridge
    const ia = d * t - e * e
    const ib = c * e - h * t
    const ic = h * e - c * d
    const share = 1 / (a * ia + h * ib + c * ic)
    store<f32>(rr + at, f32(ia * share))
    store<f32>(rg + at, f32(ib * share))
    store<f32>(rb + at, f32(ic * share))
    store<f32>(gg + at, f32((a * t - c * c) * share))
    store<f32>(gb + at, f32((h * c - a * e) * share))
    store<f32>(bb + at, f32((a * d - h * h) * share))
  }
}

/** Fits p ≈ a·I + b in every window and leaves the means of a and b over the windows round each of the areas' pixels. */
export function fit(pointer: usize, p: usize): void {
  const f = changetype<Fitting>(pointer)
  const product = plane(f, PRODUCT)
  for (let channel = 0; channel < 3; channel++) {
    multiply(guidePlane(f, channel), p, product, f.seenRanges, f.seenRangeCount)
    meansOverReach(f, product, plane(f, SLOPES + channel))
  }
  meansOverReach(f, p, plane(f, OFFSET))
  for (let k = 0; k < f.reachRangeCount; k++) {
    const range = f.reachRanges + usize(k) * 8
    solveFits(f, load<i32>(range), load<i32>(range, 4))
  }
  for (let channel = 0; channel < 3; channel++)
    meansOverAreas(f, plane(f, SLOPES + channel), plane(f, MEAN_SLOPES + channel))
  meansOverAreas(f, plane(f, OFFSET), plane(f, MEAN_OFFSET))
}

/** From window means of p·I and of p to a and b, in place. */
function solveFits(f: Fitting, from: i32, to: i32): void {
  const r = plane(f, MEANS)
  const g = plane(f, MEANS + 1)
  const b = plane(f, MEANS + 2)
  const rr = plane(f, INVERSE)
  const rg = plane(f, INVERSE + 1)
  const rb = plane(f, INVERSE + 2)
  const gg = plane(f, INVERSE + 3)
  const gb = plane(f, INVERSE + 4)
  const bb = plane(f, INVERSE + 5)
  const sr = plane(f, SLOPES)
  const sg = plane(f, SLOPES + 1)
  const sb = plane(f, SLOPES + 2)
  const offset = plane(f, OFFSET)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const left = to - i
    const mean = v128.load(offset + at)
    const m0 = v128.load(r + at)
    const m1 = v128.load(g + at)
    const m2 = v128.load(b + at)
    const x = f32x4.sub(v128.load(sr + at), f32x4.mul(m0, mean))
    const y = f32x4.sub(v128.load(sg + at), f32x4.mul(m1, mean))
    const z = f32x4.sub(v128.load(sb + at), f32x4.mul(m2, mean))
    const v01 = v128.load(rg + at)
    const v02 = v128.load(rb + at)
    const v12 = v128.load(gb + at)
    const a0 = dot3(v128.load(rr + at), x, v01, y, v02, z)
    const a1 = dot3(v01, x, v128.load(gg + at), y, v12, z)
    const a2 = dot3(v02, x, v12, y, v128.load(bb + at), z)
    store4(sr + at, a0, left)
    store4(sg + at, a1, left)
    store4(sb + at, a2, left)
    store4(offset + at, f32x4.sub(mean, dot3(a0, m0, a1, m1, a2, m2)), left)
  }
}

export function dot3(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z))
}

/** out += a·b over ranges of pixels. */
export function addProduct(out: usize, a: usize, b: usize, ranges: usize, count: i32): void {
  for (let k = 0; k < count; k++) {
    const range = ranges + usize(k) * 8
    const to = load<i32>(range, 4)
    for (let i = load<i32>(range); i < to; i += 4) {
      const at = usize(i) << 2
      const more = f32x4.mul(v128.load(a + at), v128.load(b + at))
      store4(out + at, f32x4.add(v128.load(out + at), more), to - i)
    }
  }
}
