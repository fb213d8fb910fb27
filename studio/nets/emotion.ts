import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare } from './crop.ts'
import { squareAround } from './facemesh.ts'
import { loadNet } from './runtime.ts'
import type { Net } from './runtime.ts'

const SIDE = 64
/** Cuts in heights of the mesh: the net is steadier over two than on either. */
const MARGINS = [1, 1.2] as const
const EMOTIONS = ['angry', 'disgust', 'fear', 'happy', 'sad', 'surprise', 'neutral'] as const

export type Emotions = Record<(typeof EMOTIONS)[number], number>

let net: Promise<Net> | undefined

/** What a face seems to feel, shares of 1 (oarriaga's face classification, shipped with human; trained on FER2013). */
export async function readEmotions(raster: Raster, mesh: Float32Array): Promise<Emotions> {
  net ??= loadNet('emotion')
  const { run } = await net
  const answers = MARGINS.map((margin) => {
    const cut = cutSquare(raster, squareAround(mesh, margin), SIDE, 1 / 127.5, -1)
    const grey = new Float32Array(SIDE * SIDE)
    for (let i = 0; i < grey.length; i++)
      grey[i] = 0.2989 * (cut[3 * i] ?? 0) + 0.587 * (cut[3 * i + 1] ?? 0) + 0.114 * (cut[3 * i + 2] ?? 0)
    return run(grey, [1, SIDE, SIDE, 1])[0]
  })
  const shares = EMOTIONS.map((name, index): [string, number] => [
    name,
    answers.reduce((sum, answer) => sum + (answer?.[index] ?? 0), 0) / MARGINS.length,
  ])
  return Object.fromEntries(shares) as Emotions
}

/** How sure the net is that the face is calm or pleased, 0..1. */
export function pleasedOf({ happy, neutral }: Pick<Emotions, 'happy' | 'neutral'>): number {
  return happy + neutral
}
