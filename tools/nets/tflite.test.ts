import { test } from 'node:test'
import { expect } from 'expect'
import { readTflite } from './tflite.ts'

test('a damaged net file is refused', () => {
  expect(() => readTflite(new Uint8Array(64))).toThrow()
})
