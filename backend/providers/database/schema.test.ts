import { expect, test } from '@jest/globals'
import { readdir, readFile } from 'node:fs/promises'

test('no column of an enumeration is a mere text to the database', async () => {
  const folder = new URL('./schema/', import.meta.url)
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.join('\n').match(/text\([^)]*\)(\s*\.\w+\([^)]*\))*?\s*\.\$type</g)).toBeNull()
})
