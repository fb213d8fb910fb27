import { labOf, linearOf, luminance } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { clamp } from '#studio/planes/clamp.ts'
import { quantile } from '#studio/planes/rank.ts'

/** White balance is corrected within these factors: more means the picture is beyond repair. */
const LEAST_GAIN = 0.62
const LARGEST_GAIN = 1.75

/** Red and blue beyond luminance, over their squared length: their products with those of a colour are 1 on this one, 0 on greys. */
export function chromaOf(tone: readonly [number, number, number]): [number, number] {
  const level = Math.max(1e-4, luminance(...tone))
  const [red, blue] = [tone[0] / level - 1, tone[2] / level - 1]
  const squared = Math.max(1e-4, red ** 2 + blue ** 2)
  return [red / squared, blue / squared]
}

/** How far a linear light has the tone's hue and saturation, 0..1. */
export function likeTone(
  tone: readonly [number, number, number],
): (r: number, g: number, b: number) => number {
  const [red, blue] = chromaOf(tone)
  return (r, g, b) => {
    const light = luminance(r, g, b)
    return clamp(((r - light) * red + (b - light) * blue) / (light + 0.01), [0, 1])
  }
}

/** ln of how much more light than the selfie has, for the skin to have the person's. */
export function lightWanted(own: Lab, person: Lab): number {
  return Math.log(luminance(...linearOf(person)) / Math.max(1e-4, luminance(...linearOf(own))))
}

const ROUNDS = 8
/** What the grade and the new light may still ask for beyond the selfie's own exposure, either way. */
const LARGEST_TRIM = 1.8

type Triple = [number, number, number]

/** Linear light on its way to the finished picture, triples in place: everything between the new light and the paper. */
export type Develop = (rgb: Float32Array) => void

/** What brings the skin of a finished picture to its target. */
export interface Balance {
  exposure: number
  /** Gains of skin whose luminance stays. */
  channels: Triple
}

/**
 * Finds the balance by developing a sample of the skin again and again, so that no grade, however warm or hard, moves a
 * complexion.
 * @param sample linear light of skin pixels, triples
 * @param usual exposure that would do without the grade
 * @param colour false leaves the channels alone: black and white has none to keep
 */
export function balanceSkin(
  sample: Float32Array,
  develop: Develop,
  target: Lab,
  { usual, colour }: { usual: number; colour: boolean },
): Balance {
  const found: Balance = { exposure: usual, channels: [1, 1, 1] }
  if (sample.length < 90) return found
  const limits = [usual / LARGEST_TRIM, usual * LARGEST_TRIM] as const
  const level = (l: number) => ((Math.max(1, l) + 16) / 116) ** 3
  for (let round = 0; round < ROUNDS; round++) {
    const tone = toneAfter(sample, develop, found)
    const lab = labOf(...tone)
    found.exposure = clamp(found.exposure * (level(target.l) / level(lab.l)) ** 0.8, limits)
    if (!colour) continue
    const wanted = linearOf({ l: lab.l, a: target.a, b: target.b })
    const raw = found.channels.map(
      (value, c) => value * (Math.max(1e-3, wanted[c] ?? 0) / Math.max(1e-3, tone[c] ?? 0)) ** 0.8,
    )
    found.channels = bounded(raw)
  }
  return found
}

/** The balance between the channels, limited to a white balance's range. */
function bounded(raw: readonly number[]): Triple {
  const even = Math.cbrt((raw[0] ?? 1) * (raw[1] ?? 1) * (raw[2] ?? 1))
  const channel = (c: number) => clamp((raw[c] ?? 1) / even, [LEAST_GAIN, LARGEST_GAIN])
  return [channel(0), channel(1), channel(2)]
}

/** Of the light on a face, where its own tone lies: below its shine, above its shadows. */
const OWN_TONE = 0.55

/** Linear tone of the developed sample without its shadows and shine. */
function toneAfter(sample: Float32Array, develop: Develop, { exposure, channels }: Balance): Triple {
  const rgb = sample.map((value, at) => value * exposure * (channels[at % 3] ?? 1))
  develop(rgb)
  const channel = (c: number) => {
    const values = Float32Array.from({ length: rgb.length / 3 }, (_, i) => rgb[3 * i + c] ?? 0)
    return quantile(values, OWN_TONE)
  }
  return [channel(0), channel(1), channel(2)]
}
