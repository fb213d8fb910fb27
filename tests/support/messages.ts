import { createTranslator } from 'next-intl'
import de from '#messages/de.json' with { type: 'json' }

/** The German sentences as the pages say them. */
export const t = createTranslator({ locale: 'de', messages: de, timeZone: 'Europe/Zurich' })
