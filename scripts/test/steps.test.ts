import { globSync } from 'node:fs'
import { test } from 'node:test'
import { expect } from 'expect'
import { root } from '#scripts/start/root.ts'
import { ROWS } from './steps.ts'

test('every suite belongs to one step', () => {
  const exclude = ['**/node_modules/**', '.next/**', '.data/**', 'zz-*/**']
  const all = globSync('**/*.{test.ts,test.tsx,spec.ts}', { cwd: root, exclude })
  expect(
    ROWS.flat()
      .flatMap(({ suites }) => globSync(suites, { cwd: root }))
      .sort(),
  ).toEqual(all.sort())
})
