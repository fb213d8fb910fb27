import type { Lab } from '#studio/picture/color.ts'
import { clamp } from '#studio/planes/clamp.ts'

/**
 * Hue, chroma and lightness human skin has in even light, from very dark to very fair (Xiao et al. 2017
 * report hue 40-70°, chroma 10-30, L 25-75). Wide on purpose: they catch a colour cast, not a complexion.
 */
const HUE_DEG = [36, 66] as const
const CHROMA = [9, 31] as const
const LIGHTNESS = [26, 78] as const

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
