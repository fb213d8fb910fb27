import { test } from 'node:test'
import { expect } from 'expect'
import { withNudity } from './gate.ts'
import type { GateVerdict } from './gate.ts'

const PASSED: GateVerdict = {
  passed: true,
  likeness: 0.9,
  reasons: [],
  measures: null,
  fingerprint: 'f',
  appeal: 0.8,
}

test('a nude picture is refused, even when every other measure is good', () => {
  expect(withNudity(PASSED, 0.9)).toEqual({ ...PASSED, passed: false, reasons: ['nudity'] })
  const soft: GateVerdict = { ...PASSED, passed: false, reasons: ['soft'] }
  expect(withNudity(soft, 0.9).reasons).toEqual(['soft', 'nudity'])
})

test('bare shoulders do not count as nudity', () => {
  expect(withNudity(PASSED, 0.5)).toBe(PASSED)
})
