import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** The target of finished lines: the terminal for a person, none for a test. */
export type WriteLine = (line: string) => void

const TAIL_LINES = 30
const NAME_WIDTH = 8

const PinoLine = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  time: z.unknown(),
  pid: z.unknown(),
  hostname: z.unknown(),
})
const PINO_LEVELS = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
])

/** A readable form of a pino JSON line; any other line unchanged. */
export function readableLine(line: string): string {
  if (!line.startsWith('{')) return line
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return line
  }
  const parsed = PinoLine.safeParse(json)
  if (!parsed.success) return line
  const { level, msg, time: _time, pid: _pid, hostname: _hostname, ...rest } = parsed.data
  const details = Object.entries(rest).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${PINO_LEVELS.get(level) ?? level} ${msg}${details.join('')}`
}

export interface PartLog {
  attach(stream: Readable): void
  /** The last lines the part wrote: the cause of a crash. */
  tail(): string[]
  close(): void
}

export interface PartLogOptions {
  name: string
  logDir: string
  writeLine: WriteLine
  /** Lines that go to the file alone. */
  isNoise?: ((line: string) => boolean) | undefined
}

/** Writes a part's output to `<logDir>/<name>.log`, and prints it with the part's name in front. */
export function createPartLog({ name, logDir, writeLine, isNoise }: PartLogOptions): PartLog {
  mkdirSync(logDir, { recursive: true })
  const file = createWriteStream(join(logDir, `${name}.log`))
  // A full disk takes the log away, not the product.
  file.on('error', () => undefined)
  const lines: string[] = []
  return {
    attach(stream) {
      createInterface({ input: stream }).on('line', (raw) => {
        const line = stripVTControlCharacters(raw).trimEnd()
        file.write(`${line}\n`)
        if (line === '') return
        lines.push(line)
        if (lines.length > TAIL_LINES) lines.shift()
        if (!isNoise?.(line)) writeLine(`${name.padEnd(NAME_WIDTH)} | ${readableLine(line)}`)
      })
    },
    tail: () => lines.map(readableLine),
    close: () => file.end(),
  }
}
