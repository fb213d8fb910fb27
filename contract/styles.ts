import { z } from 'zod'
import type { PriceTier } from './money.ts'

/** A style is the recipe a bundle is made from; its id is also its key in `messages/`. */
export const StyleId = z.enum(['studio-grey', 'executive-navy', 'bw-editorial'])
export type StyleId = z.infer<typeof StyleId>

/** What a further bundle of each style costs. */
export const STYLE_TIER: Readonly<Record<StyleId, PriceTier>> = {
  'studio-grey': 'sg_099',
  'executive-navy': 'sg_199',
  'bw-editorial': 'sg_199',
}
