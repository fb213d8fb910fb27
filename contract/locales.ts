import { z } from 'zod'

/** Languages of the product, in the order they are offered; the first is the fallback. */
export const Locale = z.enum(['en', 'de', 'fr', 'es', 'it'])
export type Locale = z.infer<typeof Locale>

export const LOCALES = Locale.options
export const DEFAULT_LOCALE: Locale = 'en'
