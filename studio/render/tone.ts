import { labOf, linearOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { quantile } from '#studio/planes/rank.ts'

/** White balance is corrected within these factors: more means the picture is beyond repair. */
const LEAST_GAIN = 0.62
const LARGEST_GAIN = 1.75
/**
 * Hue, chroma and lightness human skin has in even light, from very dark to very fair (Xiao et al. 2017
 * report hue 40-70°, chroma 10-30, L 25-75). Wide on purpose: they catch a colour cast, not a complexion.
 */
const HUE_DEG = [36, 66] as const
const CHROMA = [9, 31] as const
const LIGHTNESS = [26, 74] as const
/** How much of the way a selfie's colour goes to the person's typical one. */
const COLOUR_SHARE = 0.6

const clamp = (value: number, [low, high]: readonly [number, number]) => Math.min(high, Math.max(low, value))

/** The person's own tone with a cast or a wrong exposure brought back to what skin can be. */
export function plausibleSkin(lab: Lab): Lab {
  const hue = clamp((Math.atan2(lab.b, lab.a) * 180) / Math.PI, HUE_DEG)
  const chroma = clamp(Math.hypot(lab.a, lab.b), CHROMA)
  return {
    l: clamp(lab.l, LIGHTNESS),
    a: chroma * Math.cos((hue * Math.PI) / 180),
    b: chroma * Math.sin((hue * Math.PI) / 180),
  }
}

/** Gains per linear channel that bring a selfie's skin to the person's. */
export function skinGains(own: Lab, person: Lab): [number, number, number] {
  const wanted = linearOf({
    l: person.l,
    a: own.a + (person.a - own.a) * COLOUR_SHARE,
    b: own.b + (person.b - own.b) * COLOUR_SHARE,
  })
  const has = linearOf(own)
  const raw = wanted.map((value, c) => Math.max(1e-4, value) / Math.max(1e-4, has[c] ?? 0))
  // Exposure is free, the balance between the channels is bounded.
  const level = Math.cbrt((raw[0] ?? 0) * (raw[1] ?? 0) * (raw[2] ?? 0))
  const gains = raw.map((gain) => level * clamp(gain / level, [LEAST_GAIN, LARGEST_GAIN]))
  return [gains[0] ?? 0, gains[1] ?? 0, gains[2] ?? 0]
}

const TRIM_ROUNDS = 6
const LEAST_EXPOSURE = 0.55
const LARGEST_EXPOSURE = 1.8
const LARGEST_BALANCE = 1.3

type Triple = [number, number, number]

/** Linear light on its way to the finished picture, triples in place: everything between the new light and the paper. */
export type Develop = (rgb: Float32Array) => void

/** What brings the skin of a finished picture to its target: exposure for all of it, a balance for the skin alone. */
export interface Trim {
  exposure: number
  balance: Triple
}

/**
 * Finds the trim by developing a sample of the skin again and again, so that no grade, however warm or hard, moves a
 * complexion.
 * @param sample linear light of skin pixels, triples
 * @param colour false leaves the balance alone: black and white has none to keep
 */
export function trimSkin(
  sample: Float32Array,
  develop: Develop,
  target: Lab,
  { colour }: { colour: boolean },
): Trim {
  const trim: Trim = { exposure: 1, balance: [1, 1, 1] }
  if (sample.length < 90) return trim
  for (let round = 0; round < TRIM_ROUNDS; round++) {
    const found = toneAfter(sample, develop, trim)
    const lab = labOf(...found)
    const level = (l: number) => ((Math.max(1, l) + 16) / 116) ** 3
    trim.exposure = clamp(trim.exposure * (level(target.l) / level(lab.l)) ** 0.8, [
      LEAST_EXPOSURE,
      LARGEST_EXPOSURE,
    ])
    if (!colour) continue
    const wanted = linearOf({ l: lab.l, a: target.a, b: target.b })
    const ratios = wanted.map((value, c) => Math.max(1e-3, value) / Math.max(1e-3, found[c] ?? 0))
    const balance = trim.balance.map((value, c) => value * (ratios[c] ?? 1) ** 0.8)
    trim.balance = [bounded(balance[0]), bounded(balance[1]), bounded(balance[2])]
  }
  return trim
}

const bounded = (value = 1) => clamp(value, [1 / LARGEST_BALANCE, LARGEST_BALANCE])

/** Of the light on a face, where its own tone lies: below its shine, above its shadows. */
const OWN_TONE = 0.55

/** Linear tone of the developed sample without its shadows and shine. */
function toneAfter(sample: Float32Array, develop: Develop, { exposure, balance }: Trim): Triple {
  const rgb = sample.map((value, at) => value * exposure * (balance[at % 3] ?? 1))
  develop(rgb)
  const channel = (c: number) => {
    const values = Float32Array.from({ length: rgb.length / 3 }, (_, i) => rgb[3 * i + c] ?? 0)
    return quantile(values, OWN_TONE)
  }
  return [channel(0), channel(1), channel(2)]
}
