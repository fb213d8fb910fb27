import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { coachSelfies } from './coach.ts'
import type { AcceptedReading, AdviceCode } from './coach.ts'
import { traitsOf } from './coverage.ts'
import type { Traits } from './coverage.ts'
import type { Warning } from './reasons.ts'

const FRONT: AcceptedReading['measures'] = {
  yawDeg: 2,
  sideLight: 0.1,
  lightP95: 0.5,
  pictureP98: 0.8,
  smile: 0,
  plainCloth: 0.8,
}
const LEFT = { yawDeg: 13 }
const RIGHT = { yawDeg: -13 }
const SMILE = { smile: 0.04 }
const SIDE = { sideLight: -0.5 }
const DIM = { lightP95: 0.15, pictureP98: 0.4 }
const BARE = { plainCloth: 0.1 }
const WANTED = { minimum: 4, advised: 8 }

function accepted(
  changes: Partial<AcceptedReading['measures']> = {},
  warnings: Warning[] = [],
): AcceptedReading {
  return { measures: { ...FRONT, ...changes }, warnings }
}

describe('traits', () => {
  const plain: Traits = { pose: 'front', light: 'even', level: 'bright', expression: 'neutral' }
  const table: [string, Partial<AcceptedReading['measures']>, Partial<Traits>][] = [
    ['a plain picture', {}, {}],
    ["the nose to the picture's right is the person's left", { yawDeg: 8 }, { pose: 'left' }],
    ['the other way', { yawDeg: -8 }, { pose: 'right' }],
    ['a hint of a turn is none', { yawDeg: 7.9 }, { pose: 'front' }],
    ['the right cheek brighter', { sideLight: 0.4 }, { light: 'right' }],
    ['the left cheek brighter', { sideLight: -0.4 }, { light: 'left' }],
    ['little light', DIM, { level: 'dim' }],
    ['deep skin in a bright room', { lightP95: 0.13, pictureP98: 0.7 }, { level: 'bright' }],
    ['corners of the mouth up', { smile: 0.02 }, { expression: 'smile' }],
    ['corners of the mouth down', { smile: -0.03 }, { expression: 'neutral' }],
  ]
  testEach(table)('%s', (_name, changes, expected) => {
    expect(traitsOf({ ...FRONT, ...changes })).toEqual({ ...plain, ...expected })
  })

  test('a selfie without measures covers no trait', () => {
    expect(traitsOf({ ...FRONT, smile: NaN })).toBeNull()
  })
})

describe('advice', () => {
  const table: [string, AcceptedReading[], AdviceCode[]][] = [
    [
      'nothing yet',
      [],
      ['face_window', 'turn_left', 'smile', 'turn_other_way', 'neutral', 'side_light', 'change_scene'],
    ],
    [
      'one frontal picture',
      [accepted()],
      ['turn_left', 'smile', 'turn_other_way', 'side_light', 'change_scene'],
    ],
    [
      'one side is there: the other one',
      [accepted(), accepted(RIGHT)],
      ['smile', 'turn_other_way', 'side_light', 'change_scene'],
    ],
    [
      'only dim ones',
      [accepted(DIM), accepted({ ...DIM, ...LEFT })],
      ['face_window', 'smile', 'turn_other_way', 'side_light', 'change_scene'],
    ],
    [
      'only smiles',
      [accepted(SMILE), accepted({ ...SMILE, ...LEFT }), accepted({ ...SMILE, ...RIGHT })],
      ['neutral', 'side_light', 'change_scene'],
    ],
    [
      'all small',
      [accepted({}, ['small_face']), accepted(LEFT, ['small_face'])],
      ['come_closer', 'smile', 'turn_other_way', 'side_light', 'change_scene'],
    ],
    [
      'one soft of one is no habit',
      [accepted({}, ['soft'])],
      ['turn_left', 'smile', 'turn_other_way', 'side_light', 'change_scene'],
    ],
    [
      'soft and grainy ones together',
      [accepted({}, ['soft']), accepted(LEFT, ['grainy', 'tilted']), accepted(RIGHT)],
      ['hold_steady', 'smile', 'side_light', 'change_scene'],
    ],
    [
      'bare shoulders or prints in most',
      [accepted(BARE), accepted({ ...LEFT, ...BARE }), accepted({ ...RIGHT, ...SMILE })],
      ['interview_clothes', 'side_light', 'change_scene'],
    ],
    [
      'one of them is no habit',
      [accepted(BARE), accepted({ ...LEFT, ...SMILE }), accepted(RIGHT)],
      ['side_light', 'change_scene'],
    ],
    [
      'everything',
      [accepted(SIDE), accepted(), accepted({ ...LEFT, ...SMILE }), accepted(RIGHT)],
      ['change_scene'],
    ],
    [
      'readings of an older version count, but cover nothing',
      [
        accepted({
          yawDeg: NaN,
          sideLight: NaN,
          lightP95: NaN,
          pictureP98: NaN,
          smile: NaN,
          plainCloth: NaN,
        }),
      ],
      ['face_window', 'turn_left', 'smile', 'turn_other_way', 'neutral', 'side_light', 'change_scene'],
    ],
  ]
  testEach(table)('%s', (_name, readings, expected) => {
    expect(coachSelfies(readings, WANTED).advice.map(({ code }) => code)).toEqual(expected)
  })

  testEach([
    [LEFT, 'right'],
    [RIGHT, 'left'],
  ] as const)('after %j the head should point to the %s', (pose, wanted) => {
    const { advice } = coachSelfies([accepted(), accepted(pose)], WANTED)
    expect(advice.find(({ code }) => code === 'turn_other_way')?.pose).toBe(wanted)
  })
})

testEach([
  [0, 4, 8],
  [3, 1, 5],
  [4, 0, 4],
  [11, 0, 0],
])('with %i accepted %i more are needed and %i advised', (count, missingCount, advisedCount) => {
  const readings = Array.from({ length: count }, () => accepted())
  expect(coachSelfies(readings, WANTED)).toMatchObject({ missingCount, advisedCount })
})

test('coverage counts selfies with the same traits', () => {
  const { coverage } = coachSelfies([accepted(LEFT), accepted(SMILE), accepted(), accepted()], WANTED)
  expect(coverage).toEqual([
    { pose: 'left', light: 'even', level: 'bright', expression: 'neutral', count: 1 },
    { pose: 'front', light: 'even', level: 'bright', expression: 'neutral', count: 2 },
    { pose: 'front', light: 'even', level: 'bright', expression: 'smile', count: 1 },
  ])
})
