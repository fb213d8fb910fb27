import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { ASSUMPTIONS, readAssumptions } from './assumptions.ts'

const folder = mkdtempSync(join(tmpdir(), 'assumptions-'))
after(() => rmSync(folder, { recursive: true }))

function fileOf(text: string): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, text)
  return file
}

test("an operator's values replace the table's", () => {
  const values = readAssumptions(fileOf('{ "machine.dollars": 99, "fal.inFlight": 400 }'))
  expect(values).toEqual({ ...readAssumptions(), 'machine.dollars': 99, 'fal.inFlight': 400 })
})

testEach([
  ['an unknown name', '{ "machine.euros": 5 }', 'machine.euros'],
  ['what is no number', '{ "machine.dollars": "5" }', 'machine.dollars'],
  ['a negative one', '{ "order.selfies": -1 }', 'order.selfies'],
])('%s is refused by its name', (_name, text, named) => {
  expect(() => readAssumptions(fileOf(text))).toThrow(named)
})

test('every assumption is a number, and says where it comes from', () => {
  for (const [name, { value, source }] of Object.entries(ASSUMPTIONS))
    expect([name, Number.isFinite(value), source.length > 0]).toEqual([name, true, true])
})
