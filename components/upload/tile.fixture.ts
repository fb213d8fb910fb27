import type { Tile } from './tiles.ts'

/** A selfie's tile in that state, otherwise empty. */
export function tile(id: string, state: Tile['state']): Tile {
  return {
    id,
    fileName: `${id}.jpg`,
    url: null,
    state,
    sent: 1,
    reasons: [],
    warnings: [],
    choice: 'none',
    code: null,
    canRetry: false,
  }
}
