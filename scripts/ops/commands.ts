import type { z } from 'zod'
import { OPERATOR_CALLS, operatorEndpoints, type OperatorCall } from '#contract/operators.ts'

/** A command line is wrong; the message is what its writer reads. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command, as the contract's table of operators' calls has it. */
export interface Command {
  name: string
  call: OperatorCall
  summary: string
  /** What stands after the name; undefined where nothing does. */
  argument: string | undefined
  /** What follows as `--name value`, `--name` alone, or `--name FIELD=VALUE` several times. */
  options: { name: string; kind: 'text' | 'flag' | 'fields' }[]
  /** Whether something is changed, so that a reason has to be given. */
  isChange: boolean
}

const ACCOUNTABLE = ['why', 'by']

export const COMMANDS: readonly Command[] = OPERATOR_CALLS.map((call) => {
  const { path, summary, body } = operatorEndpoints[call]
  const members = Object.entries<z.ZodType>(body.shape)
  const own = members.filter(([name]) => !ACCOUNTABLE.includes(name))
  const isRequired = ([, schema]: (typeof own)[number]) => !schema.safeParse(undefined).success
  return {
    name: path.split('/').at(-1) ?? '',
    ...{ call, summary },
    argument: own.find(isRequired)?.[0],
    options: own
      .filter((member) => !isRequired(member))
      .map(([name, schema]) => ({ name, kind: kindOf(schema) })),
    isChange: members.some(([name]) => name === 'why'),
  }
})

function kindOf(schema: z.ZodType): Command['options'][number]['kind'] {
  if (schema.safeParse({}).success) return 'fields'
  return schema.safeParse(true).success && !schema.safeParse('1').success ? 'flag' : 'text'
}

/** @throws UsageError */
export function findCommand(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name)
  if (!found) throw new UsageError(`There is no command "${name}"; "npm run ops -- --help" lists all.`)
  return found
}

/** What a command is called with, in one line. */
export function usageOf({ name, argument, options, isChange }: Command): string {
  const written = options.map((option) => {
    if (option.kind === 'flag') return `[--${option.name}]`
    return option.kind === 'fields'
      ? `[--${option.name} FIELD=VALUE]...`
      : `[--${option.name} ${option.name.toUpperCase()}]`
  })
  const said = isChange ? ['--why "REASON"', '[--by NAME]'] : []
  return [name, ...(argument === undefined ? [] : [argument.toUpperCase()]), ...written, ...said].join(' ')
}
