// Colour histograms.

/** Number of each pixel's colour among `bins`³, red most significant; uint16. */
export function binColours(r: usize, g: usize, b: usize, count: i32, bins: i32, out: usize): void {
  const scale = f32x4.splat(f32(bins))
  const last = i32x4.splat(bins - 1)
  const base = i32x4.splat(bins)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const red = i32x4.min_s(last, i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(r + at), scale)))
    const green = i32x4.min_s(last, i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(g + at), scale)))
    const blue = i32x4.min_s(last, i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(b + at), scale)))
    const bin = i32x4.add(i32x4.mul(i32x4.add(i32x4.mul(red, base), green), base), blue)
    v128.store64_lane(out + (usize(i) << 1), i16x8.narrow_i32x4_u(bin, bin), 0)
  }
}

/** Adds the marked pixels to the float32 counts of their colours; @returns how many were marked */
export function countColours(colours: usize, mask: usize, count: i32, counts: usize): i32 {
  let total = 0
  for (let i = 0; i < count; i++) {
    if (!load<u8>(mask + usize(i))) continue
    const at = counts + (usize(load<u16>(colours + (usize(i) << 1))) << 2)
    store<f32>(at, load<f32>(at) + 1)
    total++
  }
  return total
}
