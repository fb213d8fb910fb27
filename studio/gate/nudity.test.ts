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

test('a nude passes no gate, whatever else is said of it', () => {
  expect(withNudity(PASSED, 0.9)).toEqual({ ...PASSED, passed: false, reasons: ['nudity'] })
  const soft: GateVerdict = { ...PASSED, passed: false, reasons: ['soft'] }
  expect(withNudity(soft, 0.9).reasons).toEqual(['soft', 'nudity'])
})

test('bare shoulders are none', () => {
  expect(withNudity(PASSED, 0.5)).toBe(PASSED)
})
