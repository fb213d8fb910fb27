import { describe, test } from 'node:test'
import { expect } from 'expect'
import { normalise } from '#studio/nets/vectors.ts'
import { testEach } from '#tests/support/each.ts'
import { clusterByLinks, judgeSelfies } from './judge.ts'
import type { SelfieToJudge } from './judge.ts'
import type { RejectReason } from './reasons.ts'

/** A descriptor whose cosine to another person's is about 0 and to the same person's other moods about .9. */
function descriptorOf(person: number, mood: number): Float32Array {
  const values = new Float32Array(16)
  values[person] = 1
  values[8 + mood] = 0.33
  return normalise(values)
}

interface Selfie {
  person?: number
  mood?: number
  hash?: bigint
  content?: string
  height?: number
  sharpness?: number
  stretch?: number
  yawDeg?: number
  reasons?: RejectReason[]
}

let serial = 0
function selfie(
  id: string,
  { person = 0, mood, hash, content, height = 400, sharpness = 0.8, reasons = [], ...pose }: Selfie = {},
): SelfieToJudge {
  serial++
  return {
    id,
    reading: {
      reasons,
      // Hashes of different photographs differ in about half of their bits.
      hash: hash ?? BigInt.asUintN(64, BigInt(serial) * 0x9e3779b97f4a7c15n),
      contentHash: content ?? `content ${serial}`,
      descriptor: descriptorOf(person, mood ?? serial % 8),
      measures: { faceHeightPx: height, sharpness, stretch: pose.stretch ?? 0, yawDeg: pose.yawDeg ?? 0 },
    },
  }
}

function reasonsOf(selfies: SelfieToJudge[]): Record<string, RejectReason[]> {
  return Object.fromEntries(judgeSelfies(selfies).map(({ id, reasons }) => [id, reasons]))
}

describe('one person', () => {
  test('all good ones are accepted, in the order given', () => {
    const verdicts = judgeSelfies([selfie('b'), selfie('a'), selfie('c')])
    expect(verdicts).toEqual([
      { id: 'b', accepted: true, reasons: [] },
      { id: 'a', accepted: true, reasons: [] },
      { id: 'c', accepted: true, reasons: [] },
    ])
  })

  testEach<[string, (Pick<Selfie, 'yawDeg'> & { stretch: number })[], number[]]>([
    ['narrower than all the others', [{ stretch: 0.03 }, { stretch: -0.1 }, { stretch: 0.04 }], [1]],
    ['one of two, the one farther from people’s faces', [{ stretch: 0.03 }, { stretch: -0.1 }], [1]],
    [
      'a face that is narrow in all of them',
      [{ stretch: -0.09 }, { stretch: -0.07 }, { stretch: -0.08 }],
      [],
    ],
    ['one person’s, no two alike', [{ stretch: 0.031 }, { stretch: -0.058 }, { stretch: -0.053 }], []],
    ['a head that is turned', [{ stretch: 0.04 }, { stretch: -0.1, yawDeg: 24 }, { stretch: 0.04 }], []],
    ['a selfie alone', [{ stretch: -0.09 }], []],
  ])('squeezed: %s', (_, kinds, squeezed) => {
    const verdicts = judgeSelfies(kinds.map((kind, index) => selfie(String(index), kind)))
    expect(verdicts.flatMap(({ reasons }, index) => (reasons.includes('squeezed') ? [index] : []))).toEqual(
      squeezed,
    )
  })

  test('a selfie keeps its own reasons and is not compared further', () => {
    const own = selfie('blurred', { person: 3, reasons: ['blurred', 'too_dark'] })
    expect(reasonsOf([selfie('a'), own])).toEqual({ a: [], blurred: ['blurred', 'too_dark'] })
  })

  test('no selfies, no verdicts', () => {
    expect(judgeSelfies([])).toEqual([])
  })

  test('a reading without a face does not disturb the clustering', () => {
    const faceless = selfie('wall', { reasons: ['no_face'] })
    faceless.reading.descriptor = null
    expect(reasonsOf([faceless, selfie('a'), selfie('b')])).toEqual({ wall: ['no_face'], a: [], b: [] })
  })
})

