import { test } from 'node:test'
import { expect } from 'expect'
import { eyeAspect, eyeBalance } from './eyes.ts'

test('eye aspect is the lids’ distance over the eye’s width, in any pixels', () => {
  const mesh = new Float32Array(478 * 3)
  for (const [outer, lower, open] of [
    [133, [144, 153], 0.3],
    [263, [380, 373], 0.1],
  ] as const) {
    mesh[3 * outer] = 1
    for (const vertex of lower) mesh[3 * vertex + 1] = open
  }
  expect(eyeAspect(mesh)).toBeCloseTo(0.2, 6)
  expect(eyeAspect(mesh.map((value) => value * 40))).toBeCloseTo(0.2, 6)
  expect(eyeAspect(new Float32Array(478 * 3))).toBe(0)
  expect(eyeBalance(mesh)).toBeCloseTo(1 / 3, 6)
  expect(eyeBalance(mesh.map((value) => value * 40))).toBeCloseTo(1 / 3, 6)
  expect(eyeBalance(new Float32Array(478 * 3))).toBe(1)
})
