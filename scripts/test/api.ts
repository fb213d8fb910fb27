import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#scripts/start/root.ts'

const FOLDERS = ['api', 'ports', 'contract']

/** Several times what the longest suite takes. */
const SUITE_LIMIT_MS = 10 * 60_000

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
    ...wanted,
  ],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
