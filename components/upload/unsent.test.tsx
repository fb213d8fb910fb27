import { File as FileWithBytes } from 'node:buffer'
import { beforeEach, expect, test } from '@jest/globals'
import { createUploadQueue } from './upload-queue.ts'
import { watchUnsent } from './unsent.ts'

beforeEach(() => sessionStorage.clear())

/** The queue of a new document, offline, so that files wait in it. */
function open() {
  const queue = createUploadQueue({
    send: () => Promise.reject(new Error('nothing is sent offline')),
    prepare: (file) => Promise.resolve(file),
    onSent: () => undefined,
    isOnline: false,
    wait: () => Promise.resolve(),
    newKey: () => 'key',
    createPreview: () => null,
    revokePreview: () => undefined,
  })
  return { queue, lostCount: watchUnsent(queue, 'person') }
}

/** Node's files: jsdom's cannot be read, and Node's type lacks a property that no upload uses. */
const pictures = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      new FileWithBytes([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], `${index}.jpg`) as unknown as File,
  )

function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('the browser asks before files that are not sent are lost, and only then', () => {
  const { queue } = open()
  expect(asksBeforeLeaving()).toBe(false)
  queue.add(pictures(2))
  expect(asksBeforeLeaving()).toBe(true)
  for (const { id } of queue.getItems()) queue.remove(id)
  expect(asksBeforeLeaving()).toBe(false)
})

test('after a reload the number of unsent files is known, once', () => {
  const first = open()
  expect(first.lostCount).toBe(0)
  first.queue.add(pictures(3))
  expect(open().lostCount).toBe(3)
  expect(open().lostCount).toBe(0)
  for (const { id } of first.queue.getItems()) first.queue.remove(id)
})
