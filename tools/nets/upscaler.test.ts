import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { expect } from 'expect'
import { UPSCALER } from '#studio/upscale/net.ts'
import { UPSCALER_SHA256 } from './upscaler.ts'

test('the committed net that enlarges has the hash of the one that the command makes', async () => {
  const hash = createHash('sha256').update(await readFile(UPSCALER))
  expect(hash.digest('hex')).toBe(UPSCALER_SHA256)
})
