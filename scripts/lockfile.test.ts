import { expect } from 'expect'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testEach } from '#tests/support/each.ts'
import { LOCKED_FOLDERS, Lockfile, missingOptionalPackages } from './lockfile.ts'
import { root } from './start/root.ts'

testEach(LOCKED_FOLDERS)(
  'the lock of ./%s names the packages of every platform, so that npm ci accepts it',
  (folder) => {
    const lock = Lockfile.parse(JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')))
    expect(missingOptionalPackages(lock)).toEqual({})
  },
)

test('a missing platform package gets its platform from its name', () => {
  const lock = {
    packages: {
      'node_modules/a': {
        optionalDependencies: { '@a/linux-x64-gnu': '1.0.0', '@a/darwin-arm64': '^1.0.0' },
      },
      'node_modules/a/node_modules/@a/linux-x64-gnu': { version: '1.0.0' },
    },
  }
  expect(missingOptionalPackages(lock)).toEqual({
    'node_modules/@a/darwin-arm64': { version: '1.0.0', cpu: ['arm64'], optional: true, os: ['darwin'] },
  })
})
