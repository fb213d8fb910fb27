import { expect, test } from '#tests/support/node-test.ts'
import { soilMemory } from '#studio/kernels/soiled.fixture.ts'
import { colourOpinion } from './colour-opinion.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { Guide } from './laplacian.ts'
import { inverse } from '#studio/planes/mask.ts'
import { disc } from './shapes.fixture.ts'

// Odd, so that vectors do not end with the rows.
const WIDTH = 97
const HEIGHT = 83
const SIZE = WIDTH * HEIGHT
const UNIT = 120

const every = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: SIZE }, (_, i) => value(i % WIDTH, Math.floor(i / WIDTH)))

/** A soft red disc on blue: its alpha is unknown in a ring, where the net says one half. */
function softDisc() {
  const alpha = every((x, y) => Math.min(1, Math.max(0, (34 - Math.hypot(x - 48, y - 41)) / 8)))
  const guide: Guide = {
    width: WIDTH,
    height: HEIGHT,
    planes: [alpha.map((a) => 0.2 + 0.5 * a), alpha.map(() => 0.3), alpha.map((a) => 0.8 - 0.6 * a)],
  }
  const inside = disc(48, 41, 30)
  const wanted = every((x, y) => (inside(x, y) ? 1 : 0))
  const body = Uint8Array.from(wanted)
  const toOutside = distanceTo(inverse(body), WIDTH, HEIGHT)
  const toBody = distanceTo(body, WIDTH, HEIGHT)
  const fromOutline = wanted.map((value, i) => (value > 0 ? toOutside[i] : toBody[i]) ?? 0)
  const known = Uint8Array.from(fromOutline, (distance) => (distance > 6 ? 1 : 0))
  return { guide, alpha, trimap: { wanted, known, fromOutline, besideFace: new Float32Array(SIZE) } }
}

test('where the net cannot decide, the colours of either side tell alpha', () => {
  const { guide, alpha, trimap } = softDisc()
  soilMemory()
  const opinion = colourOpinion(guide, trimap, createPlane(WIDTH, HEIGHT, 0.5), UNIT)
  let error = 0
  let mixed = 0
  for (let i = 0; i < SIZE; i++) {
    const a = alpha[i] ?? 0
    if (a < 0.1 || a > 0.9) continue
    mixed++
    error += Math.abs((opinion.wanted[i] ?? 0) - a)
  }
  expect(mixed).toBeGreaterThan(1000)
  // The net's half alone is off by a fifth.
  expect(error / mixed).toBeLessThan(0.05)
})

test('what is known stays as it is and is trusted most', () => {
  const { guide, trimap } = softDisc()
  soilMemory()
  const { wanted, trust } = colourOpinion(guide, trimap, createPlane(WIDTH, HEIGHT, 0.5), UNIT)
  const known = (values: Float32Array) => values.filter((_, i) => trimap.known[i] ?? 0)
  expect(known(wanted)).toEqual(known(trimap.wanted))
  expect(Math.min(...known(trust))).toBeGreaterThan(Math.max(...trust.filter((_, i) => !trimap.known[i])))
})
