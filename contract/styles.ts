import { z } from 'zod'
import type { PriceTier } from './money.ts'

/** What the studio makes of photographs, in the order of the shop. */
export const StudioStyleId = z.enum([
  'studio-grey',
  'studio-white',
  'executive-navy',
  'warm-canvas',
  'bw-editorial',
  'startup-color',
  'office-daylight',
  'library',
  'loft-brick',
  'city-dusk',
  'garden-bokeh',
  'swiss-alps',
])
export type StudioStyleId = z.infer<typeof StudioStyleId>

/** Looks: the person in other clothes, which no photograph shows and an engine has to generate. */
export const LookId = z.enum([
  'own-clothes',
  'blazer',
  'shirt',
  'knit',
  'black-tie',
  'medical-coat',
  'workshop-jacket',
])
export type LookId = z.infer<typeof LookId>

/** A style is the recipe a bundle is made from; its id is also its key in `messages/`. In the order of the shop. */
export const StyleId = z.enum([...StudioStyleId.options, ...LookId.options])
export type StyleId = z.infer<typeof StyleId>

/** What a style may need of an engine: that it finishes the person's photographs, or that it generates pictures. */
export const StyleNeed = z.enum(['finishes', 'generates'])
export type StyleNeed = z.infer<typeof StyleNeed>

export function isLook(styleId: StyleId): styleId is LookId {
  return LookId.safeParse(styleId).success
}

/**
 * The price tier of a further bundle of each style: plain paper least, places most. A look costs a training on a rented GPU, and
 * a dozen pictures there.
 */
export const STYLE_TIER: Readonly<Record<StyleId, PriceTier>> = {
  'studio-grey': 'sg_099',
  'studio-white': 'sg_099',
  'executive-navy': 'sg_199',
  'warm-canvas': 'sg_199',
  'bw-editorial': 'sg_199',
  'startup-color': 'sg_199',
  'office-daylight': 'sg_299',
  library: 'sg_299',
  'loft-brick': 'sg_299',
  'garden-bokeh': 'sg_299',
  'city-dusk': 'sg_399',
  'swiss-alps': 'sg_399',
  'own-clothes': 'sg_399',
  blazer: 'sg_399',
  shirt: 'sg_399',
  knit: 'sg_399',
  'black-tie': 'sg_399',
  'medical-coat': 'sg_399',
  'workshop-jacket': 'sg_399',
}
