import { deltaE, labOf, LINEAR_OF_BYTE, linearOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { CHIN, faceHeight, vertex } from '#studio/person/landmarks.ts'
import { median } from '#studio/planes/rank.ts'
import type { Worn } from '#studio/scene/paper.ts'
import type { Cut } from './crop.ts'

type Rgb = readonly [number, number, number]

/** Below the chin by this, face heights, clothes begin. */
const BELOW_CHIN = 0.3
/** CIE76 from the face within which a pixel is taken for skin. */
const SKIN = 16
/** Pixels between samples at 1024x1280, of the height, and the fewest samples that give a colour. */
const STEP = 8 / 1280
const LEAST_SAMPLES = 60
const OPAQUE = 250

interface Seen {
  /** Linear, as in the selfie, like the skin. */
  hair: Rgb
  skin: Lab
  /** Factors of the exposure on their light. */
  level: number
}

/** Hair, clothes and skin of a cut-out under a headshot's exposure. */
export function wornIn(cut: Cut, { hair, skin, level }: Seen): Worn {
  const lit = (colour: Rgb): Rgb => [colour[0] * level, colour[1] * level, colour[2] * level]
  const cloth = clothColour(cut, skin)
  return { hair: lit(hair), cloth: cloth && lit(cloth), skin: lit(linearOf(skin)) }
}

/** Median linear colour below the chin of pixels that are not skin; null where too few are visible. */
function clothColour({ width, height, colours, alpha, mesh }: Cut, skin: Lab): Rgb | null {
  const step = Math.max(1, Math.round(STEP * height))
  const samples: Rgb[] = []
  const from = Math.max(0, Math.ceil(vertex(mesh, CHIN).y + BELOW_CHIN * faceHeight(mesh)))
  for (let y = from; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const i = y * width + x
      if ((alpha[i] ?? 0) < OPAQUE) continue
      const channel = (c: number) => LINEAR_OF_BYTE[colours[3 * i + c] ?? 0] ?? 0
      const own: Rgb = [channel(0), channel(1), channel(2)]
      if (deltaE(labOf(...own), skin) > SKIN) samples.push(own)
    }
  }
  if (samples.length < LEAST_SAMPLES) return null
  const middle = (c: 0 | 1 | 2) => median(samples.map((sample) => sample[c]))
  return [middle(0), middle(1), middle(2)]
}
