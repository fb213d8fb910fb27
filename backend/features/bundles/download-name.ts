import type { StyleId } from '#contract/styles.ts'
import { toPlainLetters } from '#backend/features/plain-letters.ts'

const NAME_MAX_LENGTH = 40

/** A file name that every system takes: `anna-mueller-studio-grey-01.jpg`. */
export function downloadName(personName: string, styleId: StyleId, rank: number): string {
  const name = toPlainLetters(personName.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter}e`))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return `${name || 'headshot'}-${styleId}-${String(rank).padStart(2, '0')}.jpg`
}
