import { z } from 'zod'

/** Backdrops behind the person; each look has one of its own. */
export const LookBackdrop = z.enum(['grey', 'white', 'navy', 'office'])
export const LookCrop = z.enum(['head', 'chest'])
export const LookExpression = z.enum(['calm', 'smiling'])

const choices = {
  backdrop: LookBackdrop.exactOptional(),
  crop: LookCrop.exactOptional(),
  expression: LookExpression.exactOptional(),
}

/** What the owner chose of a look; without a choice the backdrop is the look's own, and crop and expression vary. */
export const LookChoices = z
  .strictObject(choices)
  .meta({ id: 'LookChoices', description: 'What is not named is the look’s own, or varies' })
export type LookChoices = z.infer<typeof LookChoices>
export type LookChoice = keyof LookChoices

/** Each choice with its values, in the order of the page. */
export const LOOK_CHOICES = {
  backdrop: LookBackdrop.options,
  crop: LookCrop.options,
  expression: LookExpression.options,
} as const satisfies Record<LookChoice, readonly string[]>
