import { readFileSync } from 'node:fs'
import qs from 'qs'
import { z } from 'zod'
import { invalid, type StripeFault } from './fault.ts'
import type { Shape } from './shape.ts'

/** A call's parameters after reading: strings, numbers, booleans, and lists and objects of them. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value }
export type Values = Record<string, Value>

const TABLE = z
  .record(z.string(), z.custom<Shape>())
  .parse(JSON.parse(readFileSync(new URL('./built/parameters.json', import.meta.url), 'utf8')))

/** Decodes a form in Stripe's bracket syntax into lists and objects of strings. */
export function decodeForm(form: string): Record<string, unknown> {
  return qs.parse(form, {
    depth: 12,
    arrayLimit: 1000,
    parameterLimit: 5000,
    plainObjects: true,
    strictDepth: true,
  })
}

/**
 * The parameters of a call to `route`, typed by the table.
 * @throws StripeFault for unknown, missing or unreadable parameters, as Stripe refuses them
 */
export function readParameters(route: string, given: Record<string, unknown>): Values {
  const shape = TABLE[route]
  if (shape?.is !== 'object') throw new Error(`${route} is not in the table`)
  const unknown: string[] = []
  const value = read(shape, given, '', unknown)
  if (unknown.length > 0) throw unknownParameters(unknown)
  return z.record(z.string(), z.custom<Value>()).parse(value)
}

function unknownParameters(names: string[]): StripeFault {
  const [first = ''] = names
  const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`
  return invalid(message, { code: 'parameter_unknown', param: first })
}

function read(shape: Shape, given: unknown, name: string, unknown: string[]): Value {
  if (given === '') {
    if (shape.emptyable) return null
    const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`
    throw invalid(message, { code: 'parameter_invalid_empty', param: name })
  }
  switch (shape.is) {
    case 'object':
      return readObject(shape, given, name, unknown)
    case 'map':
      return Object.fromEntries(
        Object.entries(asObject(given, name)).map(([key, value]) => [
          key,
          // An empty value takes the key away.
          value === '' ? null : read(shape.of, value, `${name}[${key}]`, unknown),
        ]),
      )
    case 'list': {
      if (typeof given === 'string') throw invalid('Invalid array', { param: name })
      return Object.values(asObject(given, name)).map((item, index) =>
        read(shape.of, item, `${name}[${index}]`, unknown),
      )
    }
    case 'any of':
      return readAny(shape.shapes, given, name, unknown)
    case 'string':
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'one of':
      return readPlain(shape, given, name)
  }
}

function readObject(
  { members, required = [] }: Extract<Shape, { is: 'object' }>,
  given: unknown,
  name: string,
  unknown: string[],
): Value {
  const nameOf = (member: string) => (name === '' ? member : `${name}[${member}]`)
  const values: Values = {}
  const object = asObject(given, name)
  for (const [member, value] of Object.entries(object)) {
    const shape = Object.hasOwn(members, member) ? members[member] : undefined
    if (shape) values[member] = read(shape, value, nameOf(member), unknown)
    else unknown.push(nameOf(member))
  }
  const absent = required.find((member) => object[member] === undefined)
  if (absent !== undefined && unknown.length === 0) {
    const message = `Missing required param: ${nameOf(absent)}.`
    throw invalid(message, { code: 'parameter_missing', param: nameOf(absent) })
  }
  return values
}

/** The first shape that accepts the value; for objects the error comes from the object's shape. */
function readAny(shapes: readonly Shape[], given: unknown, name: string, unknown: string[]): Value {
  const isPlain = typeof given === 'string'
  const fitting = shapes.filter(({ is }) => isPlain === !['object', 'map', 'list'].includes(is))
  let objection: unknown = invalid(`Invalid ${isPlain ? 'string' : 'object'}`, { param: name })
  for (const shape of fitting) {
    try {
      return read(shape, given, name, unknown)
    } catch (error) {
      objection = error
    }
  }
  throw objection
}

function readPlain(shape: Shape, given: unknown, name: string): Value {
  if (typeof given !== 'string') throw invalid('Invalid string: {...}', { param: name })
  if (shape.is === 'one of' && !shape.values.includes(given)) {
    throw invalid(`Invalid ${name}: must be one of ${shape.values.join(', ')}`, { param: name })
  }
  if (shape.is === 'boolean') {
    // Clients in Python write them with a capital.
    const written = given.toLowerCase()
    if (written !== 'true' && written !== 'false') throw invalid(`Invalid boolean: ${given}`, { param: name })
    return written === 'true'
  }
  if (shape.is === 'integer') {
    if (/^-?\d{1,15}$/.test(given)) return Number(given)
    throw invalid(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param: name })
  }
  if (shape.is === 'decimal') {
    if (/^-?\d{1,15}(\.\d{1,12})?$/.test(given)) return Number(given)
    throw invalid(`Invalid decimal: ${given}`, { param: name })
  }
  return given
}

function asObject(given: unknown, name: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null) return { ...given }
  throw invalid('Invalid object', { param: name })
}
