import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { Selfie } from '#contract/selfies.ts'
import { CallError } from '#lib/api/call-error.ts'
import { testEach } from '#tests/support/each.ts'
import { createUploadQueue } from './upload-queue.ts'

const settled = async () => {
  // The first bytes of a file are read between two turns of their own.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}
const JPEG = '\xff\xd8\xff\xe0'
const HEIC = '\0\0\0\x18ftypheix\0\0\0\0mif1heix'
const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const picture = (name: string, type = 'image/jpeg', content = JPEG) =>
  new File([bytes(content)], name, { type })
const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(`${index}.jpg`))

function selfie(fileName: string): Selfie {
  const id = `00000000-0000-4000-8000-${fileName.replace(/\D/g, '').padStart(12, '0')}`
  return {
    id,
    fileName,
    state: 'accepted',
    reasons: [],
    warnings: [],
    choice: 'none',
    thumbnailUrl: null,
    receivedAt: '2026-01-01T00:00:00Z',
    uploadKey: null,
  }
}

interface Call {
  file: File
  key: string
  signal: AbortSignal
  onProgress: (sent: number) => void
  succeed: () => void
  fail: (error: Error) => void
}

/** A queue whose transfers end when the test says so. */
function setUp(isOnline = true, wait = () => Promise.resolve()) {
  const calls: Call[] = []
  let keyCount = 0
  const sent: string[] = []
  const queue = createUploadQueue({
    send: (file, { signal, onProgress, idempotencyKey: key }) =>
      new Promise((resolve, reject) => {
        const call = {
          file,
          key,
          signal,
          onProgress,
          succeed: () => resolve(selfie(file.name)),
          fail: reject,
        }
        signal.addEventListener('abort', () => reject(new CallError('canceled')))
        calls.push(call)
      }),
    prepare: (file) => Promise.resolve(file),
    onSent: ({ fileName }) => sent.push(fileName),
    isOnline,
    wait,
    newKey: () => `key-${++keyCount}`,
    createPreview: () => 'blob:preview',
    revokePreview: () => undefined,
  })
  const states = () => queue.getItems().map(({ state }) => state)
  return { queue, calls, sent, states }
}

describe('the upload queue', () => {
  test('sends three at a time and the rest as these finish', async () => {
    const { queue, calls, sent, states } = setUp()
    queue.add(pictures(5))
    await settled()
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    calls[1]?.succeed()
    await settled()
    expect(states()).toEqual(['sending', 'sent', 'sending', 'sending', 'waiting'])
    expect(calls).toHaveLength(4)
    expect(sent).toEqual(['1.jpg'])
  })

  test('reports how much of a file has been sent', async () => {
    const { queue, calls } = setUp()
    queue.add(pictures(1))
    await settled()
    calls[0]?.onProgress(0.4)
    expect(queue.getItems()[0]?.sent).toBe(0.4)
  })

  test('pauses offline, returns the running upload to the queue, and resumes by itself', async () => {
    const { queue, calls, states } = setUp()
    queue.add(pictures(4))
    await settled()
    queue.setOnline(false)
    await settled()
    expect(calls.slice(0, 3).every(({ signal }) => signal.aborted)).toBe(true)
    expect(states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    queue.add([picture('5.jpg')])
    await settled()
    expect(calls).toHaveLength(3)
    queue.setOnline(true)
    await settled()
    expect(calls).toHaveLength(6)
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
  })

  test('tries again by itself what failed for a moment', async () => {
    const { queue, calls, states } = setUp()
    queue.add(pictures(1))
    await settled()
    calls[0]?.fail(new CallError('unavailable'))
    await settled()
    calls[1]?.succeed()
    await settled()
    expect(states()).toEqual(['sent'])
  })

  test('waits for a service that is away, however long, and says why', async () => {
    const { queue, calls, states } = setUp()
    queue.add(pictures(1))
    await settled()
    for (let attempt = 0; attempt < 9; attempt += 1) {
      calls.at(-1)?.fail(new CallError('unavailable'))
      expect(calls).toHaveLength(attempt + 1)
      await settled()
    }
    expect(states()).toEqual(['sending'])
    calls.at(-1)?.succeed()
    await settled()
    expect(queue.getItems()[0]).toMatchObject({ state: 'sent', problem: null })
  })

  test('while it waits, the file is queued with its reason, and a lost connection replaces that reason', async () => {
    const never = new Promise<void>(() => undefined)
    const { queue, calls } = setUp(true, () => never)
    queue.add(pictures(1))
    await settled()
    calls[0]?.fail(new CallError('unavailable'))
    await settled()
    expect(queue.getItems()[0]).toMatchObject({
      state: 'waiting',
      problem: { kind: 'call', code: 'unavailable' },
    })
    queue.setOnline(false)
    await settled()
    expect(queue.getItems()[0]).toMatchObject({ state: 'waiting', problem: null })
    queue.setOnline(true)
    await settled()
    expect(calls).toHaveLength(2)
  })

  test('every attempt at a file carries its key, and no other file does', async () => {
    const { queue, calls } = setUp()
    queue.add(pictures(2))
    await settled()
    calls[0]?.fail(new CallError('network'))
    await settled()
    queue.setOnline(false)
    await settled()
    queue.setOnline(true)
    await settled()
    const keysOf = (name: string) =>
      new Set(calls.filter(({ file }) => file.name === name).map(({ key }) => key))
    expect(calls.length).toBeGreaterThan(3)
    expect([keysOf('0.jpg'), keysOf('1.jpg')]).toEqual([new Set(['key-1']), new Set(['key-2'])])
  })

  test('names the error, and sends again on request', async () => {
    const { queue, calls, states } = setUp()
    queue.add(pictures(1))
    await settled()
    calls[0]?.fail(new CallError('selfie_limit_reached'))
    await settled()
    expect(queue.getItems()[0]).toMatchObject({
      state: 'failed',
      problem: { kind: 'call', code: 'selfie_limit_reached' },
    })
    queue.retry(queue.getItems()[0]?.id ?? '')
    await settled()
    expect(states()).toEqual(['sending'])
  })

  testEach([
    ['DSC00001.HIF', '', HEIC, 'sending'],
    ['a picture without extension', '', JPEG, 'sending'],
    ['photo.bin', 'application/octet-stream', JPEG, 'sending'],
    ['notes.txt', 'text/plain', JPEG, 'sending'],
    ['archive', '', 'PK\x03\x04', 'failed'],
    ['renamed.jpg', 'image/jpeg', 'PK\x03\x04', 'failed'],
    ['photo.avif', 'image/avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'failed'],
  ])('the bytes decide: %s of type %j', async (name, type, content, state) => {
    const { queue, states } = setUp()
    queue.add([picture(name, type, content)])
    await settled()
    expect(states()).toEqual([state])
    if (state === 'failed')
      expect(queue.getItems()[0]?.problem).toEqual({ kind: 'file', reason: 'unsupported_format' })
  })

  test('refuses a file that is too large, before sending', async () => {
    const { queue, calls } = setUp()
    const large = picture('large.jpg')
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
    queue.add([large])
    await settled()
    expect(calls).toHaveLength(0)
    expect(queue.getItems()[0]?.problem).toEqual({ kind: 'file', reason: 'file_too_large' })
  })

  test('forgets a removed file, even while it is sent', async () => {
    const { queue, calls } = setUp()
    queue.add(pictures(2))
    await settled()
    queue.remove(queue.getItems()[0]?.id ?? '')
    await settled()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(queue.getItems().map(({ fileName }) => fileName)).toEqual(['1.jpg'])
  })
})
