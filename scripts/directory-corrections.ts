/**
 * What people asked for of listings, for operators: `npm run directory:corrections -- list [STATE]`,
 * `accept ID [--set FIELD=VALUE]...`, `reject ID`. An empty value takes a field out; `reject` of a removal lets the next
 * import bring the listing back.
 */
import { parseArgs } from 'node:util'
import { CorrectionState, ListingCorrection } from '#contract/directory-corrections.ts'
import { ProductError } from '#contract/errors.ts'
import { createCorrectionDesk, type CorrectionDesk } from '#backend/features/directory/correction-commands.ts'
import { openDatabase } from './directory/database.ts'

const USAGE = `npm run directory:corrections -- list [${CorrectionState.options.join('|')}]
npm run directory:corrections -- accept ID [--set FIELD=VALUE]...
npm run directory:corrections -- reject ID`

type Row = Awaited<ReturnType<CorrectionDesk['list']>>[number]

class UsageError extends Error {
  override readonly name = 'UsageError'
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { set: { type: 'string', multiple: true, default: [] as string[] } },
  })
  const [command, argument] = positionals
  const work = workOf(command, argument, values.set)
  const database = await openDatabase()
  try {
    for (const row of await work(createCorrectionDesk({ database }))) tell(row)
  } finally {
    await database.close()
  }
}

function workOf(
  command: string | undefined,
  argument: string | undefined,
  set: readonly string[],
): (desk: CorrectionDesk) => Promise<Row[]> {
  if (command === 'list') {
    const state = CorrectionState.safeParse(argument ?? 'open')
    if (!state.success) throw new UsageError(`no state: ${argument ?? ''}`)
    return (desk) => desk.list(state.data)
  }
  if (argument === undefined || !/^[0-9a-f-]{36}$/i.test(argument)) throw new UsageError('no id of a request')
  if (command === 'reject') return async (desk) => [await desk.reject(argument)]
  if (command !== 'accept') throw new UsageError(`no command: ${command ?? ''}`)
  const fields = ListingCorrection.strict().parse(
    Object.fromEntries(
      set.map((given) => {
        const [field = '', ...value] = given.split('=')
        return [field, value.join('=') === '' ? null : value.join('=')]
      }),
    ),
  )
  return async (desk) => [await desk.accept(argument, fields)]
}

/** One request, in a line that can be searched and read by programs too. */
function tell({ id, createdAt, state, request, listingId, listingName, email, fields, message }: Row): void {
  const at = createdAt.toISOString()
  console.log(JSON.stringify({ id, at, state, request, listingId, listingName, email, fields, message }))
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    if (error instanceof UsageError) console.error(`${error.message}\n${USAGE}`)
    else if (error instanceof ProductError) console.error(`No such request can be decided: ${error.code}`)
    else console.error(error instanceof Error ? error.message : String(error))
    return 1
  },
)
