import { expect } from 'expect'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { root } from './start/root.ts'

const table = readFileSync(`${root}/docs/screens.md`, 'utf8')
const named = [...table.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => name)

test('the table of screens lists every page', () => {
  const routes = globSync('app/[[]locale]/**/page.tsx', { cwd: root })
    .map((path) => path.replace(/^app\/\[locale\]|\/\([^)]*\)|\/page\.tsx$/g, ''))
    .map((route) => (route === '' ? '/' : route))
    // Optional segments are pages of their own in the table; the not-found page is not listed.
    .filter((route) => !route.includes('[[...') && !route.startsWith('/unknown'))
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !named.includes(route))).toEqual([])
})

test('every file and page in the table of screens exists', () => {
  const tests = globSync(['tests/e2e/*.spec.ts', '{components,lib}/**/*.test.ts*'], { cwd: root })
  const known = new Set(tests.map((path) => basename(path).replace(/\.tsx?$/, '')))
  const components = new Set(globSync('components/**/*.tsx', { cwd: root }))
  const missing = named.filter((name) => {
    if (/^[a-z-]+\.(spec|test)$/.test(name)) return name !== 'x.spec' && name !== 'x.test' && !known.has(name)
    return /^[a-z-]+\/[a-z-]+$/.test(name) && !components.has(`components/${name}.tsx`)
  })
  expect(missing).toEqual([])
})
