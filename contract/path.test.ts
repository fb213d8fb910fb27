import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { fillPath, matchPath } from './path.ts'

const PATTERN = '/discount/validate/{code}'

describe('a path with a parameter', () => {
  testEach([
    ['SUMMER', 'SUMMER'],
    ['10 % off', '10%20%25%20off'],
    ['a/b', 'a%2Fb'],
    ['Grüße', 'Gr%C3%BC%C3%9Fe'],
    ['...', '...'],
    ['{code}', '%7Bcode%7D'],
  ])('%j is encoded as %s and decoded again', (code, segment) => {
    expect(fillPath(PATTERN, { code })).toBe(`/discount/validate/${segment}`)
    expect(matchPath(PATTERN, `/discount/validate/${segment}`)).toEqual({ code })
    expect(matchPath(PATTERN, `/discount/validate/${segment}/`)).toEqual({ code })
  })

  testEach(['', '.', '..', '\ud800'])('%j cannot be part of one', (code) => {
    expect(fillPath(PATTERN, { code })).toBeUndefined()
  })

  testEach([
    '/discount/validate',
    '/discount/validate/',
    '/discount/validate//',
    '/discount/validate/a/b',
    '/discount/other/a',
    '/discount/validate/%zz',
    '/discount/validate/%ff',
    '/discount/validate/%2e%2e',
    '/discount/validate/.',
  ])('%s does not match the pattern', (path) => {
    expect(matchPath(PATTERN, path)).toBeUndefined()
  })
})
