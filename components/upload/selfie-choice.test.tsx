import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Selfie } from '#contract/selfies.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { person } from '#components/persons/person.fixture.ts'

const selfie = (name: string, choice: Selfie['choice'] = 'none'): Selfie => ({
  id: name,
  fileName: `${name}.jpg`,
  state: 'accepted',
  reasons: [],
  warnings: ['soft'],
  choice,
  thumbnailUrl: null,
  receivedAt: '2026-01-01T00:00:00Z',
  uploadKey: null,
})

let kept: Selfie[]
let refusal: CallError | undefined
const call = jest.fn(
  (name: string, input: { query?: { selfieid?: string }; body?: { choice: Selfie['choice'] } }) => {
    if (name !== 'chooseSelfie') return Promise.resolve({ selfies: kept, coach: {} })
    if (refusal) return Promise.reject(refusal)
    kept = kept.map((one) =>
      one.id === input.query?.selfieid ? { ...one, choice: input.body?.choice ?? 'none' } : one,
    )
    return Promise.resolve(kept[0])
  },
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
jest.unstable_mockModule('#lib/i18n/navigation.ts', () => ({ Link: 'a' }))
const { useEndpoint } = await import('#lib/session/use-endpoint.ts')
const { SelfieSheet } = await import('./selfie-sheet.tsx')

function Page({ state = 'trained' as const }: { state?: 'trained' | 'training' }) {
  const { data } = useEndpoint('getUploadImages', { query: { personid: person.id } })
  return <SelfieSheet person={{ ...person, state }} selfies={data?.selfies} />
}

function setUp(state?: 'trained' | 'training') {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Page {...(state && { state })} />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

const tile = async (name: string) => screen.findByRole('group', { name: `How to use selfie ${name}.jpg` })
const press = async (name: string, word: string) =>
  userEvent.click(within(await tile(name)).getByRole('button', { name: new RegExp(`^${word}`) }))
const pressed = async (name: string) =>
  within(await tile(name))
    .queryAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
const chosen = () =>
  call.mock.calls.flatMap(([name, { query, body }]) =>
    name === 'chooseSelfie' ? [[query?.selfieid, body?.choice]] : [],
  )

beforeEach(() => {
  call.mockClear()
  refusal = undefined
  kept = [selfie('a'), selfie('b')]
})

test('one choice replaces the other, and pressing it again clears it', async () => {
  setUp()
  await press('a', 'Prefer')
  expect(await pressed('a')).toEqual(['Prefer'])
  await press('a', 'Leave out')
  expect(await pressed('a')).toEqual(['Leave out'])
  await press('a', 'Leave out')
  expect(await pressed('a')).toEqual([])
  expect(chosen()).toEqual([
    ['a', 'preferred'],
    ['a', 'left_out'],
    ['a', 'none'],
  ])
})

test('one that is left out says so, is no longer found fault with, and does not count', async () => {
  kept = [selfie('a', 'left_out'), selfie('b')]
  setUp()
  await tile('a')
  expect(screen.getByText('Left out')).not.toBeNull()
  expect(screen.getAllByText(messages.upload.warnings.soft)).toHaveLength(1)
  expect(screen.getByText('1', { selector: 'summary span' })).not.toBeNull()
})

test('a selfie that cannot be left out stays in use, with the reason', async () => {
  refusal = new CallError('selfies_needed')
  setUp()
  await press('a', 'Leave out')
  const why = await screen.findByText(messages.errors.selfies_needed)
  // Beside its picture, among any number of pictures.
  expect((await tile('a')).closest('li')?.nextElementSibling?.contains(why)).toBe(true)
  expect(await pressed('a')).toEqual([])
})

test('while a training needs the selfies there is no choice', async () => {
  setUp('training')
  expect(await screen.findAllByText('Good')).toHaveLength(2)
  expect(screen.queryByRole('group', { name: /^What to make/ })).toBeNull()
})
