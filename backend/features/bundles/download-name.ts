import type { StyleId } from '#contract/styles.ts'

const NAME_MAX_LENGTH = 40

/** A file name that every system takes: `anna-mueller-studio-grey-01.jpg`. */
export function downloadName(personName: string, styleId: StyleId, rank: number): string {
  const name = personName
    .replaceAll('ß', 'ss')
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return `${name || 'headshot'}-${styleId}-${String(rank).padStart(2, '0')}.jpg`
}
