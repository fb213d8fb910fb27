import { readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const count = z.number()
const JestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  numRuntimeErrorTestSuites: count,
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  errors: z.array(z.unknown()),
})

/** Readers of the runners' reports. Each throws an Error for an invalid report. */
export const REPORTS = {
  /** JUnit's XML. The sums are in comments at the end; a file without tests is reported as a passed test. */
  node(xml: string): Counts {
    const sum = (name: string) =>
      z.coerce.number().parse(new RegExp(`^\\t<!-- ${name} (\\d+) -->$`, 'm').exec(xml)?.[1])
    const empty = xml.match(/^\t<testcase name="\S+\.test\.ts" .*\/>$/gm)?.length ?? 0
    const failed = sum('fail') + sum('cancelled') + empty
    return { passed: sum('pass') - empty, failed, skipped: sum('skipped') + sum('todo') }
  },
  /** A suite that does not load has no tests to count, and has failed. */
  jest(text: string): Counts {
    const jest = JestReport.parse(JSON.parse(text))
    const failed = jest.numFailedTests + jest.numRuntimeErrorTestSuites
    return { passed: jest.numPassedTests, failed, skipped: jest.numPendingTests + jest.numTodoTests }
  },
  playwright(text: string): Counts {
    const { stats, errors } = PlaywrightReport.parse(JSON.parse(text))
    const failed = stats.unexpected + stats.flaky + errors.length
    return { passed: stats.expected, failed, skipped: stats.skipped }
  },
}

/** A step without a report counts as one; one that ended badly, or left none, has at least one failure. */
export function countStep(report: keyof typeof REPORTS | null, path: string, hasSucceeded: boolean): Counts {
  if (!report) return { passed: Number(hasSucceeded), failed: Number(!hasSucceeded), skipped: 0 }
  try {
    const counts = REPORTS[report](readFileSync(path, 'utf8'))
    return hasSucceeded ? counts : { ...counts, failed: Math.max(1, counts.failed) }
  } catch (error) {
    // What was interrupted, or did not start, has said so itself.
    if (hasSucceeded) console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
