import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import { testEach } from '#tests/support/each.ts'
import { readMark, sha256Of } from './export/encode.ts'
import { StudioError } from './pool/studio-error.ts'
import { createStudio } from './studio.ts'

const studio = createStudio({ threads: 1, credit: 'Test credit' })
let selfie: Uint8Array
let model: Uint8Array
const progress: [string, number][] = []
const kept = new Map<string, Uint8Array>()
const store = {
  load: (id: string) => Promise.resolve(kept.get(id) ?? null),
  save: (id: string, prepared: Uint8Array) => Promise.resolve(void kept.set(id, prepared)),
}

before(async () => {
  const take = GOOD_TAKES[0]
  if (!take) throw new Error('the cast has no good takes')
  selfie = await drawnSelfie('elia', take, { widthPx: 900 })
  model = await studio.train([{ id: 'one', bytes: selfie }], {
    onProgress: (stage, fraction) => progress.push([stage, fraction]),
    store,
  })
})

after(() => studio.close())

test('good and bad selfies are read', async () => {
  expect((await studio.readSelfie(selfie)).reasons).toEqual([])
  expect((await studio.readSelfie(new TextEncoder().encode('no picture'))).reasons).toEqual([
    'unsupported_format',
  ])
})

test('the process that calls the studio loads none of its nets', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((file) => file.includes('onnxruntime'))).toEqual([])
})

test('training reports its stages', () => {
  expect(progress).toEqual([
    ['preparing', 0],
    ['preparing', 1],
    ['modelling', 0],
    ['modelling', 1],
  ])
})

test('training resumes from the selfies that were kept, and only from those', async () => {
  // These bytes show no face: only the kept preparation can make the model.
  const empty = new Uint8Array(0)
  expect(await studio.train([{ id: 'one', bytes: empty }], { store })).toEqual(model)
  await expect(studio.train([{ id: 'two', bytes: empty }], { store })).rejects.toMatchObject({
    code: 'no_usable_selfie',
  })
})

test('a headshot is a marked JPEG of 1024 by 1280 that looks like its person', async () => {
  const [shot] = await studio.plan(model, 'studio-grey', 1)
  if (!shot) throw new Error('nothing planned')
  const headshot = await studio.render(model, 'studio-grey', shot)
  expect(headshot).toMatchObject({ width: 1024, height: 1280, selfieId: 'one', passed: true, reasons: [] })
  expect(headshot.likeness).toBeGreaterThan(0.6)
  expect(await sharp(headshot.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1280 })
  expect((await readMark(headshot.jpeg))?.credit).toBe('Test credit')
  expect((await studio.render(model, 'studio-grey', shot)).jpeg).toEqual(headshot.jpeg)
})

test('a preview of 512 by 640 comes before any training, marked in the file and all over', async () => {
  const order = { styleId: 'studio-grey', text: 'Vorschau' } as const
  const preview = await studio.preview(selfie, order)
  if (!preview) throw new Error('no face found')
  expect(preview).toMatchObject({ width: 512, height: 640, sha256: sha256Of(preview.jpeg) })
  expect(await sharp(preview.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 640 })
  expect((await readMark(preview.jpeg))?.credit).toBe('Test credit')
  expect(await studio.preview(new Uint8Array(4), order)).toBeNull()
})

test('samples show the person in each style asked for, small, in that order', async () => {
  const styleIds = ['swiss-alps', 'bw-editorial'] as const
  const samples = await studio.samples(selfie, { styleIds, text: 'SAMPLE' })
  expect(samples?.map(({ width, height }) => [width, height])).toEqual([
    [320, 400],
    [320, 400],
  ])
  const [colour, grey] = await Promise.all(
    (samples ?? []).map(async ({ jpeg }) => {
      expect((await readMark(jpeg))?.credit).toBe('Test credit')
      const pixels = await sharp(jpeg).toColourspace('srgb').raw().toBuffer()
      // By pixel: a blue sky and skin make a grey mean.
      let apart = 0
      for (let i = 0; i < pixels.length; i += 3) apart += Math.abs((pixels[i] ?? 0) - (pixels[i + 2] ?? 0))
      return apart / (pixels.length / 3)
    }),
  )
  expect(colour).toBeGreaterThan(4)
  expect(grey).toBeLessThan(2)
  expect(await studio.samples(new Uint8Array(4), { styleIds, text: 'SAMPLE' })).toBeNull()
})

