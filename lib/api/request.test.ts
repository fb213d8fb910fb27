import { describe, test } from 'node:test'
import { expect } from 'expect'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { RequiredParameterError } from '#contract/errors.ts'
import { testEach } from '#tests/support/each.ts'
import { CallError } from './call-error.ts'
import { prepareRequest } from './request.ts'

const definition = defineEndpoint({
  method: 'GET',
  path: '/discount/validate/{code}',
  aliases: [],
  auth: 'verified',
  rate: 'read',
  summary: 'Of this test',
  params: z.object({ code: z.string() }),
  query: z.object({ currency: z.string().optional() }),
  response: z.object({}),
  errors: [],
})
const prepare = (code: string) => prepareRequest('validate', definition, { params: { code }, query: {} })

describe('a parameter in the path', () => {
  test('is encoded into it', () => {
    expect(prepare('10 % / Grüße').path).toBe('/discount/validate/10%20%25%20%2F%20Gr%C3%BC%C3%9Fe')
  })

  test('is mandatory', () => {
    // What a caller without types can pass; the compiler would refuse it.
    const missing = undefined as unknown as string
    expect(() => prepare(missing)).toThrow(new RequiredParameterError('code', 'validate'))
  })

  testEach(['', ' \t', '.', '..'])(
    'is refused before anything is sent where it is blank or would lead elsewhere: %j',
    (code) => {
      expect(() => prepare(code)).toThrow(new CallError('parameter_invalid'))
    },
  )
})
