import { expect, test } from '@jest/globals'
import { createRemovals } from './removals.ts'

function setUp(remove: (id: string) => Promise<void> = () => Promise.resolve()) {
  const removed: string[] = []
  let timer: (() => void) | undefined
  const removals = createRemovals({
    remove: async (id) => {
      await remove(id)
      removed.push(id)
    },
    after: (_ms, callback) => {
      timer = callback
      return () => {
        timer = undefined
      }
    },
  })
  return {
    removals,
    removed,
    hidden: () => [...removals.getState().hidden],
    pass: async () => {
      timer?.()
      await removals.settle()
    },
    isWaiting: () => timer !== undefined,
  }
}

test('a removed item is hidden at once and deleted once the time to undo has passed', async () => {
  const { removals, removed, hidden, pass } = setUp()
  removals.take('a')
  expect([hidden(), removed, removals.getState().undoable]).toEqual([['a'], [], 'a'])
  await pass()
  expect([hidden(), removed, removals.getState().undoable]).toEqual([['a'], ['a'], null])
})

test('an undone item is shown again and was never deleted', async () => {
  const { removals, removed, hidden, pass, isWaiting } = setUp()
  removals.take('a')
  removals.undo()
  expect([hidden(), isWaiting()]).toEqual([[], false])
  await pass()
  expect(removed).toEqual([])
})

test('the next removal, or an action that depends on it, ends the time to undo', async () => {
  const { removals, removed } = setUp()
  removals.take('a')
  removals.take('b')
  expect(removals.getState().undoable).toBe('b')
  await removals.settle()
  expect(removed).toEqual(['a', 'b'])
})

test('an item that could not be deleted is shown again, with the reason', async () => {
  const failure = new Error('busy')
  const { removals, hidden, pass } = setUp(() => Promise.reject(failure))
  removals.take('a')
  await pass()
  expect([hidden(), removals.getState().failure]).toEqual([[], failure])
})
