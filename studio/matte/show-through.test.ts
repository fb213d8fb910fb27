import { test } from 'node:test'
import { expect } from 'expect'
import { shownThrough } from './show-through.ts'

const SIZE = { width: 120, height: 120 }
const UNIT = 120
const BACK = [0.95, 0.3, 0.5] as const
const HAIR = [0.1, 0.08, 0.07] as const
/** Where the nets do not know: a column between hair and background. */
const IN_DOUBT = { left: 56, right: 64 }

/** Hair on the left, background on the right, one colour in the column between: how much of its middle shows through. */
function shown(
  between: readonly number[],
  { person = 0.4, back = BACK }: { person?: number; back?: readonly number[] } = {},
) {
  const planes = [0, 1, 2].map(() => new Float32Array(SIZE.width * SIZE.height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [alpha, likely] = [new Float32Array(planes[0].length), new Float32Array(planes[0].length)]
  for (let i = 0; i < alpha.length; i++) {
    const x = i % SIZE.width
    const isHair = x < IN_DOUBT.left
    const isBack = x >= IN_DOUBT.right
    planes.forEach((plane, c) => (plane[i] = (isHair ? HAIR : isBack ? back : between)[c] ?? 0))
    alpha[i] = isBack ? 0 : 1
    likely[i] = isHair ? 1 : isBack ? 0 : person
  }
  return shownThrough({ ...SIZE, planes }, { person: likely, alpha }, UNIT)[60 * SIZE.width + 60]
}

test('the wall between two locks is the wall', () => {
  expect(shown(BACK)).toBeGreaterThan(0.9)
})

test('a lock of hair is kept, and so is a pixel of neither colour', () => {
  expect(shown(HAIR)).toBe(0)
  expect(shown([0.2, 0.4, 0.9])).toBe(0)
})

test('half a strand stays half', () => {
  const mixed = BACK.map((value, c) => 0.5 * value + 0.5 * (HAIR[c] ?? 0))
  expect(shown(mixed)).toBeCloseTo(0, 2)
})

test('nothing is removed where the people net is sure, or where both colours are alike', () => {
  expect(shown(BACK, { person: 0.95 })).toBe(0)
  expect(shown([0.15, 0.1, 0.1], { back: [0.15, 0.1, 0.1] })).toBe(0)
})
