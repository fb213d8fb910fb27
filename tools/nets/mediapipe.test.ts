import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { MEDIAPIPE_NETS } from './mediapipe.ts'
import { readTflite } from './tflite.ts'

testEach(Object.entries(MEDIAPIPE_NETS))(
  'the committed %s is what the command converts',
  async (name, convert) => {
    const folder = new URL('../../studio/nets/weights/', import.meta.url)
    const { json, bin } = await convert()
    expect(await readFile(new URL(`${name}.json`, folder), 'utf8')).toBe(json)
    expect(Buffer.compare(await readFile(new URL(`${name}.bin`, folder)), bin)).toBe(0)
  },
)

test('a damaged net file is refused', () => {
  expect(() => readTflite(new Uint8Array(64))).toThrow()
})
