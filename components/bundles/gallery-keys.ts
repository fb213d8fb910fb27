import type { HeadshotRating } from '#contract/bundles.ts'

/** What single keys do to the headshot that is chosen. */
export type GalleryCommand =
  | { kind: 'rate'; rating: HeadshotRating }
  | { kind: 'favour' }
  | { kind: 'compare' }
  | { kind: 'before' }
  | { kind: 'download' }
  | { kind: 'keys' }

const COMMANDS: Readonly<Record<string, GalleryCommand>> = {
  1: { kind: 'rate', rating: 'none' },
  2: { kind: 'rate', rating: 'liked' },
  3: { kind: 'rate', rating: 'loved' },
  f: { kind: 'favour' },
  c: { kind: 'compare' },
  b: { kind: 'before' },
  d: { kind: 'download' },
  '?': { kind: 'keys' },
}

export interface PressedKey {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Undefined for unused keys, and for the browser's own. */
export function commandOfKey(pressed: PressedKey): GalleryCommand | undefined {
  // On some layouts the question mark itself is written with Alt.
  if (pressed.ctrlKey || pressed.metaKey || (pressed.altKey && pressed.key !== '?')) return undefined
  const key = pressed.key.toLowerCase()
  return Object.hasOwn(COMMANDS, key) ? COMMANDS[key] : undefined
}

/** The target index of a key from `index`, or undefined for unused keys. */
export function targetOf(key: string, index: number, columns: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowDown':
      return index + columns > last ? index : index + columns
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const DEFAULT_COLUMNS = 4

/** Number of frames in a row. */
export function columnsOf(list: HTMLElement | null): number {
  if (!list) return DEFAULT_COLUMNS
  const tracks = getComputedStyle(list)
    .gridTemplateColumns.split(' ')
    .filter((track) => track.endsWith('px'))
  return tracks.length || DEFAULT_COLUMNS
}
