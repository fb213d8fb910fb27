/** Tries every promise of the engine port against a real endpoint: `npm run engine:check -- --help`. */
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { HELP, readArguments, UsageError } from './engine-check/arguments.ts'
import { paceOf } from './engine-check/following.ts'
import { isBroken, linesOf } from './engine-check/print.ts'
import { checkEngine } from './engine-check/run.ts'
import { readSelfies } from './engine-check/selfies.ts'

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2))
  if (!wanted) {
    console.log(HELP)
    return 0
  }
  const interrupted = new AbortController()
  const { signal } = interrupted
  // What was ordered is ended first: a second one ends the command at once.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => interrupted.abort(new Error(`the command was told to stop (${name})`)))
  const database = await createPgliteDatabase()
  const studio = openStudio()
  try {
    const eye = createStudioEye(studio.studio)
    const selfies = await readSelfies(wanted.selfies, eye, signal).catch((error: unknown) => {
      throw signal.aborted
        ? new UsageError('The command was told to stop before anything was ordered.')
        : error
    })
    const report = await checkEngine(wanted, {
      database,
      studio,
      eye,
      selfies,
      pace: paceOf(wanted),
      signal,
      // Progress goes to stderr, because stdout may be read by a program.
      tell: ({ promise, outcome, measured, note }) =>
        console.error([`${promise}: ${outcome}`, ...[measured, note].filter(Boolean)].join(', ')),
    })
    if (wanted.json) console.log(JSON.stringify(report, null, 2))
    else for (const line of linesOf(report)) console.log(line)
    return isBroken(report) || signal.aborted ? 1 : 0
  } finally {
    await studio.studio.close()
    await database.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  return 2
})
