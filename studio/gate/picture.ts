import { measureBleeding } from './bleeding.ts'
import { measureCutLines } from './cut-lines.ts'
import { darkGazeOf } from './dark-gaze.ts'
import { measurePlainCloth } from '#studio/measure/dress.ts'
import { measureJawGlow } from './glow.ts'
import { measureMouthRed } from './mouth-red.ts'
import { measureTongue } from './tongue.ts'
import type { PictureView } from './view.ts'

/** Mismatches between a person and the picture they stand in. Lengths in face heights, areas in their squares. */
export interface PictureMeasures {
  /** Longest straight lower end. */
  floating: number
  /** Longest straight side, and longest straight upper end of the hair; null without a matte. */
  straightSide: number | null
  straightHair: number | null
  /** How much nearer to pink the middle of the chin is than the skin about it, ln; null without colour. */
  tongue: number | null
  /** See `darkGazeOf`. */
  darkGaze: number
  /** How much redder the lips are than the face, ln; null without colour. */
  mouthRed: number | null
  /** Cloth and hair that moved to the skin's colour; null where no engine gave the original colours. */
  bleeding: number | null
  /** See `measureJawGlow` and `measurePlainCloth`; they order headshots and refuse none. */
  jawGlow: number
  plainCloth: number | null
}

export function measurePicture(view: PictureView): PictureMeasures {
  const lines = measureCutLines(view)
  return {
    floating: lines.floating,
    straightSide: view.isCut ? lines.side : null,
    straightHair: view.isCut ? lines.hair : null,
    tongue: view.isColour ? measureTongue(view) : null,
    darkGaze: darkGazeOf(view),
    mouthRed: view.isColour ? measureMouthRed(view) : null,
    bleeding: measureBleeding(view),
    jawGlow: measureJawGlow(view),
    plainCloth: measurePlainCloth(view),
  }
}