describe('duplicates', () => {
  test('the same file twice', () => {
    expect(reasonsOf([selfie('a', { content: 'x' }), selfie('b', { content: 'x' })])).toEqual({
      a: [],
      b: ['duplicate'],
    })
  })

  test('the same photograph with a few hash bits changed', () => {
    const selfies = [selfie('a', { hash: 0xffn, mood: 1 }), selfie('b', { hash: 0xf3n, mood: 1 })]
    expect(reasonsOf(selfies)).toEqual({ a: [], b: ['near_duplicate'] })
  })

  test('the mirror image of a photograph', () => {
    const selfies = [
      selfie('a', { hash: 0xff00ff00ff00ff00n, mood: 1 }),
      selfie('b', { hash: 0x55aa55aa55aa55abn, mood: 1 }),
    ]
    expect(reasonsOf(selfies)).toEqual({ a: [], b: ['near_duplicate'] })
  })

  test('of two versions the one with the clearly larger face stays, in either order', () => {
    const small = selfie('small', { hash: 1n, mood: 1, height: 200 })
    expect(reasonsOf([small, selfie('large', { hash: 1n, mood: 1, height: 400 })])).toEqual({
      small: ['near_duplicate'],
      large: [],
    })
  })

  test('of two equally large ones the clearly sharper stays', () => {
    const soft = selfie('soft', { hash: 1n, mood: 1, sharpness: 0.5 })
    expect(reasonsOf([soft, selfie('sharp', { hash: 1n, mood: 1, sharpness: 0.9 })])['soft']).toEqual([
      'near_duplicate',
    ])
  })

  test('seven bits apart are two photographs', () => {
    const selfies = [selfie('a', { hash: 0n, mood: 1 }), selfie('b', { hash: 0x7fn, mood: 1 })]
    expect(reasonsOf(selfies)).toEqual({ a: [], b: [] })
  })

  test('the same pose of another person is no duplicate', () => {
    const selfies = [selfie('a', { hash: 5n }), selfie('c'), selfie('b', { hash: 5n, person: 1 })]
    expect(reasonsOf(selfies)['b']).toEqual(['other_person'])
  })
})

describe('other people', () => {
  test('faces outside the group of more than half are refused', () => {
    const selfies = [selfie('stranger', { person: 1 }), selfie('a'), selfie('b'), selfie('c')]
    expect(reasonsOf(selfies)).toEqual({ stranger: ['other_person'], a: [], b: [], c: [] })
  })

  test('of two equal groups neither is chosen: the uploader is asked whose pictures these are', () => {
    const selfies = [
      selfie('a', { person: 2 }),
      selfie('x', { person: 4 }),
      selfie('b', { person: 2 }),
      selfie('y', { person: 4 }),
    ]
    const asked = ['several_people']
    expect(reasonsOf(selfies)).toEqual({ a: asked, x: asked, b: asked, y: asked })
    // Once some are taken away, the rest speaks for itself.
    expect(reasonsOf(selfies.filter(({ id }) => id !== 'y'))).toEqual({ a: [], b: [], x: ['other_person'] })
  })

  test('the largest of many groups is not enough', () => {
    const selfies = [selfie('a'), selfie('b'), selfie('x', { person: 2 }), selfie('y', { person: 3 })]
    expect(Object.values(reasonsOf(selfies)).flat()).toEqual(Array(4).fill('several_people'))
  })

  test('duplicates do not count towards the majority', () => {
    const stranger = { person: 1, content: 'same' }
    const selfies = [
      selfie('a'),
      selfie('b'),
      selfie('x', stranger),
      selfie('y', stranger),
      selfie('z', stranger),
    ]
    expect(reasonsOf(selfies)).toMatchObject({ a: [], b: [], x: ['other_person'], y: ['duplicate'] })
  })
})

test('links do not chain two people over a face in between, but do chain moods of one person over a face like both', () => {
  const angle = (degrees: number): Float32Array =>
    Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
  const clusters = clusterByLinks([0, 10, 55, 100, 110].map(angle), 0.7)
  expect(clusters).toEqual([[0, 1], [2], [3, 4]])
  expect(clusterByLinks([0, 20, 50, 60].map(angle), 0.7)).toEqual([[0, 1, 2, 3]])
})
