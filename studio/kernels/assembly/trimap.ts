// What is known and unknown of a picture (see studio/matte/trimap.ts). Planes float32, masks bytes.
import { bytes4, smoothstep4, storeMarks4 } from './pixels'

/** What a trimap is made of and its planes. */
class Trimap {
  person: usize
  /** 1 within the net's outline. */
  body: usize
  toOutside: usize
  toBody: usize
  toFace: usize
  intoFace: usize
  /** Per row: how much of it is beside cheek and jaw, and the unknown band inside and outside the outline. */
  rows: usize
  wanted: usize
  known: usize
  fromOutline: usize
  besideFace: usize
  width: i32
  height: i32
  cheekFrom: f32
  cheekTo: f32
  cheekBand: f32
  meshSlack: f32
}

/** Fills wanted, known, fromOutline and besideFace. */
export function fillTrimap(pointer: usize): void {
  const trimap = changetype<Trimap>(pointer)
  for (let y = 0; y < trimap.height; y++) fillRow(trimap, y)
}

function fillRow(t: Trimap, y: i32): void {
  const row = t.rows + usize(y) * 12
  const cheek = f32x4.splat(load<f32>(row))
  const bandInside = f32x4.splat(load<f32>(row, 4))
  const bandOutside = f32x4.splat(load<f32>(row, 8))
  const one = f32x4.splat(1)
  const end = (y + 1) * t.width
  for (let i = y * t.width; i < end; i += 4) {
    const at = usize(i) << 2
    const inBody = i32x4.gt_s(bytes4(t.body + usize(i)), i32x4.splat(0))
    // The net's own doubt widens the band: hair it half sees is left to the colours.
    const net = v128.load(t.person + at)
    const sure = f32x4.abs(f32x4.sub(f32x4.add(net, net), one))
    const doubt = f32x4.add(one, f32x4.mul(f32x4.splat(0.6), f32x4.sub(one, sure)))
    const near = f32x4.sub(one, smoothstep4(t.cheekFrom, t.cheekTo, v128.load(t.toFace + at)))
    const beside = f32x4.mul(cheek, near)
    const inside = f32x4.pmax(bandInside, f32x4.mul(f32x4.splat(t.cheekBand), beside))
    const fromOutline = v128.bitselect(v128.load(t.toOutside + at), v128.load(t.toBody + at), inBody)
    const band = f32x4.mul(v128.bitselect(inside, bandOutside, inBody), doubt)
    const inFace = f32x4.gt(v128.load(t.intoFace + at), f32x4.splat(t.meshSlack))
    v128.store(t.besideFace + at, beside)
    v128.store(t.fromOutline + at, fromOutline)
    v128.store(t.wanted + at, v128.and(v128.or(inBody, inFace), one))
    storeMarks4(t.known + usize(i), v128.or(f32x4.gt(fromOutline, band), inFace))
  }
}
