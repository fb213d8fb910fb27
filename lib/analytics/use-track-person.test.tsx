import { beforeEach, expect, jest, test } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import type { Person } from '#contract/persons.ts'

const call = jest.fn<(name: string, input: object) => Promise<unknown>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { useTrackPerson } = await import('./use-track-person.ts')

let see: (isIntersecting: boolean) => void
globalThis.IntersectionObserver = class {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    see = (isIntersecting) => callback([{ isIntersecting }])
  }
  observe() {}
  disconnect() {}
  // A part of the browser's own is enough here.
} as unknown as typeof IntersectionObserver

beforeEach(() => {
  call.mockReset()
  call.mockResolvedValue({ recorded: true })
  document.body.innerHTML = '<section id="styles"></section>'
})

let count = 0
const newPerson = () => ({ id: `person-${count++}` }) as Person
const events = () => call.mock.calls.map(([, input]) => (input as { body: { event: string } }).body.event)

function open(person: Person) {
  type Shown = Parameters<typeof useTrackPerson>[0]
  const initialProps: Shown = { person, acceptedCount: undefined, offersElementId: undefined }
  return renderHook((shown: Shown) => useTrackPerson(shown), { initialProps })
}

test('selfies that become enough are told of; those that were are not', () => {
  const person = newPerson()
  const { rerender } = open(person)
  for (const acceptedCount of [3, 4, 5, 3, 4]) rerender({ person, acceptedCount, offersElementId: undefined })
  expect(events()).toEqual(['significantConversionStep2'])

  const other = newPerson()
  rerender({ person: other, acceptedCount: 8, offersElementId: undefined })
  rerender({ person: other, acceptedCount: 9, offersElementId: undefined })
  expect(events()).toHaveLength(1)
})

test('prices count as seen once they are in view, not when they are loaded', () => {
  const person = newPerson()
  const { rerender } = open(person)
  rerender({ person, acceptedCount: 4, offersElementId: 'styles' })
  see(false)
  expect(events()).toEqual([])
  see(true)
  see(true)
  expect(events()).toEqual(['purchaseOptionSeen'])
})
