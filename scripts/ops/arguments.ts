import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { OperatorCommand } from '#contract/operator-commands.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { findCommand, UsageError, usageOf } from './commands.ts'

export type Wanted =
  | { kind: 'help'; command: OperatorCommand | undefined }
  | { kind: 'ask'; command: OperatorCommand; body: Record<string, unknown>; asJson: boolean }

/** What a command line asks for. @throws UsageError */
export function readArguments(args: readonly string[], operator = userInfo().username): Wanted {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return { kind: 'help', command: undefined }
  }
  const command = findCommand(name)
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command }
  const { positionals, values } = parse(command, rest)
  const body = bodyOf(command, positionals, values, operator)
  const parsed = operatorEndpoints[command.call].body.safeParse(body)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${String(path[0] ?? '')}: ${message}`)
    throw new UsageError(`${[...new Set(wrong)].join('; ')}. ${usageOf(command)}`)
  }
  return { kind: 'ask', command, body, asJson: values['json'] === true }
}

function parse(command: OperatorCommand, args: readonly string[]) {
  const options = Object.fromEntries(
    command.options.map(({ name, kind }) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'fields' },
    ]),
  )
  const further = {
    json: { type: 'boolean' as const },
    ...(command.isChange && { why: { type: 'string' as const }, by: { type: 'string' as const } }),
  }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...further } })
  } catch (error) {
    // Of its own and of several lines; the first says what is wrong.
    const [said = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new UsageError(`${said}. ${usageOf(command)}`)
  }
}

function bodyOf(
  command: OperatorCommand,
  positionals: readonly string[],
  values: Readonly<Record<string, unknown>>,
  operator: string,
): Record<string, unknown> {
  const { argument, options, isChange } = command
  if (argument === undefined && positionals.length > 0)
    throw new UsageError(`"${command.name}" takes nothing after its name. ${usageOf(command)}`)
  if (argument !== undefined && positionals.length === 0)
    throw new UsageError(`"${command.name}" needs to be told the ${argument}. ${usageOf(command)}`)
  if (isChange && values['why'] === undefined)
    throw new UsageError(`"${command.name}" changes something: say why. ${usageOf(command)}`)
  const given = options.flatMap(({ name, kind }) => {
    const value = values[name]
    if (value === undefined) return []
    return [[name, kind === 'fields' && Array.isArray(value) ? fieldsOf(value.map(String)) : value] as const]
  })
  return {
    ...(argument !== undefined && { [argument]: positionals.join(' ') }),
    ...Object.fromEntries(given),
    ...(isChange && { why: values['why'], by: values['by'] ?? operator }),
  }
}

/** `FIELD=VALUE`; an empty value takes the field out. @throws UsageError */
function fieldsOf(given: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    given.map((each) => {
      const [field = '', ...value] = each.split('=')
      if (value.length === 0) throw new UsageError(`--set ${each} has no "=": FIELD=VALUE`)
      return [field, value.join('=') === '' ? null : value.join('=')]
    }),
  )
}
