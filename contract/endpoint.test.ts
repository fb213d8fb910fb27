import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { CONSENT_VERSION } from './consent.ts'
import {
  assertRequiredParameters,
  errorCodesOf,
  queryInPath,
  requiredKeys,
  type EndpointDefinition,
} from './endpoint.ts'
import { ENDPOINT_NAMES, endpoints, findEndpoint } from './endpoints.ts'
import { RequiredParameterError } from './errors.ts'
import { parametersOf } from './path.ts'

const all: [string, EndpointDefinition][] = ENDPOINT_NAMES.map((name) => [name, endpoints[name]])

describe('the endpoint table', () => {
  test('serves every method and path once, aliases included', () => {
    const served = all.flatMap(([, e]) => [e.path, ...e.aliases].map((path) => `${e.method} ${path}`))
    expect(new Set(served).size).toBe(served.length)
  })

  testEach(all)('%s is found by its canonical path and every alias, with or without a slash', (name, e) => {
    for (const path of [e.path, ...e.aliases]) {
      expect(findEndpoint(endpoints, e.method, path)).toMatchObject({ name, pattern: path, params: {} })
      expect(findEndpoint(endpoints, e.method, `${path}/`)?.name).toBe(name)
    }
  })

  testEach([
    ['GET', '/persons/create_new'],
    ['GET', '/persons/get_one/x'],
    ['GET', '/persons/get_one//'],
    ['GET', ''],
    ['get', '/persons/get_all'],
  ])('nothing is served at %s %s', (method, path) => {
    expect(findEndpoint(endpoints, method, path)).toBeUndefined()
  })

  testEach(all)('%s has a schema for each parameter of its paths, and no other', (_name, e) => {
    const own = Object.keys(e.params?.shape ?? {}).sort()
    expect(parametersOf(e.path).sort()).toEqual(own)
    for (const path of e.aliases) {
      const moved = queryInPath(e, path)
      expect(Object.keys(e.query?.shape ?? {})).toEqual(expect.arrayContaining(moved))
      expect(parametersOf(path).sort()).toEqual([...own, ...moved].sort())
    }
  })

  testEach(all)('%s is cached only if it is the same for every caller', (_name, e) => {
    if (e.cache !== undefined && e.cache !== 'no-store') {
      expect({ method: e.method, auth: e.auth }).toEqual({ method: 'GET', auth: 'public' })
    }
  })

  testEach(all)('%s documents the codes that follow from its parts', (_name, e) => {
    const codes = errorCodesOf(e)
    expect(codes).toEqual(expect.arrayContaining([...e.errors, 'internal']))
    expect(codes.includes('email_unverified')).toBe(e.auth === 'verified')
    expect(codes.includes('parameter_invalid')).toBe(Boolean(e.query ?? e.params ?? e.idempotent))
  })
})

describe('required parameters', () => {
  test('are those that do not accept undefined', () => {
    expect(requiredKeys(endpoints.createPersonAndUpload.query)).toEqual(['gender', 'name', 'consent_version'])
    expect(requiredKeys(endpoints.getPossibleBundles.query)).toEqual(['personid'])
  })

  testEach([
    ['getPerson', { query: {} }, 'personid'],
    ['getPerson', { query: { personid: null } }, 'personid'],
    ['getPerson', {}, 'personid'],
    ['getBundle', { query: { personid: 'p' } }, 'bundleid'],
    ['createPerson', { body: { gender: 'female' } }, 'name'],
    ['createPersonAndUpload', { query: { gender: 'female', name: 'A' }, files: [] }, 'consent_version'],
    [
      'createPersonAndUpload',
      { query: { gender: 'female', name: 'A', consent_version: CONSENT_VERSION }, files: [] },
      'files',
    ],
    ['getSharedPerson', { query: { share_id: 's' } }, 'token'],
    ['uploadImages', { query: { personid: 'p' }, files: null }, 'file'],
  ] as const)(
    '%s with %j is rejected with %s and the operation named, before a request is sent',
    (name, input, parameter) => {
      const refusal = new RequiredParameterError(parameter, name)
      expect(() => assertRequiredParameters(name, endpoints[name], input)).toThrow(refusal)
      expect(refusal.message).toBe(
        `Required parameter "${parameter}" was null or undefined when calling ${name}().`,
      )
    },
  )

  test('a complete call passes, optional members absent', () => {
    expect(() =>
      assertRequiredParameters('getPossibleBundles', endpoints.getPossibleBundles, {
        query: { personid: 'p' },
      }),
    ).not.toThrow()
  })
})
