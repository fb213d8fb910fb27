import { OPERATOR_COMMANDS, type OperatorCommand } from '#contract/operator-commands.ts'

/** A command line is wrong; the message is what its writer reads. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws UsageError */
export function findCommand(name: string): OperatorCommand {
  const found = OPERATOR_COMMANDS.find((command) => command.name === name)
  if (!found) throw new UsageError(`There is no command "${name}"; "npm run ops -- --help" lists all.`)
  return found
}

/** What a command is called with, in one line. */
export function usageOf({ name, argument, options, isChange }: OperatorCommand): string {
  const written = options.map((option) => {
    if (option.kind === 'flag') return `[--${option.name}]`
    return option.kind === 'fields'
      ? `[--${option.name} FIELD=VALUE]...`
      : `[--${option.name} ${option.name.toUpperCase()}]`
  })
  const said = isChange ? ['--why "REASON"', '[--by NAME]'] : []
  return [name, ...(argument === undefined ? [] : [argument.toUpperCase()]), ...written, ...said].join(' ')
}
