// `culori/require` is one file: as modules culori is over a hundred, which slow a child's start by 35 ms.
import culori from 'culori/require'

/** sRGB byte → linear light 0..1 (IEC 61966-2-1). */
export const LINEAR_OF_BYTE = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255))

const STEPS = 4095
/** Code values by the square root of linear light, where the curve is nearly straight; the last value twice. */
export const CODE_OF_ROOT = Float32Array.from({ length: STEPS + 2 }, (_, step) => toCode((step / STEPS) ** 2))

const LINEAR_STEPS = 1023
/** Linear light by code value, in steps; the last value twice. */
export const LINEAR_OF_STEP = Float32Array.from({ length: LINEAR_STEPS + 2 }, (_, step) =>
  toLinear(step / LINEAR_STEPS),
)

/** sRGB code value 0..1 → linear light. */
export function toLinear(code: number): number {
  return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4
}

/** Linear light 0..1 → sRGB code value, exact. */
export function toCode(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
}

/** Linear light → sRGB code value by table, error below 1/4000; clamps to 0..1. */
export function fastCode(linear: number): number {
  if (linear <= 0) return 0
  if (linear >= 1) return 1
  const position = Math.sqrt(linear) * STEPS
  const step = position | 0
  const low = CODE_OF_ROOT[step] ?? 0
  return low + ((CODE_OF_ROOT[step + 1] ?? 0) - low) * (position - step)
}

/** sRGB code value 0..1 → linear light by table, error below 1/100000; clamps to 0..1. */
export function fastLinear(code: number): number {
  if (code <= 0) return 0
  if (code >= 1) return 1
  const position = code * LINEAR_STEPS
  const step = position | 0
  const low = LINEAR_OF_STEP[step] ?? 0
  return low + ((LINEAR_OF_STEP[step + 1] ?? 0) - low) * (position - step)
}

/** Relative luminance of linear Rec. 709 light. */
export function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Linear luminance of the pixel whose red byte stands there, of interleaved sRGB. */
export function luminanceAt(data: Uint8Array, at: number): number {
  const linear = (channel: number): number => LINEAR_OF_BYTE[data[at + channel] ?? 0] ?? 0
  return luminance(linear(0), linear(1), linear(2))
}

export interface Lab {
  l: number
  a: number
  b: number
}

const toLab = culori.converter('lab65')
const toLinearRgb = culori.converter('lrgb')

/** Linear sRGB → CIE L*a*b*, D65. */
export function labOf(r: number, g: number, b: number): Lab {
  const lab = toLab({ mode: 'lrgb', r, g, b })
  return { l: lab.l, a: lab.a, b: lab.b }
}

/** CIE L*a*b*, D65 → linear sRGB, unclamped. */
export function linearOf(lab: Lab): [number, number, number] {
  const { r, g, b } = toLinearRgb({ ...lab, mode: 'lab65' })
  return [r, g, b]
}

/** CIE76 distance. */
export function deltaE(p: Lab, q: Lab): number {
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b)
}

const ciede2000 = culori.differenceCiede2000()

/** CIEDE2000 distance. */
export function deltaE2000(p: Lab, q: Lab): number {
  return ciede2000({ ...p, mode: 'lab65' }, { ...q, mode: 'lab65' })
}
