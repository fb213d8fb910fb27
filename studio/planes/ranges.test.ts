import { test } from 'node:test'
import { expect } from 'expect'
import { changesOf, rangesUpTo } from './ranges.ts'

test('ranges are the runs of each row, none goes on in the next', () => {
  const data = Float32Array.of(3, 1, 0, 1, 2, 2, 3, 0, 0, 3, 3, 3)
  expect([...rangesUpTo(2, { width: 4, height: 3, data })]).toEqual([4, 1, 4, 4, 6, 7, 8, 8, 9])
  expect([...rangesUpTo(-1, { width: 4, height: 3, data })]).toEqual([0])
})

test('a change lies on both sides of an upright edge’s left pixel and above a level one', () => {
  const data = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 0)
  expect([...changesOf({ width: 3, height: 3, data })].slice(0, 6)).toEqual([0, 1, 1, 0, 1, 1])
})
