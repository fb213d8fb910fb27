/** The result of one record of a file. Lines are counted from 1; in a JSON file, elements. */
export type Read<T> = { line: number } & (
  | { kind: 'taken'; value: T; note?: string }
  /** Not a record of this kind: no fault of the file. */
  | { kind: 'skipped' }
  | { kind: 'rejected'; reason: string; excerpt: string }
)

/** The result before its line is known. */
export type Parsed<T> = { value: T; note?: string } | { reject: string } | 'skip'

/** A file that cannot be used as a whole: truncated, or of another kind than declared. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

export const EXCERPT_MAX_LENGTH = 120
/** The longest line of GeoNames has some 12 kB. */
const LINE_MAX_BYTES = 64 * 1024
const [LF, CR] = [0x0a, 0x0d]

interface Line {
  line: number
  /** Null when the line is too long to be read. */
  bytes: Buffer | null
}

/** Lines without their ends, as many at a time as a chunk has; one that is too long is passed over, never held. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let line = 0
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const found: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      line++
      const whole = bytes.subarray(start, bytes[end - 1] === CR && end > start ? end - 1 : end)
      found.push({ line, bytes: isTooLong || whole.length > LINE_MAX_BYTES ? null : whole })
      isTooLong = false
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LINE_MAX_BYTES) {
      isTooLong = true
      rest = Buffer.alloc(0)
    }
    if (found.length > 0) yield found
  }
  if (rest.length > 0 || isTooLong) yield [{ line: line + 1, bytes: isTooLong ? null : rest }]
}

/** Records of a file that has one in each line. */
export async function* readLines<T>(
  chunks: AsyncIterable<Uint8Array>,
  parse: (line: string) => Parsed<T>,
): AsyncGenerator<Read<T>[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const lines of linesOf(chunks)) {
    yield lines.map(({ line, bytes }): Read<T> => {
      if (bytes === null) {
        return { line, kind: 'rejected', reason: `longer than ${LINE_MAX_BYTES} bytes`, excerpt: '' }
      }
      let text: string
      try {
        text = decoder.decode(bytes)
      } catch {
        return { line, kind: 'rejected', reason: 'not UTF-8', excerpt: excerptOf(bytes.toString('latin1')) }
      }
      return readAs(line, text, parse(text))
    })
  }
}

export function readAs<T>(line: number, raw: string, parsed: Parsed<T>): Read<T> {
  if (parsed === 'skip') return { line, kind: 'skipped' }
  if ('reject' in parsed) return { line, kind: 'rejected', reason: parsed.reject, excerpt: excerptOf(raw) }
  return { line, kind: 'taken', ...parsed }
}

/** The beginning, fit for a terminal. */
export function excerptOf(raw: string): string {
  return raw.slice(0, EXCERPT_MAX_LENGTH).replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
}
