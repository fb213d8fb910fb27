import { afterAll, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { countStep, lastWords, withSecondAttempt, type Report } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const jest = {
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numRuntimeErrorTestSuites: 0 },
  testResults: [],
}
const none = { flaky: [], failures: [] }
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 }, suites: [], errors: [] }
const node = { passed: 7, failed: 0, skipped: 2, failures: [] }

test.each<[string, Report, unknown, boolean, number, number]>([
  ['a check that passed is one', 'none', null, true, 1, 0],
  ['a check that failed is one', 'none', null, false, 0, 1],
  ['tests are counted', 'jest', jest, true, 5, 0],
  ['a suite that did not load has failed', 'jest', { ...jest, numRuntimeErrorTestSuites: 2 }, false, 5, 2],
  ['a runner that failed without a failed test has failed', 'jest', jest, false, 5, 1],
  ['a runner that wrote nothing has failed, whatever it says', 'jest', null, true, 0, 1],
  ["the studio's tests are counted", 'node', node, true, 7, 0],
  ["its runner's bad end is a failure", 'node', node, false, 7, 1],
  ['browser tests are counted', 'playwright', playwright, false, 3, 1],
  ['a set-up that failed is a failure', 'playwright', { ...playwright, errors: [{}] }, false, 3, 2],
])('%s', (name, report, json, hasSucceeded, passed, failed) => {
  const path = join(folder, `${name}.json`)
  if (json !== null) writeFileSync(path, JSON.stringify(json))
  expect(countStep(report, path, hasSucceeded)).toMatchObject({ passed, failed })
})

test('a browser test that passed at its second attempt is counted, and named with its file and its suite', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const steady = spec('is accessible', 'expected')
  const suite = { title: 'home page in de', specs: [spec('loads without a single error', 'flaky')] }
  const path = join(folder, 'flaky.json')
  const report = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [{ title: 'home.spec.ts', specs: [steady], suites: [suite] }],
    errors: [],
  }
  writeFileSync(path, JSON.stringify(report))
  const result = countStep('playwright', path, true)
  expect(result).toMatchObject({ passed: 2, failed: 0 })
  const lines = lastWords([{ passed: 5, failed: 0, skipped: 0, ...none }, result]).split('\n')
  expect(lines).toContain('  home.spec.ts › home page in de › loads without a single error')
  expect(lines[0]).toMatch(/^flaky: 1,/)
  expect(lines.at(-1)).toBe('7 passed, 0 failed')
})

test('without flaky tests the count stands alone', () => {
  expect(lastWords([{ passed: 5, failed: 1, skipped: 0, ...none }])).toBe('5 passed, 1 failed')
})

test('which files failed is read from both reports, a suite that did not load among them', () => {
  const assertion = (fullName: string, status: string) => ({ fullName, status })
  const suite = (file: string, status: string, assertionResults: object[]) => ({
    ...{ name: join(root, file), status, assertionResults },
  })
  const path = join(folder, 'failures.json')
  const testResults = [
    suite('a.test.tsx', 'passed', [assertion('stands', 'passed')]),
    suite('b.test.tsx', 'failed', [assertion('stands', 'passed'), assertion('moves', 'failed')]),
    suite('c.test.tsx', 'failed', []),
  ]
  writeFileSync(
    path,
    JSON.stringify({ ...jest, numFailedTests: 1, numRuntimeErrorTestSuites: 1, testResults }),
  )
  const failures = [
    { file: 'b.test.tsx', title: 'moves' },
    { file: 'c.test.tsx', title: 'did not run' },
  ]
  expect(countStep('jest', path, false)).toMatchObject({ failed: 2, failures })
  writeFileSync(path, JSON.stringify({ ...node, failed: 2, failures }))
  expect(countStep('node', path, false)).toMatchObject({ failed: 2, failures })
})

test('what passes when its file is run again is flaky by name; what fails again stands', () => {
  const first = {
    passed: 5,
    failed: 1,
    skipped: 0,
    flaky: [],
    failures: [{ file: 'a.test.ts', title: 'moves' }],
  }
  const passed = { passed: 2, failed: 0, skipped: 0, ...none }
  const flaky = ['a.test.ts › moves']
  expect(withSecondAttempt(first, passed)).toEqual({ passed: 6, failed: 0, skipped: 0, failures: [], flaky })
  expect(withSecondAttempt(first, { ...passed, passed: 1, failed: 1 })).toEqual(first)
})
