// For CIE L*a*b*: see studio/picture/color.ts.

/** Cube roots of values from 0 on. */
export function cubeRoot4(value: v128): v128 {
  // A third of the exponent is right to a twentieth; each of Halley's steps triples the digits.
  const third = f32x4.mul(f32x4.convert_i32x4_s(value), f32x4.splat(1.0 / 3))
  let root = i32x4.add(i32x4.trunc_sat_f32x4_s(third), i32x4.splat(709921077))
  root = halley4(root, value)
  return halley4(root, value)
}

function halley4(root: v128, value: v128): v128 {
  const cube = f32x4.mul(root, f32x4.mul(root, root))
  const above = f32x4.add(cube, f32x4.add(value, value))
  const below = f32x4.add(f32x4.add(cube, cube), value)
  return f32x4.div(f32x4.mul(root, above), below)
}
