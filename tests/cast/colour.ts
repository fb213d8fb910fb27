/** Colours as hex strings, mixed in OKLab so that skin and hair keep their hue when they get lighter or darker. */

type Triple = readonly [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function toOklab(hex: string): Triple {
  const n = Number.parseInt(hex.slice(1), 16)
  const r = toLinear(((n >> 16) & 255) / 255)
  const g = toLinear(((n >> 8) & 255) / 255)
  const b = toLinear((n & 255) / 255)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([L, a, b]: Triple): string {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const byte = (v: number) => Math.round(255 * toGamma(Math.min(1, Math.max(0, v))))
  return `#${rgb.map((v) => byte(v).toString(16).padStart(2, '0')).join('')}`
}

/** The colour a fraction `t` of the way from `a` to `b`. */
export function mix(a: string, b: string, t: number): string {
  const [la, aa, ba] = toOklab(a)
  const [lb, ab, bb] = toOklab(b)
  return fromOklab([la + (lb - la) * t, aa + (ab - aa) * t, ba + (bb - ba) * t])
}

/** Lightness scaled by `light`, chroma by `chroma`; `warm` turns the hue towards red (positive) or yellow, in radians. */
export function tone(hex: string, light: number, chroma = 1, warm = 0): string {
  const [L, a, b] = toOklab(hex)
  const [cos, sin] = [Math.cos(-warm), Math.sin(-warm)]
  return fromOklab([Math.min(0.99, L * light), (a * cos - b * sin) * chroma, (a * sin + b * cos) * chroma])
}

export interface SkinTones {
  base: string
  light: string
  glow: string
  shade: string
  deep: string
  dark: string
  blush: string
}

/** The tones a painter would mix around one skin colour: shadows redder and richer, lights thinner; dark skin shines more. */
export function skinTones(base: string, blush: string): SkinTones {
  const depth = 1 - toOklab(base)[0]
  return {
    base,
    light: tone(base, 1.03 + 0.22 * depth, 0.92),
    glow: tone(base, 1.06 + 0.62 * depth, 0.7),
    shade: tone(base, 0.87, 1.08, 0.08),
    deep: tone(base, 0.67 + 0.08 * depth, 1.1, 0.15),
    dark: tone(base, 0.4 + 0.1 * depth, 1.0, 0.22),
    blush,
  }
}
