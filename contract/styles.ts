import { z } from 'zod'
import type { PriceTier } from './money.ts'

/** A style is the recipe a bundle is made from; its id is also its key in `messages/`. In the order of the shop. */
export const StyleId = z.enum([
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
export type StyleId = z.infer<typeof StyleId>

/** The price tier of a further bundle of each style: plain paper least, places most. */
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
}
