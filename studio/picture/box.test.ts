import { test } from 'node:test'
import { expect } from 'expect'
import { createPlane } from '#studio/planes/plane.ts'
import { boxOf, boxWithin } from './box.ts'

/** Two specks on 12 x 10 pixels. */
function specks() {
  const plane = createPlane(12, 10)
  plane.data[3 * 12 + 5] = 0.5
  plane.data[6 * 12 + 8] = 1
  return plane
}

test('the box holds all that is above the level, and its margin where the picture goes on', () => {
  expect(boxOf(specks(), 0, 0)).toEqual({ left: 5, top: 3, width: 4, height: 4 })
  expect(boxOf(specks(), 0.5, 0)).toEqual({ left: 8, top: 6, width: 1, height: 1 })
  expect(boxOf(specks(), 0, 5)).toEqual({ left: 0, top: 0, width: 12, height: 10 })
})

test('a box never is empty nor leaves the picture', () => {
  expect(boxOf(createPlane(12, 10), 0, 0)).toMatchObject({ width: 1, height: 1 })
  const beyond = { left: 20, top: -9, right: 30, bottom: -4 }
  expect(boxWithin(beyond, 2, { width: 12, height: 10 })).toEqual({ left: 11, top: 0, width: 1, height: 1 })
})
