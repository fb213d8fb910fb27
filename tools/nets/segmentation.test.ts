import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { expect } from 'expect'
import { convertSegmentation, WEIGHTS_FILE } from './segmentation.ts'
import { readTflite } from './tflite.ts'

test('the segmentation net is what the command converts', async () => {
  const folder = new URL('../../studio/nets/weights/', import.meta.url)
  const { json, bin } = await convertSegmentation()
  expect(await readFile(new URL('selfie-segmentation.json', folder), 'utf8')).toBe(json)
  expect(Buffer.compare(await readFile(new URL(WEIGHTS_FILE, folder)), bin)).toBe(0)
})

test('a damaged net file is refused', () => {
  expect(() => readTflite(new Uint8Array(64))).toThrow()
})
