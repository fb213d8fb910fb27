import fc from 'fast-check'
import { z } from 'zod'

/**
 * Values that a schema of the contract accepts, generated from the schema itself.
 * @throws TypeError for an unsupported kind of schema
 * @see https://zod.dev/packages/core
 */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return textOf(schema, def)
    case 'number':
      return fc.integer({ min: 0, max: 10_000 }).filter((value) => accepts(schema, value))
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'optional':
      return fc.option(arbitraryOf(def.innerType), { nil: undefined })
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType), { nil: null })
    case 'default':
      return arbitraryOf(def.innerType)
    case 'array':
      return fc.array(arbitraryOf(def.element), { maxLength: 5 }).filter((value) => accepts(schema, value))
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf))
    case 'pipe':
      return arbitraryOf(def.in)
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, arbitraryOf(member)])),
      )
    default:
      throw new TypeError(`no values can be made of the schema ${def.type}`)
  }
}

const Rule = z.looseObject({
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.instanceof(RegExp).optional(),
})

function textOf(schema: z.core.$ZodType, def: z.core.$ZodStringDef): fc.Arbitrary<string> {
  const { checks = [] } = def
  const rules = checks.map((check) => Rule.parse(check._zod.def))
  const minLength = Math.max(0, ...rules.map(({ minimum }) => minimum ?? 0))
  const maxLength = Math.min(40, ...rules.map(({ maximum }) => maximum ?? 40))
  const patterns = rules.flatMap(({ pattern }) => pattern ?? [])
  const [pattern] = patterns
  const any =
    'format' in def && def.format === 'uuid'
      ? fc.uuid()
      : 'format' in def && def.format === 'datetime'
        ? fc
            .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
            .map((date) => date.toISOString())
        : 'format' in def && def.format === 'url'
          ? fc.webUrl()
          : 'format' in def && def.format === 'email'
            ? fc.emailAddress()
            : pattern && patterns.length === 1
              ? fc.stringMatching(new RegExp(pattern.source))
              : fc.string({ unit: 'grapheme', minLength, maxLength })
  return any.filter((value) => accepts(schema, value))
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.core.safeParse(schema, value).success
}
