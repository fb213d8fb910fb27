/** Withdrawals that match nothing, for operators: `npm run withdrawals -- list`, `npm run withdrawals -- done ID`. */
import { createWithdrawalDesk } from '#backend/features/withdrawals/withdrawal-desk.ts'
import { openDatabase } from './directory/database.ts'

const USAGE = 'npm run withdrawals -- list\nnpm run withdrawals -- done ID'

async function main([command, id = '']: readonly string[]): Promise<number> {
  const isList = command === 'list'
  if (!isList && !(command === 'done' && /^[0-9a-f-]{36}$/i.test(id))) {
    console.error(USAGE)
    return 1
  }
  const database = await openDatabase()
  try {
    const desk = createWithdrawalDesk({ database })
    if (!isList) {
      const isResolved = await desk.resolve(id)
      console.log(isResolved ? `${id} is dealt with; its address is forgotten.` : `${id} does not wait.`)
      return isResolved ? 0 : 1
    }
    for (const { id: waiting, orderReference, email, confirmedAt } of await desk.inReview()) {
      console.log([waiting, confirmedAt?.toISOString(), orderReference, email].join('  '))
    }
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await main(process.argv.slice(2))
