import { faceSquare, hashSquare, wholeSquare } from '#studio/intake/perceptual-hash.ts'
import { facePrintOf } from '#studio/measure/face-print.ts'
import { boxAround } from '#studio/nets/facemesh.ts'
import { findHands } from '#studio/nets/hands.ts'
import { findWords } from '#studio/nets/words.ts'
import type { SeenSkin } from '#studio/person/skin.ts'
import { deltaE2000 } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { measureCopy } from './copy.ts'
import type { CopyMeasures, Printed } from './copy.ts'

/** What of a selfie a generated picture is compared with. */
export interface SelfieOfGenerated extends Printed {
  skin: SeenSkin
  ageYears: number | null
}

/** Measures of generated pictures alone: a picture finished from a selfie may show that selfie, its light and its hands. */
export interface GeneratedMeasures extends CopyMeasures {
  /** How far the skin's L* lies outside that of all the selfies; null without colour. */
  lightnessBeyond: number | null
  /** By how many years the face looks older or younger than in any selfie; null where fewer than two selfies say an age. */
  ageBeyond: number | null
  /** Confidence that there is a hand anywhere, 0..1: no prompt asks for one. */
  hand: number
  /** How surely signs beside one another were read outside the face, 0..1. */
  word: number
}

/** A single sign may be a button or a fold. */
const WORD_LEAST = 2

/** One age is no range: of one person's two photographs one may look older than the other by 7 years. */
const AGES_LEAST = 2

export async function measureGenerated(
  raster: Raster,
  { mesh, skin, ageYears }: { mesh: Float32Array; skin: Lab | null; ageYears: number },
  selfies: readonly SelfieOfGenerated[],
): Promise<GeneratedMeasures> {
  const printed = { hash: hashSquare(raster, faceSquare(mesh)), facePrint: facePrintOf(raster, mesh) }
  const ages = selfies.flatMap((selfie) => selfie.ageYears ?? [])
  const hands = await findHands(raster, wholeSquare(raster))
  return {
    ...measureCopy(printed, selfies),
    lightnessBeyond:
      skin &&
      beyond(
        skin.l,
        selfies.map((selfie) => selfie.skin.lab.l),
      ),
    ageBeyond: ages.length < AGES_LEAST ? null : beyond(ageYears, ages),
    hand: Math.max(0, ...hands.map(({ score }) => score)),
    word: await readSurestWord(raster, mesh),
  }
}

/** The net takes features of a face for signs. */
async function readSurestWord(raster: Raster, mesh: Float32Array): Promise<number> {
  const { x, y, width, height } = boxAround(mesh)
  const words = await findWords(raster, (at) => at.x < x || at.x > x + width || at.y < y || at.y > y + height)
  return Math.max(0, ...words.flatMap(({ length, score }) => (length >= WORD_LEAST ? [score] : [])))
}

/** How far a value lies outside the range of others. */
function beyond(value: number, others: readonly number[]): number {
  return Math.max(0, value - Math.max(...others), Math.min(...others) - value)
}

/** CIEDE2000 between two tones of skin, were they equally light: in which light selfies were taken is not known. */
export function castOf(skin: Lab, own: Lab): number {
  return deltaE2000({ ...skin, l: own.l }, own)
}
