import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { StyleId } from '#contract/styles.ts'
import type { Engine } from './engine-port.ts'

/** One picture that a generating engine is to make: which of the takes, and the number that its noise begins from. */
export const GeneratedShot = z.object({ take: z.int().nonnegative(), seed: z.int().nonnegative() })
export type GeneratedShot = z.infer<typeof GeneratedShot>

/** The word that a training ties to the person; no word of any language, so that it means nobody else. */
export const TRAINED_WORD = 'TOK'

/** Where the person is. Nothing here says how a person looks: that is the model's, or the references', to know. */
const PLACES: Readonly<Record<StyleId, string>> = {
  'studio-grey': 'in a photo studio, before a plain grey paper backdrop, soft key light',
  'studio-white': 'in a photo studio, before a plain white paper backdrop, bright even light',
  'executive-navy': 'in a photo studio, before a deep navy backdrop, a soft key light and a faint rim light',
  'warm-canvas': 'in a photo studio, before a painted canvas backdrop in warm brown, soft window light',
  'bw-editorial':
    'black and white photograph, in a photo studio, before a dark backdrop, sculpting side light',
  'startup-color': 'in a photo studio, before a plain coloured paper backdrop, crisp soft light',
  'office-daylight': 'in a bright office far out of focus, daylight from a large window',
  library: 'in a library, shelves of books far out of focus, warm lamps',
  'loft-brick': 'in a loft, a brick wall far out of focus, daylight from the side',
  'city-dusk': 'in a city street at dusk, lights far out of focus, soft light on the face',
  'garden-bokeh': 'in a garden, leaves far out of focus, open shade',
  'swiss-alps': 'outdoors, mountains far out of focus, clear morning light',
}

/** How takes differ, so that nobody gets one picture twelve times. */
const TAKES = [
  'calm expression, head and shoulders, facing the camera',
  'slight smile, head and shoulders, body turned a little to the left',
  'smiling, head and shoulders, facing the camera',
  'calm expression, chest up, body turned a little to the right',
  'slight smile, chest up, facing the camera',
  'smiling, chest up, body turned a little to the left',
]

/** The planning of engines that make any number of pictures of a model, and use no particular selfie for one. */
export const generatedPlan: Pick<Engine, 'plan' | 'plannedShot' | 'framingOf' | 'chosen'> = {
  plan: (_model, styleId, count) =>
    Promise.resolve(
      Array.from({ length: count }, (_, take) => ({ take, seed: seedOf(`${styleId}/${take}`) })),
    ),
  plannedShot: (shot) => GeneratedShot.safeParse(shot).success,
  framingOf: (shot) => String(GeneratedShot.parse(shot).take),
  chosen: (shots) => shots.map((shot) => GeneratedShot.parse(shot)),
}

/** A number of 31 bits, which every engine takes, from a text. */
export function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1
}

/**
 * What the engine is asked for.
 * @param subject how the engine is told who it is: a trained word, or which reference
 */
export function promptFor(subject: string, styleId: StyleId, { take }: GeneratedShot): string {
  const pose = TAKES[take % TAKES.length] ?? ''
  return (
    `Professional headshot photograph of ${subject}, ${pose}, ${PLACES[styleId]}. ` +
    'Natural skin with its pores and marks, sharp eyes, 85 mm lens, one person, no text.'
  )
}
