import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { environmentDocument } from './document.ts'

test('docs/environment.md is up to date with the configurations (npm run docs:environment writes it)', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/environment.md'), 'utf8')
  expect(written).toBe(environmentDocument())
})

testEach([
  ['a required one', '| `FIREBASE_PROJECT_ID` | required |'],
  ['a default', '| `BACKEND_PORT` | `4100` |'],
  ['one that may stay away', '| `COG_UPLOAD_URL` | - | `cog in ENGINES` |'],
  ['a choice', '| `DATABASE` | `pglite` | Where rows and jobs live. One of `pglite`, `postgres`. |'],
  [
    'one that two choices want',
    '| `DATA_DIR` | required | `DATABASE=pglite`, `STORAGE=files`, `SIGNER=own` |',
  ],
  ['one of the site', '| `TRUSTED_PROXIES` | `0` |'],
])('%s is told', (_name, start) => {
  expect(environmentDocument()).toContain(start)
})
