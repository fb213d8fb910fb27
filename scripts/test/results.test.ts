import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expect } from 'expect'
import { countStep } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const counted = (report: 'node' | 'jest' | 'playwright', file: string, hasSucceeded = true): number[] =>
  Object.values({ ...countStep(report, join(folder, file), hasSucceeded) })

test("Node's report counts a file without tests, one that does not load and a test that hangs as failed", () => {
  write('empty.test.ts', '')
  write('broken.test.ts', "import './missing.ts'")
  const three = "test('a', () => {}); test.skip('b', () => {}); test('c', () => new Promise(() => {}))"
  write('tests.test.ts', `import { test } from 'node:test'\n${three}`)
  const flags = ['--test', '--test-timeout=3000', '--test-reporter=junit', '--test-reporter-destination=xml']
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  spawnSync(process.execPath, flags, { cwd: folder, env })
  expect(counted('node', 'xml')).toEqual([1, 3, 1])
})

test('a step with a failing exit code has failed, even with a report of passed tests; so has one without a report', () => {
  write('json', JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }))
  expect(counted('playwright', 'json')).toEqual([3, 0, 0])
  expect(counted('playwright', 'json', false)).toEqual([3, 1, 0])
  expect(counted('jest', 'none')).toEqual([0, 1, 0])
})
