import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { NETS } from './nets.ts'

testEach(NETS.map(({ file, sha256 }) => [path.basename(file), file, sha256] as const))(
  'the committed %s has the hash of the one that the command makes',
  async (_, file, sha256) => {
    const hash = createHash('sha256').update(await readFile(file))
    expect(hash.digest('hex')).toBe(sha256)
  },
)
