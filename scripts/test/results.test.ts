import { afterAll, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countStep, type Report } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const jest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numRuntimeErrorTestSuites: 0 }
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 }, errors: [] }

test.each<[string, Report, unknown, boolean, number, number]>([
  ['a check that passed is one', 'none', null, true, 1, 0],
  ['a check that failed is one', 'none', null, false, 0, 1],
  ['tests are counted', 'jest', jest, true, 5, 0],
  ['a suite that did not load has failed', 'jest', { ...jest, numRuntimeErrorTestSuites: 2 }, false, 5, 2],
  ['a runner that failed without a failed test has failed', 'jest', jest, false, 5, 1],
  ['a runner that wrote nothing has failed, whatever it says', 'jest', null, true, 0, 1],
  ['browser tests are counted', 'playwright', playwright, false, 3, 1],
  ['a set-up that failed is a failure', 'playwright', { ...playwright, errors: [{}] }, false, 3, 2],
])('%s', (name, report, json, hasSucceeded, passed, failed) => {
  const path = join(folder, `${name}.json`)
  if (json !== null) writeFileSync(path, JSON.stringify(json))
  expect(countStep(report, path, hasSucceeded)).toMatchObject({ passed, failed })
})
