import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LookChoices } from '#contract/looks.ts'
import { isLook, type LookId, type StyleId } from '#contract/styles.ts'
import type { Engine } from './engine-port.ts'

/** One picture that a generating engine is to make: which of the takes, and the number that its noise begins from. */
export const GeneratedShot = z.object({ take: z.int().nonnegative(), seed: z.int().nonnegative() })
export type GeneratedShot = z.infer<typeof GeneratedShot>

/** The word that a training ties to the person; no word of any language, so that it has no other meaning. */
export const TRAINED_WORD = 'TOK'

const GREY = 'in a photo studio, before a plain grey paper backdrop, soft key light'
const WHITE = 'in a photo studio, before a plain white paper backdrop, bright even light'
const NAVY = 'in a photo studio, before a deep navy backdrop, a soft key light and a faint rim light'
const OFFICE = 'in a bright office far out of focus, daylight from a large window'

/** The place around the person. Nothing here describes the person: the model or the references know them. */
const PLACES: Readonly<Record<StyleId, string>> = {
  'studio-grey': GREY,
  'studio-white': WHITE,
  'executive-navy': NAVY,
  'warm-canvas': 'in a photo studio, before a painted canvas backdrop in warm brown, soft window light',
  'bw-editorial':
    'black and white photograph, in a photo studio, before a dark backdrop, sculpting side light',
  'startup-color': 'in a photo studio, before a plain coloured paper backdrop, crisp soft light',
  'office-daylight': OFFICE,
  library: 'in a library, shelves of books far out of focus, warm lamps',
  'loft-brick': 'in a loft, a brick wall far out of focus, daylight from the side',
  'city-dusk': 'in a city street at dusk, lights far out of focus, soft light on the face',
  'garden-bokeh': 'in a garden, leaves far out of focus, open shade',
  'swiss-alps': 'outdoors, mountains far out of focus, clear morning light',
  'own-clothes': GREY,
  blazer: GREY,
  shirt: OFFICE,
  knit: 'in a photo studio, before a painted canvas backdrop in warm grey, soft window light',
  'black-tie': 'in a photo studio, before a dark grey backdrop, a soft key light and a faint rim light',
  'medical-coat': 'in a bright corridor of a practice far out of focus, even daylight',
  'workshop-jacket': 'in a tidy workshop far out of focus, daylight from the side',
}
const CHOSEN_PLACES: Readonly<Record<NonNullable<LookChoices['backdrop']>, string>> = {
  grey: GREY,
  white: WHITE,
  navy: NAVY,
  office: OFFICE,
}

/** The clothes of each look; other styles leave them to the model. */
const CLOTHES: Readonly<Record<LookId, string>> = {
  'own-clothes': 'wearing the same clothes as in the photographs',
  blazer: 'wearing a well-cut plain blazer over a plain top',
  shirt: 'wearing a plain ironed shirt or blouse',
  knit: 'wearing a fine plain knit sweater',
  'black-tie': 'wearing black tie evening dress',
  'medical-coat': 'wearing a plain white medical coat over plain clothes, without a name tag',
  'workshop-jacket': 'wearing a clean plain work jacket',
}

const EXPRESSIONS: Readonly<Record<NonNullable<LookChoices['expression']>, string>> = {
  calm: 'calm expression',
  smiling: 'smiling',
}
const CROPS: Readonly<Record<NonNullable<LookChoices['crop']>, string>> = {
  head: 'head and shoulders',
  chest: 'chest up',
}

/** Expression, crop and pose of the takes, so that the twelve pictures of a set differ; the owner's choices replace them. */
const TAKES = [
  { expression: 'calm expression', crop: CROPS.head, pose: 'facing the camera' },
  { expression: 'slight smile', crop: CROPS.head, pose: 'body turned a little to the left' },
  { expression: 'smiling', crop: CROPS.head, pose: 'facing the camera' },
  { expression: 'calm expression', crop: CROPS.chest, pose: 'body turned a little to the right' },
  { expression: 'slight smile', crop: CROPS.chest, pose: 'facing the camera' },
  { expression: 'smiling', crop: CROPS.chest, pose: 'body turned a little to the left' },
] as const

/** The sentences of every prompt that keep the person's features, whichever clothes and backdrop it asks for. */
export const KEPT_AS_THEY_ARE = [
  'The same person as in the photographs: the same skin tone, the same age, the same build and proportions of face and body.',
  'Hair, beard and hairline exactly as they are.',
  'Glasses, head covering and religious dress stay on where the photographs show them, and none are added.',
  'Natural skin with its pores and marks.',
] as const

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
 * The prompt: the style, the owner's choices, and the features that must not change. It says nothing else of a person.
 * @param subject the words for the person: a trained word, or the reference
 */
export function promptFor(
  subject: string,
  { styleId, look }: { styleId: StyleId; look: LookChoices },
  { take }: GeneratedShot,
): string {
  const varied = TAKES[take % TAKES.length] ?? TAKES[0]
  const parts = [
    `Professional headshot photograph of ${subject}`,
    ...(isLook(styleId) ? [CLOTHES[styleId]] : []),
    look.expression ? EXPRESSIONS[look.expression] : varied.expression,
    look.crop ? CROPS[look.crop] : varied.crop,
    varied.pose,
    look.backdrop ? CHOSEN_PLACES[look.backdrop] : PLACES[styleId],
  ]
  return [
    `${parts.join(', ')}.`,
    ...KEPT_AS_THEY_ARE,
    'Sharp eyes, 85 mm lens, one person, hands out of the picture, no text.',
  ].join(' ')
}
