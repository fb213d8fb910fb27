import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'expect'
import { WORD_NETS } from '#studio/nets/words.ts'
import { testEach } from '#tests/support/each.ts'
import { WORD_SOURCES } from './words.ts'

testEach([['word-detection'], ['word-reading']] as const)(
  'the committed net of %s is the one that the command fetches',
  async (name) => {
    const hash = createHash('sha256').update(await readFile(WORD_NETS[name]))
    expect(hash.digest('hex')).toBe(WORD_SOURCES[name].sha256)
  },
)
