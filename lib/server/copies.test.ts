import { expect, test } from '@jest/globals'
import { createCopies } from './copies.ts'

const bytes = (length: number) => Buffer.alloc(length)

test('the copy asked for longest ago goes when there is no room', () => {
  const copies = createCopies(10)
  copies.add('a', bytes(4))
  copies.add('b', bytes(4))
  copies.get('a')
  copies.add('c', bytes(4))
  expect(['a', 'b', 'c'].map((name) => copies.get(name)?.length)).toEqual([4, undefined, 4])
})

test('a copy that comes again takes its room once', () => {
  const copies = createCopies(10)
  for (let n = 0; n < 3; n += 1) copies.add('a', bytes(5))
  copies.add('b', bytes(5))
  expect([copies.get('a')?.length, copies.get('b')?.length]).toEqual([5, 5])
})

test('what is larger than all the room is not kept, and drives nothing out', () => {
  const copies = createCopies(10)
  copies.add('a', bytes(4))
  copies.add('b', bytes(11))
  expect([copies.get('a')?.length, copies.get('b')]).toEqual([4, undefined])
})
