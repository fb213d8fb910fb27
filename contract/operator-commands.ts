import type { z } from 'zod'
import { OPERATOR_CALLS, operatorEndpoints, type OperatorCall } from './operators.ts'

/** Something operators can do, as their calls have it: a command of `npm run ops`, and a form of the page `/ops`. */
export interface OperatorCommand {
  name: string
  call: OperatorCall
  /** One sentence without its period. */
  summary: string
  /** The member that has to be given: what stands after the command's name. Undefined where nothing does. */
  argument: string | undefined
  options: OperatorOption[]
  /** Whether something is changed, so that a reason has to be given. */
  isChange: boolean
}

/** A member that may be given: one text, on or off, or several texts by their names. */
export interface OperatorOption {
  name: string
  kind: 'text' | 'flag' | 'fields'
}

const ACCOUNTABLE = ['why', 'by']

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = OPERATOR_CALLS.map((call) => {
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

function kindOf(schema: z.ZodType): OperatorOption['kind'] {
  if (schema.safeParse({}).success) return 'fields'
  return schema.safeParse(true).success && !schema.safeParse('1').success ? 'flag' : 'text'
}
