import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What `jest --json --outputFile` writes, as far as it is counted. */
const JestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
})

/** What Playwright's json reporter writes. */
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

export type Report = 'none' | 'jest' | 'playwright'

function readReport(report: Report, path: string): Counts | null {
  if (report === 'none' || !existsSync(path)) return null
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (report === 'jest') {
    const jest = JestReport.parse(json)
    // A suite that does not even load has no tests to count, and has failed.
    return {
      passed: jest.numPassedTests,
      failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites,
      skipped: jest.numPendingTests,
    }
  }
  const { stats, errors } = PlaywrightReport.parse(json)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** A step without a report counts as one; a step that ended badly never counts as passed. */
export function countStep(report: Report, path: string, hasSucceeded: boolean): Counts {
  const counts = readReport(report, path)
  if (!counts)
    return hasSucceeded && report === 'none'
      ? { passed: 1, failed: 0, skipped: 0 }
      : { passed: 0, failed: 1, skipped: 0 }
  return hasSucceeded ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}
