import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { root } from '#scripts/start/root.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface FailedTest {
  /** From the root on. */
  file: string
  title: string
}

export interface StepResult extends Counts {
  /** Full titles of tests that passed at a second attempt only; they count as passed. */
  flaky: readonly string[]
  /** Those whose file can be run again by itself. */
  failures: readonly FailedTest[]
}

/** What `node-reporter.ts` writes. */
const NodeReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.object({ file: z.string(), title: z.string() })),
})

/** What `jest --json --outputFile` writes, as far as it is counted. */
const JestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** A suite that did not load has failed as a whole, without a test that has. */
function jestFailures({ testResults }: z.infer<typeof JestReport>): FailedTest[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length === 0
        ? [{ file, title: 'did not run' }]
        : failed.map(({ fullName }) => ({ file, title: fullName }))
    })
}

interface Suite {
  title: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: Suite[] | undefined
}

const Spec = z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })
const Suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})

/** What Playwright's json reporter writes. https://playwright.dev/docs/test-reporters#json-reporter */
const PlaywrightReport = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

export type Report = 'none' | 'jest' | 'node' | 'playwright'

function flakyIn({ title, specs, suites = [] }: Suite, parents: readonly string[] = []): string[] {
  const path = [...parents, title]
  const here = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => [...path, spec.title].join(' › '))
  return [...here, ...suites.flatMap((suite) => flakyIn(suite, path))]
}

function readReport(report: Report, path: string): StepResult | null {
  if (report === 'none' || !existsSync(path)) return null
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (report === 'node') return { ...NodeReport.parse(json), flaky: [] }
  if (report === 'jest') {
    const jest = JestReport.parse(json)
    // A suite that does not even load has no tests to count, and has failed.
    return {
      passed: jest.numPassedTests,
      failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites,
      skipped: jest.numPendingTests,
      flaky: [],
      failures: jestFailures(jest),
    }
  }
  const { stats, errors, suites } = PlaywrightReport.parse(json)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: suites.flatMap((suite) => flakyIn(suite)),
    // Playwright tries again by itself.
    failures: [],
  }
}

/** A step without a report counts as one; a step that ended badly never counts as passed. */
export function countStep(report: Report, path: string, hasSucceeded: boolean): StepResult {
  const counts = readReport(report, path)
  if (!counts) {
    const isPassed = hasSucceeded && report === 'none'
    return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, flaky: [], failures: [] }
  }
  return hasSucceeded ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

/** What a step comes to whose failed files were run once more: all that failed is flaky if nothing failed again. */
export function withSecondAttempt(first: StepResult, second: StepResult): StepResult {
  if (second.failed > 0) return first
  const flaky = first.failures.map(({ file, title }) => `${file} › ${title}`)
  return { ...first, passed: first.passed + first.failed, failed: 0, failures: [], flaky }
}

/** What a run ends with: the flaky tests by name where there are any, the count as its last line. */
export function lastWords(results: readonly StepResult[]): string {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  const flaky = results.flatMap((result) => result.flaky)
  const named =
    flaky.length === 0
      ? ''
      : `flaky: ${flaky.length}, passed at a second attempt only; mend before anything else:\n${flaky.map((title) => `  ${title}\n`).join('')}\n`
  return `${named}${sum('passed')} passed, ${sum('failed')} failed`
}
