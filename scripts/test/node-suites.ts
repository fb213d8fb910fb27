import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#scripts/start/root.ts'

/** Several times what the longest takes; all that share a process are as one. */
const SUITE_LIMIT_MS = 14 * 60_000
/** Runs those that share a process. A word of the command line, too: where it ended badly itself, nobody knows by which. */
const TOGETHER = 'tests/support/together.ts'

interface NodeSuites {
  /** Paths from the root on. */
  all: readonly string[]
  /** These have a process each; the others share one, which is loaded and compiled once, beside them on the other core. */
  onTheirOwn?: readonly string[]
  /** Of Node, for all processes of suites. */
  flags?: readonly string[]
}

/**
 * Runs suites in Node's own runner: Jest's sandbox loads all libraries anew, and slowly, for every suite. The command
 * line's words name suites by a part of their path, `-t` tests by a pattern. Ends the process as the suites ended.
 */
export function runNodeSuites({ all, onTheirOwn = [], flags = [] }: NodeSuites): never {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { testNamePattern: { type: 'string', short: 't' } },
  })
  const isNamed = (file: string) => positionals.some((part) => file.includes(part.replace(/^\.\//, '')))
  const wanted = all.filter(
    (file) => positionals.length === 0 || isNamed(file) || (isNamed(TOGETHER) && !onTheirOwn.includes(file)),
  )
  if (wanted.length === 0) {
    console.error(`No suite is called ${positionals.join(' or ')}.`)
    process.exit(2)
  }
  // A pattern is of the tests' own names, which in a shared process stand below their suites'.
  const apart = wanted.filter((file) => onTheirOwn.includes(file) || values.testNamePattern !== undefined)
  const together = wanted.filter((file) => !apart.includes(file))
  const files = [
    ...(together.length === 0 ? [] : [TOGETHER]),
    ...onTheirOwn.filter((file) => apart.includes(file)),
    ...apart.filter((file) => !onTheirOwn.includes(file)),
  ]
  const { status } = spawnSync(
    process.execPath,
    [
      `--import=${join(root, 'tests/support/suite-preload.ts')}`,
      ...flags,
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
}
