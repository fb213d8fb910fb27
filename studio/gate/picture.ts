import { measureBeside } from './beside.ts'
import { measureBleeding } from './bleeding.ts'
import { measureCutLines } from './cut-lines.ts'
import { darkGazeOf } from './dark-gaze.ts'
import { measurePlainCloth } from './dress.ts'
import { measureForeign } from './foreign.ts'
import { measureGlow } from './glow.ts'
import { measureMouthRed } from './mouth-red.ts'
import { measureRemains } from './remains.ts'
import { measureTongue } from './tongue.ts'
import type { PictureView } from './view.ts'

/** What is amiss between the person and the picture they stand in. Lengths in face heights, areas in their squares. */
export interface PictureMeasures {
  /** Longest straight lower end. */
  floating: number
  /** Longest straight side, and longest straight upper end of the hair; as all below null without a matte. */
  straightSide: number | null
  straightHair: number | null
  /** What hangs together with nothing, and what is thinner than a person is. */
  islands: number | null
  strips: number | null
  /** What is smooth on top of rough hair. */
  smooth: number | null
  /** What lies along the outline in a colour that the person has nowhere within. */
  foreign: number | null
  /** What stands beside the face without hanging from the head, and what has its colour; null without colour. */
  bodyBeside: number
  skinBeside: number | null
  /** How much nearer to pink the middle of the chin is than what is about it, ln; null without colour. */
  tongue: number | null
  /** See `darkGazeOf`. */
  darkGaze: number
  /** How much redder the lips are than the face, ln; null without colour. */
  mouthRed: number | null
  /** Cloth and hair that moved to the skin's colour; null where no engine knows what they were. */
  bleeding: number | null
  /** A line of light along the jaw, ln, and the share of the hair's outline that has one. */
  jawGlow: number
  hairGlow: number | null
  /** See `measurePlainCloth`; orders headshots, refuses none. */
  plainCloth: number | null
}

export function measurePicture(view: PictureView): PictureMeasures {
  const lines = measureCutLines(view)
  const beside = measureBeside(view)
  const glow = measureGlow(view)
  const remains = view.isCut ? measureRemains(view) : null
  return {
    floating: lines.floating,
    straightSide: view.isCut ? lines.side : null,
    straightHair: view.isCut ? lines.hair : null,
    islands: remains?.islands ?? null,
    strips: remains?.strips ?? null,
    smooth: remains?.smooth ?? null,
    foreign: view.isCut ? measureForeign(view) : null,
    bodyBeside: beside.body,
    skinBeside: beside.skin,
    tongue: view.isColour ? measureTongue(view) : null,
    darkGaze: darkGazeOf(view),
    mouthRed: view.isColour ? measureMouthRed(view) : null,
    bleeding: measureBleeding(view),
    jawGlow: glow.jaw,
    hairGlow: view.isCut ? glow.hair : null,
    plainCloth: measurePlainCloth(view),
  }
}
