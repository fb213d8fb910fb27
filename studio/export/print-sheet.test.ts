import { test } from 'node:test'
import { expect } from 'expect'
import { EXPORT_PRESETS } from './presets.ts'
import { layoutSheet } from './print-sheet.ts'

const { places, marks } = layoutSheet(EXPORT_PRESETS['print-sheet-a6'])

test('eight places of 35 x 45 mm meet without gaps, centred on the page', () => {
  expect(places).toHaveLength(8)
  expect(places[0]).toEqual({ x: 4, y: 7.5 })
  expect(places.at(-1)).toEqual({ x: 109, y: 52.5 })
})

test('cut marks lie in the margin, on every cut, clear of the pictures', () => {
  expect(marks).toHaveLength((5 + 3) * 2)
  for (const { x1, y1, x2, y2 } of marks) {
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
    ] as const) {
      expect(x > 4 && x < 144 && y > 7.5 && y < 97.5).toBe(false)
      expect(x > 0 && x < 148 && y > 0 && y < 105).toBe(true)
    }
  }
})
