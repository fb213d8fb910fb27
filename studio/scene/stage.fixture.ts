import { createRandom } from './noise.ts'
import type { Stage } from './stage.ts'

/** A small stage for tests: so many pixels per picture height, a head in the middle. */
export function createStage(unit: number, seed: number, pad = 0): Stage {
  const aspect = 0.8
  return {
    width: Math.round(unit * aspect) + 2 * pad,
    height: unit + 2 * pad,
    unit,
    pad,
    aspect,
    head: { x: aspect / 2, y: 0.4, share: 0.5 },
    seed,
    random: createRandom(seed),
  }
}
