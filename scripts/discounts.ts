/** Makes, lists and withdraws discount codes in the database of this environment. */
import { parseArgs } from 'node:util'
import { openDatabase } from '#scripts/directory/database.ts'
import { UsageError, runDiscounts } from './discounts/commands.ts'

const text = { type: 'string' } as const

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      code: text,
      percent: text,
      euros: text,
      minimum: text,
      uses: text,
      'per-user': text,
      until: text,
      order: text,
      'first-bundle': { type: 'boolean' },
    },
  })
  const database = await openDatabase()
  try {
    for (const line of await runDiscounts(database, positionals[0], values)) console.log(line)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 1
  } finally {
    await database.close()
  }
}

process.exitCode = await main()
