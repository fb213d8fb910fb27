import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { expect } from 'expect'
import { CUT_OUT_NET } from '#studio/nets/cut-out.ts'
import { CUT_OUT_SHA256 } from './cut-out.ts'

test('the committed cut-out net has the hash of the one that the command makes', async () => {
  const hash = createHash('sha256').update(await readFile(CUT_OUT_NET))
  expect(hash.digest('hex')).toBe(CUT_OUT_SHA256)
})
