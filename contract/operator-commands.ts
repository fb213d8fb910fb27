import { z } from 'zod'
import { OPERATOR_CALLS, operatorEndpoints, type OperatorCall } from './operators.ts'

/** Something operators can do, as their calls have it: a command of `npm run ops`, and a form of the page `/ops`. */
export interface OperatorCommand {
  name: string
  call: OperatorCall
  /** One sentence without its period. */
  summary: string
  /** The required member, written after the command's name. Undefined where there is none. */
  argument: string | undefined
  options: OperatorOption[]
  /** Whether something is changed, so that a reason has to be given. */
  isChange: boolean
}

/** A member that may be given: one text, one of a few, on or off, or several texts by their names. */
export interface OperatorOption {
  name: string
  kind: 'text' | 'choice' | 'flag' | 'fields'
  /** What can be chosen, or the names of the texts. */
  values: readonly string[]
}

const ACCOUNTABLE = ['why', 'by']

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = OPERATOR_CALLS.map((call) => {
  const { path, summary, body } = operatorEndpoints[call]
  const members = Object.entries<z.ZodType>(body.shape)
  const own = members.filter(([name]) => !ACCOUNTABLE.includes(name))
  const isRequired = ([, schema]: (typeof own)[number]) => !schema.safeParse(undefined).success
  return {
    name: path.split('/').at(-1) ?? '',
    call,
    summary,
    argument: own.find(isRequired)?.[0],
    options: own
      .filter((member) => !isRequired(member))
      .map(([name, schema]) => ({ name, ...formOf(schema) })),
    isChange: members.some(([name]) => name === 'why'),
  }
})

function formOf(schema: z.ZodType): Pick<OperatorOption, 'kind' | 'values'> {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodObject) return { kind: 'fields', values: Object.keys(inner.shape) }
  if (inner instanceof z.ZodEnum) return { kind: 'choice', values: inner.options.map(String) }
  return { kind: inner instanceof z.ZodBoolean ? 'flag' : 'text', values: [] }
}
