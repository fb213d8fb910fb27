import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'

test('no column of an enumeration is a mere text to the database', async () => {
  const source = await readFile(new URL('./schema.ts', import.meta.url), 'utf8')
  expect(source.match(/text\([^)]*\)(\s*\.\w+\([^)]*\))*?\s*\.\$type</g)).toBeNull()
})
