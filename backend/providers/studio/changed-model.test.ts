import { test } from 'node:test'
import { expect } from 'expect'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { drawnSelfie } from '#studio/model/drawn-person.fixture.ts'
import { encodeModel } from '#studio/model/model-file.ts'
import { buildModel } from '#studio/model/model.ts'
import type { Studio } from '#studio/studio.ts'
import { createStudioEngine } from './engine.ts'

const { signal } = new AbortController()
const NO_CHOICES = { preferred: [], leftOut: [] }
const TONE = { l: 58, a: 14, b: 19 }
const modelOf = (seed: number) => encodeModel(buildModel([drawnSelfie('a', TONE, seed, 1 / 8)], []))

/** The engine with files in memory, and a studio that trains one model and plans no shot. */
function engineOn(files: Map<string, Uint8Array>, trained: Uint8Array) {
  const studio: Partial<Studio> = {
    train: () => Promise.resolve(trained),
    plan: () => Promise.resolve([]),
  }
  const storage: Partial<Storage> = {
    get: (key) => Promise.resolve(files.get(key)),
    put: (key, bytes) => {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('a model is bytes')
      files.set(key, bytes)
      return Promise.resolve({ sizeBytes: bytes.length, sha256: '' })
    },
  }
  // The test calls no other methods.
  return createStudioEngine({ studio: studio as Studio, threads: 1, storage: storage as Storage })
}

test('a model file that was replaced by another is not rendered from, and the model is built again', async () => {
  const [own, foreign] = await Promise.all([modelOf(1), modelOf(2)])
  const files = new Map<string, Uint8Array>()
  const engine = engineOn(files, own)
  const order = {
    id: 'training',
    selfies: [],
    modelFolder: 'models',
    preparedFolder: 'prepared',
    needs: null,
    agreedTo: [],
  }
  await engine.submitTraining(order, { signal })
  await engine.nextChange(order.id, { signal })
  const [key = ''] = files.keys()
  const model = { kind: 'file', key } as const
  expect(await engineOn(files, own).readsModel(model, { signal })).toBe(true)

  files.set(key, foreign)
  const next = engineOn(files, own)
  expect(await next.readsModel(model, { signal })).toBe(false)
  await expect(next.plan(model, 'studio-grey', 1, NO_CHOICES, { signal })).rejects.toThrow(
    'is not the one that training made',
  )

  const dented = Uint8Array.from(own)
  dented[dented.length - 1] = (dented.at(-1) ?? 0) ^ 1
  files.set(key, dented)
  expect(await engineOn(files, own).readsModel(model, { signal })).toBe(false)
})
