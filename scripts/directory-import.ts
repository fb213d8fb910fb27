/**
 * Imports files into the directory: `npm run directory:import -- --countries F --geonames F --alternate-names F --osm
 * F
 * --csv F`; each may be given several times, and be a `.zip` or `.gz`. Exits with 0 when all rows were imported, with
 * 2 when lines
 * were rejected, with 1 when it stopped; the same command then continues. See docs/directory.md.
 */
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { SOURCE_KINDS } from '#backend/features/directory/import/load.ts'
import { importDirectory, type ImportReport } from '#backend/features/directory/import/run.ts'
import { openDatabase } from './directory/database.ts'
import { sourceFileOf } from './directory/source-files.ts'

const USAGE = `npm run directory:import -- ${SOURCE_KINDS.map((kind) => `[--${kind} FILE]...`).join(' ')} [--report FILE] [--allow-removals]`

async function main(): Promise<number> {
  const files = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values } = parseArgs({
    options: {
      countries: files,
      geonames: files,
      'alternate-names': files,
      osm: files,
      csv: files,
      report: { type: 'string' },
      'allow-removals': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const named = SOURCE_KINDS.flatMap((kind) => values[kind].map((file) => [kind, file] as const))
  if (named.length === 0) {
    console.error(USAGE)
    return 1
  }
  const sources = await Promise.all(named.map(([kind, file]) => sourceFileOf(kind, file)))
  const database = await openDatabase()
  try {
    const report = await importDirectory(
      { database },
      { files: sources, allowsRemovals: values['allow-removals'], onProgress: createProgress() },
    )
    return await tell(report, values.report)
  } finally {
    await database.close()
  }
}

const PROGRESS_EVERY_MS = 2_000

/** Prints a progress line now and then. */
function createProgress() {
  let toldAt = Date.now()
  return ({ step, position }: { step: string; position: number }) => {
    if (Date.now() - toldAt < PROGRESS_EVERY_MS) return
    toldAt = Date.now()
    console.error(`${step}: ${position}`)
  }
}

async function tell(report: ImportReport, reportFile: string | undefined): Promise<number> {
  if (report.isResumed) console.log('Went on with an import that had been stopped.')
  let rejected = 0
  for (const [kind, counts] of Object.entries(report.counts)) {
    rejected += counts.rejected
    const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
    console.log(`${kind}: ${told.join(', ')}`)
  }
  if (report.unplaced > 0) {
    console.log(`${report.unplaced} listings have no place within 25 km and are not shown.`)
  }
  console.log(report.hasChanged ? 'The directory has changed.' : 'Nothing has changed.')
  const target = reportFile === undefined ? process.stdout : createWriteStream(reportFile)
  for await (const { file, line, reason, excerpt } of report.rejects()) {
    const isRoomy = target.write(`${file}:${line}: ${reason}${excerpt === '' ? '' : ` | ${excerpt}`}\n`)
    if (!isRoomy) await once(target, 'drain')
  }
  if (target !== process.stdout) {
    target.end()
    await once(target, 'finish')
  }
  return rejected > 0 ? 2 : 0
}

process.exitCode = await main().catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error)
  const isRunning = error instanceof Error && error.name === 'FolderInUseError'
  console.error(
    isRunning
      ? `The import needs the database for itself: stop the product first (${said}).`
      : `The import stopped: ${said}`,
  )
  return 1
})
