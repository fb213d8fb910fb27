import { labOf, linearOf } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'

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
/** A dark picture is brought up most of the way; a bright one is theirs too, and its shirt must stay white. */
const LIFT_SHARE = 0.75
const LOWER_SHARE = 0.5

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
  const lighter = person.l - own.l
  const wanted = linearOf({
    l: own.l + lighter * (lighter > 0 ? LIFT_SHARE : LOWER_SHARE),
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

/** Skin colour after the gains, for checks. */
export function applyGains(
  linear: readonly [number, number, number],
  gains: readonly [number, number, number],
): Lab {
  return labOf(linear[0] * gains[0], linear[1] * gains[1], linear[2] * gains[2])
}
