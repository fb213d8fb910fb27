// CIE L*a*b*, D65, of four linear sRGB colours at a time (see studio/color.ts).

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

const KNEE: f32 = 216.0 / 24389
const SLOPE: f32 = 24389.0 / 27 / 116
const FOOT: f32 = 16.0 / 116

function curve4(t: v128): v128 {
  const line = f32x4.add(f32x4.mul(t, f32x4.splat(SLOPE)), f32x4.splat(FOOT))
  const root = cubeRoot4(f32x4.pmax(f32x4.splat(KNEE), t))
  return v128.bitselect(root, line, f32x4.gt(t, f32x4.splat(KNEE)))
}

function weigh4(r: v128, g: v128, b: v128, onR: f32, onG: f32, onB: f32): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(onR)), f32x4.mul(g, f32x4.splat(onG))),
    f32x4.mul(b, f32x4.splat(onB)),
  )
}

/** The curved tristimulus values, from which L = 116 y - 16, a = 500 (x - y), b = 200 (y - z). */
export function curvedX4(r: v128, g: v128, b: v128): v128 {
  return curve4(weigh4(r, g, b, 0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047))
}

export function curvedY4(r: v128, g: v128, b: v128): v128 {
  return curve4(weigh4(r, g, b, 0.2126729, 0.7151522, 0.072175))
}

export function curvedZ4(r: v128, g: v128, b: v128): v128 {
  return curve4(weigh4(r, g, b, 0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883))
}

export function lightness4(y: v128): v128 {
  return f32x4.sub(f32x4.mul(y, f32x4.splat(116)), f32x4.splat(16))
}

export function times4(scale: f32, a: v128, b: v128): v128 {
  return f32x4.mul(f32x4.splat(scale), f32x4.sub(a, b))
}

function uncurve4(f: v128): v128 {
  const line = f32x4.mul(f32x4.sub(f, f32x4.splat(FOOT)), f32x4.splat(1 / SLOPE))
  const cube = f32x4.mul(f, f32x4.mul(f, f))
  return v128.bitselect(cube, line, f32x4.gt(f, f32x4.splat(6.0 / 29)))
}

/** Tristimulus values, 1 for white. */
export function y4(l: v128): v128 {
  return uncurve4(f32x4.mul(f32x4.add(l, f32x4.splat(16)), f32x4.splat(1.0 / 116)))
}

export function x4(l: v128, a: v128): v128 {
  const y = f32x4.mul(f32x4.add(l, f32x4.splat(16)), f32x4.splat(1.0 / 116))
  return uncurve4(f32x4.add(y, f32x4.mul(a, f32x4.splat(1.0 / 500))))
}

export function z4(l: v128, b: v128): v128 {
  const y = f32x4.mul(f32x4.add(l, f32x4.splat(16)), f32x4.splat(1.0 / 116))
  return uncurve4(f32x4.sub(y, f32x4.mul(b, f32x4.splat(1.0 / 200))))
}

/** Linear sRGB of tristimulus values, unclamped. */
export function redOf4(x: v128, y: v128, z: v128): v128 {
  return weigh4(x, y, z, 3.2404542 * 0.95047, -1.5371385, -0.4985314 * 1.08883)
}

export function greenOf4(x: v128, y: v128, z: v128): v128 {
  return weigh4(x, y, z, -0.969266 * 0.95047, 1.8760108, 0.041556 * 1.08883)
}

export function blueOf4(x: v128, y: v128, z: v128): v128 {
  return weigh4(x, y, z, 0.0556434 * 0.95047, -0.2040259, 1.0572252 * 1.08883)
}
