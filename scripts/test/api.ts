import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#scripts/start/root.ts'

const FOLDERS = ['api', 'ports', 'contract']

/** Several times what the longest takes; all that share a process are as one. */
const SUITE_LIMIT_MS = 14 * 60_000

/** These have a process each; the others share one, which is loaded and compiled once, beside them on the other core. */
const ON_THEIR_OWN: readonly string[] = [
  'tests/api/journey.test.ts',
  'tests/api/kill-and-resume.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/cluster/main-job.test.ts',
  'tests/api/authorization.test.ts',
]

/**
 * The suites that drive the backend, in Node's own runner: Jest's sandbox loads all of its libraries anew, and slowly, for
 * every suite. Words name suites by a part of their path, `-t` tests by a pattern.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { testNamePattern: { type: 'string', short: 't' } },
})
if (process.env.TEST_DATABASE_URL) FOLDERS.push('cluster')
else {
  console.log(
    'Left out: tests/cluster and what is PostgreSQL alone; TEST_DATABASE_URL names no server (.ci/run has one).',
  )
}
if (process.env.TEST_STRIPE_PYTHON) FOLDERS.push('foreign')
else
  console.log('Left out: tests/foreign; TEST_STRIPE_PYTHON names no Python that has stripe (.ci/run does).')
const all = globSync(
  FOLDERS.map((folder) => `tests/${folder}/**/*.test.ts`),
  { cwd: root },
)
const wanted = all.filter(
  (file) => positionals.length === 0 || positionals.some((part) => file.includes(part.replace(/^\.\//, ''))),
)
if (wanted.length === 0) {
  console.error(`No suite is called ${positionals.join(' or ')}.`)
  process.exit(2)
}
// A pattern is of the tests' own names, which in a shared process stand below their suites'.
const apart = wanted.filter((file) => ON_THEIR_OWN.includes(file) || values.testNamePattern !== undefined)
const together = wanted.filter((file) => !apart.includes(file))
const files = [
  ...(together.length === 0 ? [] : ['tests/support/together.ts']),
  ...ON_THEIR_OWN.filter((file) => apart.includes(file)),
  ...apart.filter((file) => !ON_THEIR_OWN.includes(file)),
]
const { status } = spawnSync(
  process.execPath,
  [
    `--import=${join(root, 'tests/support/suite-preload.ts')}`,
    // PGlite lives for seconds here: compiling it for speed costs more than it gives. Processes of a studio are without.
    '--liftoff-only',
    '--test',
    '--test-concurrency=2',
    `--test-timeout=${SUITE_LIMIT_MS}`,
    `--test-reporter=${join(root, 'scripts/test/node-reporter.ts')}`,
    ...(values.testNamePattern === undefined ? [] : [`--test-name-pattern=${values.testNamePattern}`]),
    ...files,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_SUITES: together.join('\n') } },
)
process.exit(status ?? 1)
