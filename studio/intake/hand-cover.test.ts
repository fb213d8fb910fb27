import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import type { Hand } from '#studio/nets/hands.ts'
import { testEach } from '#tests/support/each.ts'
import { withHand } from './hand.fixture.ts'
import { surestHand } from './hand-cover.ts'
import { readSelfie } from './selfie.ts'

const FACE = { x: 100, y: 100, width: 200, height: 250 }
/** At the left cheek. */
const HAND: Hand = { box: { left: 250, top: 220, width: 90, height: 140 }, score: 0.97 }

testEach<[string, Partial<Hand['box']>, number]>([
  ['a hand at the cheek', {}, 0.97],
  ['beside the face', { left: 290 }, 0],
  ['under the chin', { top: 345 }, 0],
  ['before the whole face', { left: 90, top: 90, width: 220, height: 270 }, 0.97],
])('%s', (_name, changes, score) => {
  expect(surestHand([{ ...HAND, box: { ...HAND.box, ...changes } }], FACE)).toBe(score)
})

test('the surest of several counts, none is none', () => {
  expect(surestHand([HAND, { ...HAND, score: 0.99 }, { ...HAND, score: 0.7 }], FACE)).toBe(0.99)
  expect(surestHand([], FACE)).toBe(0)
})

describe('a drawn hand', () => {
  let picture: Uint8Array
  let mesh: Float32Array
  before(async () => {
    const [take] = GOOD_TAKES
    if (!take) throw new Error('the cast has no good takes')
    picture = await drawnSelfie('elia', take, { widthPx: 900 })
    const { face } = await readSelfie(picture)
    if (!face) throw new Error('the drawing shows no face')
    mesh = face.mesh
  })

  /** The hand at a mesh vertex, moved by shares of the face's height. */
  async function reasonsWith(
    vertex: number,
    right: number,
    down: number,
    turnDeg: number,
  ): Promise<string[]> {
    const at = (index: number): [number, number] => [mesh[3 * index] ?? NaN, mesh[3 * index + 1] ?? NaN]
    const [, top] = at(10)
    const [, chin] = at(152)
    const height = chin - top
    const [x, y] = at(vertex)
    const place = { x: x + right * height, y: y + down * height, palmPx: 0.42 * height, turnDeg }
    return (await readSelfie(await withHand(picture, { ...place, skin: '#cb8f68' }))).reasons
  }

  testEach([
    ['at the chin', 152, 0.05, 0.3, -10],
    ['at the cheek', 205, -0.12, 0.28, 12],
  ])('%s covers the face', async (_name, ...place) =>
    expect(await reasonsWith(...place)).toContain('face_covered'),
  )

  test('a hand raised beside the face does not cover it', async () =>
    expect(await reasonsWith(356, 0.75, 0.1, 8)).toEqual([]))
})
