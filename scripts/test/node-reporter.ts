import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { Counts } from './results.ts'

/** A failure of Node's test runner: the thrown error is its cause, the rest says what failed. */
interface Failure {
  failureType?: unknown
  cause?: unknown
}

/**
 * Prints a line for each file and the whole of each failure, nothing of what passed, and leaves the counts as JSON in the
 * file named by NODE_TEST_REPORT_FILE. https://nodejs.org/api/test.html#custom-reporters
 */
export default async function* reportByFile(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures = new Map<string, string[]>()
  /** Files of which tests were told, but not yet the sum. */
  const open = new Set<string>()
  let emptyFiles = 0
  const fail = (file: string | undefined, text: string) => {
    const place = placeOf(file)
    failures.set(place, [...(failures.get(place) ?? []), text])
  }
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && !isWholeFile(data))
      open.add(placeOf(startedFrom(data)))
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message
    if (type === 'test:fail' && !isOfItsParts(data.details.error)) {
      fail(startedFrom(data), `  ✕ ${data.name}\n${described(data.details.error)}`)
      // A file that ended badly on its own has no summary.
      if (isWholeFile(data)) yield `FAIL ${placeOf(data.file)}\n`
    }
    if (type === 'test:pass' && isWholeFile(data)) {
      emptyFiles++
      fail(data.file, '  ✕ there is no test in it')
      yield `FAIL ${placeOf(data.file)}\n`
    }
    if (type !== 'test:summary') continue
    const { counts, duration_ms: durationMs, file } = data
    if (file !== undefined) {
      open.delete(placeOf(file))
      const verdict = failures.has(placeOf(file)) ? 'FAIL' : 'PASS'
      yield `${verdict} ${placeOf(file)} (${(durationMs / 1000).toFixed(1)} s)\n`
      continue
    }
    for (const place of open) {
      failures.set(place, [
        ...(failures.get(place) ?? []),
        '  ✕ its process ended before all its tests were told',
      ])
    }
    const total: Counts = {
      passed: counts.passed - emptyFiles,
      failed: counts.tests - counts.passed - counts.skipped - counts.todo + emptyFiles + open.size,
      skipped: counts.skipped + counts.todo,
    }
    for (const [place, texts] of failures) yield `\n● ${place}\n${texts.join('\n')}\n`
    yield `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`
    const reportFile = process.env.NODE_TEST_REPORT_FILE
    if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify(total))
  }
}

const placeOf = (file: string | undefined): string =>
  file === undefined ? '?' : relative(process.cwd(), file)

/** The file that runs the test; `file` is where it was declared, which may be a module of many. */
const startedFrom = (data: { file?: string | undefined }): string | undefined =>
  'entryFile' in data && typeof data.entryFile === 'string' ? data.entryFile : data.file

/** Whether the event is about the process of a file, not about a test in it. */
const isWholeFile = ({ name, file }: { name: string; file?: string | undefined }): boolean =>
  file !== undefined && (name === file || name === placeOf(file))

/** A suite fails with its tests; they are told already. */
const isOfItsParts = (error: Failure): boolean => error.failureType === 'subtestsFailed'

function described(error: Failure): string {
  const text = inspect(error.cause ?? error, { colors: process.stdout.isTTY })
  return text.replace(/^/gm, '    ')
}
