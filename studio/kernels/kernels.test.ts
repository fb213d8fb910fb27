import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { test } from 'node:test'
import { expect } from 'expect'
import { withRoom } from './kernels.ts'

const BUILT = path.join(import.meta.dirname, 'built')
const ROOT = path.resolve(import.meta.dirname, '../..')

test('the kernels are what their sources compile to', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kernels-'))
  try {
    const compile = ['run', 'kernels', '--', '--outFile', path.join(folder, 'kernels.wasm')]
    await promisify(execFile)('npm', compile, { cwd: ROOT })
    for (const name of ['kernels.wasm', 'kernels.js', 'kernels.d.ts']) {
      const [now, kept] = await Promise.all([folder, BUILT].map((from) => readFile(path.join(from, name))))
      // Otherwise: npm run kernels
      expect({ name, isCurrent: kept && now?.equals(kept) }).toEqual({ name, isCurrent: true })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a room is released, also after an error, and grows with the data put into it', () => {
  const values = new Float32Array(5_000_000).fill(0.5)
  const first = withRoom((room) => room.bytes(16))
  expect(() =>
    withRoom((room) => {
      room.put(values)
      throw new Error('broken')
    }),
  ).toThrow('broken')
  const [again, copy] = withRoom((room) => [room.bytes(16), room.takeFloats(room.put(values), 5_000_000)])
  expect(again).toBe(first)
  expect(copy.every((value) => value === 0.5)).toBe(true)
})

test('rooms are released in reverse order, as on a stack', () => {
  withRoom((outer) => {
    const kept = outer.put(Float32Array.of(1, 2, 3))
    withRoom((inner) => inner.put(Float32Array.of(7, 8, 9)))
    expect(outer.takeFloats(kept, 3)).toEqual(Float32Array.of(1, 2, 3))
  })
})
