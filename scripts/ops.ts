/** Operators' commands: `npm run ops -- --help`. */
import { OPERATOR_COMMANDS } from '#contract/operator-commands.ts'
import { readArguments, type Wanted } from './ops/arguments.ts'
import { UsageError, usageOf } from './ops/commands.ts'
import { askOperators } from './ops/doors.ts'
import { DoorError } from './ops/place.ts'
import { tableOf } from './ops/print.ts'

function helpOn({ command }: Extract<Wanted, { kind: 'help' }>): string {
  if (command) return `${command.summary}.\n\n  npm run ops -- ${usageOf(command)} [--json]`
  const usages = OPERATOR_COMMANDS.map((each) => ({ usage: usageOf(each), summary: each.summary }))
  return [
    'npm run ops -- COMMAND ...   asks the running product, or its database where none runs.',
    'Every change takes --why "REASON", and --by NAME where that is not the user of this machine; "audit" lists them.',
    'With --json the answer is for programs. docs/operations.md says which command mends what.',
    '',
    ...usages.map(({ usage, summary }) => `  ${usage}\n      ${summary}`),
  ].join('\n')
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2))
  if (wanted.kind === 'help') {
    console.log(helpOn(wanted))
    return 0
  }
  const answer = await askOperators(wanted.command.call, wanted.body)
  if (wanted.asJson) console.log(JSON.stringify(answer, null, 2))
  if (answer.outcome === 'refused') {
    if (!wanted.asJson) console.error(answer.reason)
    return 1
  }
  if (!wanted.asJson) for (const line of tableOf(answer)) console.log(line)
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof UsageError || error instanceof DoorError)) throw error
  console.error(error.message)
  return 1
})
// firebase-admin keeps connections open.
process.exit()
