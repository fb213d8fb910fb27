import { globSync } from 'node:fs'
import { root } from '#scripts/start/root.ts'
import { runNodeSuites } from './node-suites.ts'

const FOLDERS = ['api', 'ports', 'contract']

const ON_THEIR_OWN: readonly string[] = [
  'tests/api/journey.test.ts',
  'tests/api/kill-and-resume.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/cluster/main-job.test.ts',
  'tests/api/authorization.test.ts',
]

if (process.env.TEST_DATABASE_URL) FOLDERS.push('cluster')
else {
  console.log(
    'Left out: tests/cluster and what is PostgreSQL alone; TEST_DATABASE_URL names no server (.ci/run has one).',
  )
}
if (process.env.TEST_STRIPE_PYTHON) FOLDERS.push('foreign')
else
  console.log('Left out: tests/foreign; TEST_STRIPE_PYTHON names no Python that has stripe (.ci/run does).')

// The suites that start or drive the backend.
runNodeSuites({
  all: globSync(
    FOLDERS.map((folder) => `tests/${folder}/**/*.test.ts`),
    { cwd: root },
  ),
  onTheirOwn: ON_THEIR_OWN,
  // PGlite lives for seconds here: compiling it for speed costs more than it gives. Processes of a studio are without.
  flags: ['--liftoff-only'],
})
