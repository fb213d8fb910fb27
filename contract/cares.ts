import { z } from 'zod'

/**
 * Retouching on request beyond the usual, because it changes a person a little. Glare: shine on the skin, reflections
 * on glasses. Teeth: yellow off them. Eyes: red off lids and whites. Strays: single hairs that stand off the head.
 * Lint: bright specks on cloth.
 */
export const Care = z.enum(['glare', 'teeth', 'eyes', 'strays', 'lint'])
export type Care = z.infer<typeof Care>

/** The degree of a care, weakest first. */
export const CareDegree = z.enum(['light', 'full'])
export type CareDegree = z.infer<typeof CareDegree>

const degree = CareDegree.exactOptional()

/** The owner's cares; an absent one stays unchanged. */
export const Cares = z
  .strictObject({ glare: degree, teeth: degree, eyes: degree, strays: degree, lint: degree } satisfies Record<
    Care,
    typeof degree
  >)
  .meta({ id: 'Cares', description: 'Retouching beyond the usual; what is not named is left as it is' })
export type Cares = z.infer<typeof Cares>

/** Those of some cares that are possible. Pure. */
export function possibleOf(cares: Cares, possible: readonly Care[]): Cares {
  return Cares.parse(
    Object.fromEntries(possible.flatMap((care) => (cares[care] ? [[care, cares[care]]] : []))),
  )
}
