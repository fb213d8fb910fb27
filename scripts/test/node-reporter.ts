import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { Counts, FailedTest } from './results.ts'

/** A failure of Node's test runner: the thrown error is its cause, the rest says what failed. */
interface Failure {
  failureType?: unknown
  cause?: unknown
  /** Of a process that ended badly: one of the two. */
  exitCode?: number | null
  signal?: string | null
}

interface FailureText {
  title: string
  text: string
}

/**
 * Prints a line for each file and the whole of each failure, nothing of what passed, and leaves the counts as JSON in the
 * file named by NODE_TEST_REPORT_FILE. A file run by another (tests/support/together.ts) is told of as the others are,
 * once it has ended. https://nodejs.org/api/test.html#custom-reporters
 */
export default async function* reportByFile(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures = new Map<string, FailureText[]>()
  /** Files of which tests were told, but not yet the sum. */
  const open = new Set<string>()
  /** How many tests were told of a process since it began, or since the last file in it ended. */
  const told = new Map<string, number>()
  /** What the runner says of a process beside its tests: an error that came after its test had ended, for one. */
  const remarks = new Map<string, string[]>()
  let emptyFiles = 0
  let emptySuites = 0
  const fail = (place: string, title: string, text = '') => {
    failures.set(place, [...(failures.get(place) ?? []), { title, text }])
  }
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && !isWholeFile(data)) {
      const place = placeOf(startedFrom(data))
      open.add(place)
      if (data.details.type !== 'suite') told.set(place, (told.get(place) ?? 0) + 1)
    }
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message
    if (type === 'test:diagnostic' && data.file !== undefined) {
      const place = placeOf(startedFrom(data))
      remarks.set(place, [...(remarks.get(place) ?? []), data.message])
    }
    if (type === 'test:fail' && !isOfItsParts(data.details.error)) {
      const place = placeOf(startedFrom(data))
      const said = isWholeFile(data) ? (remarks.get(place) ?? []) : []
      fail(place, data.name, described(data.details.error, said))
      // A file that ended badly on its own has no summary.
      if (isWholeFile(data)) {
        open.delete(place)
        yield `FAIL ${place}\n`
      }
    }
    if ((type === 'test:pass' || type === 'test:fail') && isFileInProcess(data)) {
      const process = placeOf(startedFrom(data))
      const texts = failures.get(process) ?? []
      failures.delete(process)
      if (!told.delete(process)) {
        emptySuites++
        texts.push({ title: 'there is no test in it', text: '' })
      }
      if (texts.length > 0) failures.set(data.name, texts)
      yield lineOf(data.name, texts.length > 0, data.details.duration_ms)
    }
    if (type === 'test:pass' && isWholeFile(data)) {
      emptyFiles++
      fail(placeOf(data.file), 'there is no test in it')
      yield `FAIL ${placeOf(data.file)}\n`
    }
    if (type !== 'test:summary') continue
    const { counts, duration_ms: durationMs, file } = data
    if (file !== undefined) {
      open.delete(placeOf(file))
      yield lineOf(placeOf(file), failures.has(placeOf(file)), durationMs)
      continue
    }
    for (const place of open) fail(place, 'its process ended before all its tests were told')
    const total: Counts = {
      passed: counts.passed - emptyFiles,
      failed:
        counts.tests - counts.passed - counts.skipped - counts.todo + emptyFiles + emptySuites + open.size,
      skipped: counts.skipped + counts.todo,
    }
    for (const [place, texts] of failures)
      yield `\n● ${place}\n${texts.map(({ title, text }) => `  ✕ ${title}\n${text}`).join('\n')}\n`
    yield `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`
    const reportFile = process.env.NODE_TEST_REPORT_FILE
    if (reportFile === undefined) continue
    const failed = [...failures].flatMap(([file, texts]) =>
      texts.map(({ title }): FailedTest => ({ file, title })),
    )
    writeFileSync(reportFile, JSON.stringify({ ...total, failures: failed }))
  }
}

const lineOf = (place: string, hasFailed: boolean, durationMs: number): string =>
  `${hasFailed ? 'FAIL' : 'PASS'} ${place} (${(durationMs / 1000).toFixed(1)} s)\n`

const placeOf = (file: string | undefined): string =>
  file === undefined ? '?' : relative(process.cwd(), file)

/** The file that runs the test; `file` is where it was declared, which may be a module of many. */
const startedFrom = (data: { file?: string | undefined }): string | undefined =>
  'entryFile' in data && typeof data.entryFile === 'string' ? data.entryFile : data.file

/** Whether the event is about the process of a file, not about a test in it. */
const isWholeFile = ({ name, file }: { name: string; file?: string | undefined }): boolean =>
  file !== undefined && (name === file || name === placeOf(file))

/** Whether the event ends a file of tests that another runs as a suite by the file's path. */
const isFileInProcess = (data: {
  name: string
  nesting: number
  details: { type?: string | undefined }
}): boolean => data.nesting === 0 && data.details.type === 'suite' && /\.test\.[cm]?[jt]sx?$/.test(data.name)

/** A suite fails with its tests; they are told already. */
const isOfItsParts = (error: Failure): boolean => error.failureType === 'subtestsFailed'

function described(error: Failure, remarks: readonly string[]): string {
  const { exitCode, signal } = error
  const lines = [inspect(error.cause ?? error, { colors: process.stdout.isTTY }), ...remarks]
  if (signal) lines.push(`its process was ended by ${signal}`)
  else if (exitCode) lines.push(`its process ended with exit code ${exitCode}`)
  return lines.join('\n').replace(/^/gm, '    ')
}
