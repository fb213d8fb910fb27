import { test } from 'node:test'
import { expect } from 'expect'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createOpenApiDocument } from '#backend/http/openapi.ts'
import { errorCodesOf } from '#contract/endpoint.ts'
import { endpoints, type EndpointTable } from '#contract/endpoints.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { testEach } from '#tests/support/each.ts'

const table: EndpointTable = { ...endpoints, ...operatorEndpoints }
const document = createOpenApiDocument(table, 'https://api.example')
const calls = Object.entries(table)

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate({ ...document })).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

testEach(calls)('%s is fully described', (name, definition) => {
  const method = definition.method.toLowerCase() as 'get' | 'post' | 'put'
  const operation = document.paths?.[definition.path]?.[method]
  expect(operation).toMatchObject({
    operationId: name,
    summary: definition.summary,
    tags: [expect.any(String)],
  })
  const scheme = {
    user: 'idToken',
    verified: 'idToken',
    share: 'shareToken',
    recipient: 'recipientToken',
    public: null,
    signature: null,
    handoff: 'handoffToken',
    operator: 'operatorSecret',
  }
  const wanted = scheme[definition.auth]
  expect(operation?.security).toEqual(wanted === null ? [] : [{ [wanted]: [] }])
  for (const code of errorCodesOf(definition)) {
    const answer = operation?.responses?.[`${ERROR_STATUS[code]}`]
    expect(answer).toMatchObject({ description: expect.stringContaining(code) })
  }
})

test('every operation has an id of its own', () => {
  const ids = Object.values(document.paths ?? {}).flatMap((item) => [
    item.get?.operationId,
    item.post?.operationId,
  ])
  const named = ids.filter((id) => id !== undefined)
  expect(new Set(named).size).toBe(named.length)
})
