import { expect } from 'expect'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

test('no column of an enumeration is a mere text to the database', async () => {
  const folder = new URL('./schema/', import.meta.url)
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.join('\n').match(/text\([^)]*\)(\s*\.\w+\([^)]*\))*?\s*\.\$type</g)).toBeNull()
})
