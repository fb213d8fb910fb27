import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expect } from 'expect'
import { root } from '#scripts/start/root.ts'
import { readAssumptions } from './assumptions.ts'
import { assumptionsTable, checkTable } from './document.ts'
import { realRun } from './real-run.ts'
import { duration, percent, tableOf } from './table.ts'

const written = readFileSync(join(root, 'docs/scale.md'), 'utf8')

test('docs/scale.md is of these assumptions (npm run simulate -- --write writes it)', () => {
  expect(written).toContain(assumptionsTable(readAssumptions()))
})

test('the error against real orders is the one that is stated', () => {
  expect(written).toContain(checkTable(realRun(), readAssumptions()))
})

test('every plot that the document shows is there', () => {
  const shown = [...written.matchAll(/\]\((scale\/[\w-]+\.svg)\)/g)].map(([, file = '']) => file)
  expect(shown.length).toBe(4)
  for (const file of shown)
    expect(readFileSync(join(root, 'docs', file), 'utf8')).not.toMatch(/NaN|Infinity|undefined/)
})

test('columns are aligned with their heads, and times are in the unit that people use', () => {
  expect(tableOf(['a', 'long head'], [['value', 'b']])).toBe(
    '| a     | long head |\n| ----- | --------- |\n| value | b         |',
  )
  expect([3, 150, 9000, 400_000, NaN].map(duration)).toEqual(['3 s', '3 min', '2.5 h', '5 days', '–'])
  expect([0, 0.4, 0.9996, 1].map(percent)).toEqual(['0 %', '40.0 %', '99.9 %', '100 %'])
})