test("a headshot's formats place its face", async () => {
  const [shot] = await studio.plan(model, 'studio-grey', 1)
  if (!shot) throw new Error('nothing planned')
  const { jpeg, sha256 } = await studio.render(model, 'studio-grey', shot)
  expect(sha256).toBe(sha256Of(jpeg))
  const [original, avatar] = await studio.exportHeadshot(jpeg, ['original', 'round-avatar'])
  expect(original?.sha256).toBe(sha256)
  const face = (await studio.readSelfie(avatar?.bytes ?? jpeg)).face
  if (!face) throw new Error('no face in the avatar')
  const { x, y, width, height } = face.box
  const corners = [x, x + width].flatMap((cx) => [y, y + height].map((cy) => Math.hypot(cx - 400, cy - 400)))
  expect(Math.max(...corners)).toBeLessThan(400)
})

describe('refusals', () => {
  test('training without a face', async () => {
    const wall = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    await expect(studio.train([{ id: 'wall', bytes: wall }])).rejects.toMatchObject({
      code: 'no_usable_selfie',
    })
  })

  test('a damaged model fails only its own call', async () => {
    await expect(studio.plan(new Uint8Array([1, 2, 3]), 'studio-grey', 1)).rejects.toBeInstanceOf(StudioError)
    expect(await studio.plan(model, 'studio-grey', 2)).toHaveLength(2)
  })

  test('an aborted call rejects with the reason, before and during the wait', async () => {
    const reason = new Error('changed my mind')
    await expect(studio.readSelfie(selfie, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = Promise.allSettled([
      studio.readSelfie(selfie),
      studio.readSelfie(selfie, controller.signal),
    ])
    controller.abort(reason)
    const [first, second] = await waiting
    expect(first.status).toBe('fulfilled')
    expect(second).toEqual({ status: 'rejected', reason })
  })

  test('a full queue refuses, a slow call times out, a closed studio ends waiting calls', async () => {
    const small = createStudio({ threads: 1, queueLength: 1, callTimeoutMs: 1 })
    const order = { styleId: 'studio-grey', text: '' } as const
    const calls = [1, 2, 3].map(() =>
      small.preview(selfie, order).catch((error: unknown) => (error as StudioError).code),
    )
    expect(await calls[2]).toBe('queue_full')
    expect(await calls[0]).toBe('timed_out')
    await small.close()
    expect(['timed_out', 'closed']).toContain(await calls[1])
    await expect(small.readSelfie(selfie)).rejects.toMatchObject({ code: 'closed' })
  })

  test('a failing cut-out net does not blame the file', async () => {
    const broken = createStudio({ threads: 1, cutOutNet: '/nowhere.onnx' })
    await expect(broken.readSelfie(selfie)).rejects.toMatchObject({ code: 'worker_failed' })
    await broken.close()
  })

  test('a file that merely waited is not called unreadable', async () => {
    const late = createStudio({ threads: 1, callTimeoutMs: 1 })
    await expect(late.readSelfie(selfie)).rejects.toMatchObject({ code: 'timed_out' })
    await late.close()
  })

  testEach([
    ['takes too much processor time', { callCpuMs: 1 }],
    ['takes more memory than there is for it', { memoryMaxBytes: 220 * 2 ** 20 }],
  ])('a file that %s to read is refused as unreadable, and is not tried again', async (_what, bound) => {
    const bounded = createStudio({ threads: 1, ...bound })
    const { reading, clean } = await bounded.takeSelfie(selfie)
    expect(clean).toBeNull()
    expect(reading).toMatchObject({ reasons: ['unreadable'], face: null, contentHash: sha256Of(selfie) })
    expect((await bounded.readSelfie(selfie)).reasons).toEqual(['unreadable'])
    await bounded.close()
  })
})
