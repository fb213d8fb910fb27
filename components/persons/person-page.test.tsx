import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { useEffect } from 'react'
import { SWRConfig, useSWRConfig, type Arguments } from 'swr'
import type { BundleOffer } from '#contract/bundles.ts'
import type { Currency } from '#contract/money.ts'
import type { Selfie } from '#contract/selfies.ts'
import { CallError } from '#lib/api/call-error.ts'
import { receipt, receiptLine } from '#components/checkout/receipt.fixture.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { person } from './person.fixture.ts'

const STYLE = 'Studio Gray'
const offer: BundleOffer = {
  styleId: 'studio-grey',
  tier: 'sg_099',
  price: { amountMinor: 900, regularAmountMinor: 900, currency: 'USD' },
  includesTraining: true,
  headshotCount: 8,
  selfieCount: 4,
  possibleCares: ['glare', 'teeth'],
  engines: ['studio'],
  creditAmount: 10,
  bundleId: null,
  sampleUrl: null,
}
const selfie = (number: number): Selfie => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  fileName: `${number}.jpg`,
  state: 'accepted',
  reasons: [],
  warnings: [],
  choice: 'none',
  thumbnailUrl: null,
  receivedAt: '2026-01-01T00:00:00Z',
  uploadKey: null,
})

let payments: Promise<object>
let profile = { locale: null, currency: null as Currency | null, isAcquisitionAsked: false, consents: [] }
const answers: Record<string, () => unknown> = {
  getPerson: () => person,
  getUploadImages: () => ({
    selfies: [1, 2, 3, 4].map(selfie),
    coach: { missingCount: 0, advisedCount: 4, advice: [], coverage: [] },
  }),
  getPossibleBundles: () => ({
    offers: [offer],
    outlook: { selfieCount: 4, headshotCount: 8, further: { selfieCount: 2, headshotCount: 12 } },
    areSamplesComing: false,
  }),
  getPayments: () => payments,
  getProcessing: () => ({
    engines: [],
    storage: { place: 'here', company: null, region: null },
    staysHere: true,
  }),
  getReferralCredits: () => ({ credits: 10, referredCount: 0, rewardedCount: 0 }),
  useReferralCredits: () => ({ bundleId: person.id, isRepeat: false }),
  getProfile: () => profile,
  updateProfile: () => profile,
}
const call = jest.fn((name: string, _input: object, _options?: object) =>
  Promise.resolve(answers[name]?.() ?? {}),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
jest.unstable_mockModule('#lib/analytics/use-track-person.ts', () => ({
  useTrackPerson: () => undefined,
}))
jest.unstable_mockModule('#lib/i18n/navigation.ts', () => ({
  Link: 'a',
  useRouter: () => ({ replace: () => undefined }),
}))
const { endpointKey } = await import('#lib/session/use-endpoint.ts')
const { PersonPage } = await import('./person-page.tsx')

beforeEach(() => {
  call.mockClear()
  payments = Promise.resolve({ payments: [] })
  profile = { ...profile, currency: null }
  window.history.replaceState(null, '', '/en/persons/1')
  scrolledTo.length = 0
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolledTo.push(this.id)
  }
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})

const scrolledTo: string[] = []
let askAgain: (key: Arguments) => Promise<unknown>
function Cache() {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    askAgain = mutate
  }, [mutate])
  return null
}
const open = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Cache />
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <PersonPage personId={person.id} />
      </NextIntlClientProvider>
    </SWRConfig>,
  )

test('who pays with credits is given the retouching they chose, and asked on this page how they heard of the product', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: `Choose ${STYLE}` }))
  expect(screen.queryByRole('heading', { name: messages.acquisition.title })).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('Teeth'), 'Full')
  await userEvent.click(await dialog.findByRole('button', { name: 'Use 10 credits' }))
  expect(await screen.findByRole('heading', { name: messages.acquisition.title })).not.toBeNull()
  const body = { personid: person.id, styleId: offer.styleId, alsoStyleIds: [], cares: { teeth: 'full' } }
  const underKey = { idempotencyKey: expect.any(String) }
  expect(call).toHaveBeenCalledWith('useReferralCredits', { body }, underKey)
})

test('the number of headshots is shown before a style is chosen, and again before payment', async () => {
  open()
  const said = 'From your 4 good selfies we can make about 8 different headshots; with two more, 12.'
  expect(await screen.findByText(said)).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: `Choose ${STYLE}` }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('We make 8 headshots from 4 selfies.')).not.toBeNull()
  expect(dialog.getByText(/^You pay for 8 different headshots\. If fewer turn out well/)).not.toBeNull()
})

test('a style that a bank has the payment of is not offered, though another one leads its order', async () => {
  const lines = (['library', 'studio-grey'] as const).map((styleId) => ({ ...receiptLine, styleId }))
  const order = { ...receipt, personId: person.id, bundleId: null, state: 'processing' as const, lines }
  payments = Promise.resolve({ payments: lines.map(({ styleId }) => ({ ...order, styleId })) })
  open()
  expect(await screen.findByText(messages.shop.choose.atBank)).not.toBeNull()
  expect(screen.queryByRole('button', { name: `Choose ${STYLE}` })).toBeNull()
})

test('no content is shown before all of it is loaded, so that no content moves', async () => {
  let answer: (payments: object) => void = () => undefined
  payments = new Promise((resolve) => (answer = resolve))
  await act(async () => {
    open()
    await Promise.resolve()
  })
  expect(call.mock.calls.map(([name]) => name)).toContain('getPossibleBundles')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  answer({ payments: [] })
  expect(await screen.findByRole('heading', { level: 1 })).not.toBeNull()
})

test('a person that another window deletes stays on the page while its deletion is confirmed here', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
  const { getPerson } = answers
  answers.getPerson = () => {
    throw new CallError('person_not_found')
  }
  try {
    await act(() => askAgain(endpointKey('getPerson', { query: { personid: person.id } })).catch(() => null))
    expect(screen.getByRole('dialog')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: messages.persons.manage.cancel }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(messages.persons.one.missingTitle)
  } finally {
    answers.getPerson = getPerson ?? (() => person)
  }
})

test('prices are in the currency of the account, and a change is kept with it', async () => {
  profile = { ...profile, currency: 'EUR' }
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Prices in US dollars' }))
  const asked = call.mock.calls.flatMap(([name, input]) => (name === 'getPossibleBundles' ? [input] : []))
  expect(asked).toEqual([
    { query: { personid: person.id, currency: 'EUR' } },
    { query: { personid: person.id, currency: 'USD' } },
  ])
  expect(call).toHaveBeenCalledWith('updateProfile', { body: { currency: 'USD' } })
})

test.each([
  ['#styles', ['styles']],
  ['', []],
])('a link to %j of the page goes to %j once it is there', async (hash, expected) => {
  window.history.replaceState(null, '', `/en/persons/1${hash}`)
  open()
  await screen.findByRole('button', { name: `Choose ${STYLE}` })
  expect(scrolledTo).toEqual(expected)
})
