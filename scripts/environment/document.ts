import { z } from 'zod'
import { BACKEND_CHOICES, BACKEND_ENVIRONMENT } from '#backend/config.ts'
import { ENGINE_SETTINGS } from '#backend/config/engines.ts'
import { SECRET_SETTINGS } from '#contract/secret-files.ts'
import { SITE_ENVIRONMENT } from '#lib/env.ts'

interface Variable {
  name: string
  /** The value when it is not set; null when it is required. */
  fallback: string | null
  description: string
  /** `NAME=value` of the choices that need it; empty when it is always needed. */
  choices: string[]
}

const HEAD = `# Environment

Written by \`npm run docs:environment\` from \`backend/config.ts\` and \`lib/env.ts\`. \`npm start\` and \`npm run dev\` set all of it for the
embedded defaults. An empty variable is one that is not set; what is missing or wrong stops the process and is named.

For each secret \`NAME_FILE\` may name a file that has it, without the line's end: ${SECRET_SETTINGS.map((name) => `\`${name}\``).join(', ')}.
Those that others prove themselves by (\`STORAGE_SECRET\`, \`GATEWAY_SECRET\`, \`OPERATOR_SECRET\`, both of hooks) may have two values with
a space or a line between them: the first is used, both are taken ([rotation](../deploy/README.md#secrets)).
`

/** The page docs/environment.md, from both configurations. */
export function environmentDocument(): string {
  const choices = Object.entries(BACKEND_CHOICES).map(([name, { fallback, description }]) => ({
    name,
    fallback: /\s/.test(fallback) ? fallback : `\`${fallback}\``,
    description,
    choices: [],
  }))
  const options = optionsOf(Object.values(BACKEND_ENVIRONMENT))
  const engines = Object.entries(ENGINE_SETTINGS).flatMap(([name, schema]) =>
    variablesOf(schema, [`${name} in ENGINES`]),
  )
  const backend = withoutRepeats([
    ...Object.values(BACKEND_ENVIRONMENT).flatMap((schema) => variablesOf(schema)),
    ...engines,
  ]).map((variable) => ({ ...variable, choices: withoutAllOf(options, variable.choices) }))
  const described = choices.map((choice) => ({
    ...choice,
    description: `${choice.description} One of ${(options.get(choice.name) ?? []).map((value) => `\`${value}\``).join(', ')}.`,
  }))
  const site = withoutRepeats(Object.values(SITE_ENVIRONMENT).flatMap((schema) => variablesOf(schema)))
  return [
    HEAD,
    `## Backend\n\n${tableOf(backend.filter(({ choices: of }) => of.length === 0))}`,
    `## Backend: what stands behind each port\n\n${tableOf(described)}`,
    `## Backend: what a choice wants\n\n${tableOf(backend.filter(({ choices: of }) => of.length > 0))}`,
    `## Site\n\n${tableOf(site)}`,
  ].join('\n')
}

function variablesOf(schema: z.core.$ZodType, choices: string[] = []): Variable[] {
  if (schema instanceof z.ZodPipe) return variablesOf(schema.in, choices)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => variablesOf(option))
  if (!(schema instanceof z.ZodObject)) throw new Error('an environment is objects and choices between them')
  const members = Object.entries(schema.shape)
  const own = members.flatMap(([name, member]) => {
    const value = literalOf(member)
    return value === undefined ? [] : [`${name}=${value}`]
  })
  return members
    .filter(([, member]) => literalOf(member) === undefined)
    .map(([name, member]) => variableOf(name, member, [...choices, ...own]))
}

function literalOf(member: unknown): string | undefined {
  return member instanceof z.ZodLiteral && typeof member.value === 'string' ? member.value : undefined
}

function variableOf(name: string, member: unknown, choices: string[]): Variable {
  if (!(member instanceof z.ZodType)) throw new Error(`${name} is no schema`)
  const absent = member.safeParse(undefined)
  const fallback = !absent.success
    ? null
    : absent.data === undefined
      ? '-'
      : `\`${JSON.stringify(absent.data).replaceAll('"', '')}\``
  return { name, fallback, description: member.description ?? '', choices }
}

/** The values of each variable that chooses. */
function optionsOf(schemas: readonly z.core.$ZodType[]): Map<string, string[]> {
  const options = new Map<string, string[]>()
  for (const schema of schemas) {
    if (!(schema instanceof z.ZodDiscriminatedUnion)) continue
    const name = schema.def.discriminator
    const values = schema.options.flatMap((option) => {
      const shape = option instanceof z.ZodPipe ? option.in : option
      return shape instanceof z.ZodObject ? [literalOf(shape.shape[name]) ?? ''] : []
    })
    options.set(name, values)
  }
  return options
}

/** What every value of a choice wants is wanted always. */
function withoutAllOf(options: ReadonlyMap<string, string[]>, choices: readonly string[]): string[] {
  const whole = [...options].find(
    ([name, values]) => values.length > 1 && values.every((value) => choices.includes(`${name}=${value}`)),
  )
  return choices.filter((choice) => !whole || !choice.startsWith(`${whole[0]}=`))
}

/** One row for a variable that several parts read; described where one of them does. */
function withoutRepeats(variables: readonly Variable[]): Variable[] {
  const byName = new Map<string, Variable>()
  for (const variable of variables) {
    const known = byName.get(variable.name)
    byName.set(variable.name, {
      ...(known ?? variable),
      description: known?.description || variable.description,
      choices: [...new Set([...(known?.choices ?? []), ...variable.choices])],
    })
  }
  return [...byName.values()]
}

function tableOf(variables: readonly Variable[]): string {
  const hasChoices = variables.some(({ choices }) => choices.length > 0)
  const rows = variables.map(({ name, fallback, description, choices }) => {
    if (description === '') throw new Error(`${name} is not described`)
    const wantedBy = choices.map((choice) => `\`${choice}\``).join(', ')
    return row([`\`${name}\``, fallback ?? 'required', ...(hasChoices ? [wantedBy] : []), description])
  })
  const head = ['variable', 'default', ...(hasChoices ? ['with'] : []), 'what it is for']
  return [row(head), row(head.map(() => '---')), ...rows, ''].join('\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
