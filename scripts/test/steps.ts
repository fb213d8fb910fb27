import { ensureBrowser, ensureFirefox } from '#scripts/browser.ts'
import { installExtraPackages } from '#scripts/extra-packages.ts'
import type { REPORTS } from './results.ts'

export interface Step {
  name: string
  /** A command of node_modules/.bin; its counts are written to `reportPath`. */
  command: (reportPath: string) => readonly string[]
  report: keyof typeof REPORTS | null
  /** Patterns from the root on. */
  suites: readonly string[]
  /** A variable that its suites need: without it the step is skipped, and reported as such. */
  needs?: string
  prepare?: () => void
}

function npmScript(name: string): Step {
  return { name, command: () => ['npm', 'run', '--silent', name], report: null, suites: [] }
}

/** Of one test, and of one file; several times what the longest takes. */
const TEST_LIMIT_MS = 15 * 60_000

interface NodeOptions {
  flags?: readonly string[]
  /** Files at once. */
  concurrency?: number
}

function nodeTests(
  name: string,
  suites: readonly string[],
  { flags = [], concurrency = 2 }: NodeOptions = {},
): Step {
  const command = (reportPath: string) => [
    ...['node', '--import=./scripts/test/resolve-drizzle.ts', ...flags],
    ...['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${TEST_LIMIT_MS}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=junit', `--test-reporter-destination=${reportPath}`],
    ...suites,
  ]
  return { name, command, report: 'node', suites }
}

/** Before a step begins, as two of its suites would install at once. */
const installTools = () => installExtraPackages('tests/tools')

/** As `npm start` builds it: on trial, without a seller. */
const site: Step = {
  ...npmScript('site'),
  command: () => ['env', 'ALLOW_EMBEDDED=1', 'npm', 'run', '--silent', 'site'],
}

const components: Step = {
  name: 'components',
  command: (reportPath) => ['jest', '--ci', '--json', `--outputFile=${reportPath}`],
  report: 'jest',
  suites: ['{components,lib,app}/**/*.test.tsx'],
}

const e2e: Step = {
  name: 'e2e',
  command: () => ['playwright', 'test'],
  report: 'playwright',
  suites: ['tests/e2e/*.spec.ts'],
  prepare() {
    installTools()
    ensureBrowser()
    ensureFirefox()
  },
}

const UNIT = ['{contract,lib,backend,components,app,emulators,scripts}/**/*.test.ts', '*.test.ts']
const STUDIO = ['studio/*.test.ts', 'studio/!(golden)/**/*.test.ts', 'tests/cast/*.test.ts']
/** They wait for timers and processes of their own, so that a third file keeps two processors busy. */
const THREE_AT_ONCE: NodeOptions = { concurrency: 3 }
/** PGlite lives for seconds in these: optimized compilation costs more than it gains. */
const SHORT_LIVED: NodeOptions = { ...THREE_AT_ONCE, flags: ['--liftoff-only'] }

/**
 * Rows one after the other, the steps of a row side by side. The build leaves Next's types for lint and types. What
 * starts processes of its own has the machine to itself: the studio's are niced, and starve beside others.
 */
export const ROWS: readonly (readonly Step[])[] = [
  [site, nodeTests('unit', UNIT)],
  [npmScript('lint:code'), npmScript('types')],
  [npmScript('lint:house'), components],
  [{ ...nodeTests('studio', STUDIO), prepare: () => installExtraPackages('tools/kernels/compiler') }],
  [nodeTests('golden', ['studio/golden/*.test.ts', 'tools/*/*.test.ts'])],
  [{ ...nodeTests('api', ['tests/{api,ports,contract}/**/*.test.ts'], SHORT_LIVED), prepare: installTools }],
  [
    {
      ...nodeTests('cluster', ['tests/cluster/*.test.ts'], THREE_AT_ONCE),
      needs: 'TEST_DATABASE_URL',
      prepare: installTools,
    },
  ],
  [{ ...nodeTests('pooler', ['tests/cluster/pooler/*.test.ts']), needs: 'TEST_PGBOUNCER' }],
  [{ ...nodeTests('foreign', ['tests/foreign/*.test.ts']), needs: 'TEST_STRIPE_PYTHON' }],
  [npmScript('people')],
  [e2e],
]
