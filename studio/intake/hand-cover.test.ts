import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import type { HandBox } from '#studio/nets/hands.ts'
import { testEach } from '#tests/support/each.ts'
import { withHand } from './hand.fixture.ts'
import { surestHand } from './hand-cover.ts'
import { readSelfie } from './selfie.ts'

/** At the left cheek, in shares of a square in which the face's mesh fills .29-.71 of the height. */
const HAND: HandBox = { left: 0.55, top: 0.45, right: 0.75, bottom: 0.75, score: 0.8, faceScore: 0.05 }

testEach<[string, Partial<HandBox>, number]>([
  ['a hand at the cheek', {}, 0.8],
  ['beside the face', { left: 0.64, right: 0.9 }, 0],
  ['under the chin', { top: 0.72, bottom: 1 }, 0],
  ['an ear', { left: 0.6, right: 0.72, top: 0.42, bottom: 0.58 }, 0],
  ['the whole face, taken for a fist', { left: 0.27, right: 0.74, top: 0.2, bottom: 0.74 }, 0],
  ['as much a face as a hand', { faceScore: 0.6 }, 0],
])('%s', (_name, changes, score) => {
  expect(surestHand([{ ...HAND, ...changes }])).toBe(score)
})

test('the surest of several counts, none is none', () => {
  expect(surestHand([HAND, { ...HAND, score: 0.9 }, { ...HAND, score: 0.7 }])).toBe(0.9)
  expect(surestHand([])).toBe(0)
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

  test('raised beside it does not', async () => expect(await reasonsWith(356, 0.75, 0.1, 8)).toEqual([]))
})
