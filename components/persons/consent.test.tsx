import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { CONSENT_VERSION } from '#contract/consent.ts'
import type { Processing } from '#contract/processing.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { person } from './person.fixture.ts'

const call = jest.fn<(name: string, input: object) => Promise<unknown>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
let engines: Processing['engines'] = []
const nowhere = { place: 'here', company: null, region: null } as const
jest.unstable_mockModule('#lib/session/use-endpoint.ts', () => ({
  useEndpoint: () => ({ data: { engines, storage: nowhere, staysHere: engines.length === 0 } }),
}))
const at = (name: string, subProcessor: string | null): Processing['engines'][number] => ({
  name,
  subProcessor,
  trains: true,
  generates: true,
  takesOrders: true,
  region: 'us',
  licence: 'own',
  keeps: { selfies: 1, models: 1, pictures: 1 },
})
const { ConsentAsk } = await import('./consent-ask.tsx')
const { WithdrawDialog } = await import('./withdraw-dialog.tsx')
const { DeleteDialog } = await import('./delete-dialog.tsx')

beforeEach(() => {
  engines = []
  call.mockReset()
  call.mockResolvedValue({ receiptId: 'receipt' })
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})

const inEnglish = (page: React.ReactNode) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    {page}
  </NextIntlClientProvider>
)
const byRole = (role: string, name: string) => screen.getByRole(role, { name })
const onEnd = jest.fn(() => Promise.resolve())

test('consent is given by ticking the box, and its version is sent but not shown', async () => {
  onEnd.mockClear()
  render(inEnglish(<ConsentAsk person={{ ...person, consent: null }} onGiven={onEnd} />))
  expect(screen.getByText(messages.persons.new.consentHint)).not.toBeNull()
  expect(screen.queryByText(new RegExp(CONSENT_VERSION))).toBeNull()
  await userEvent.click(byRole('button', 'Agree and add selfies'))
  expect(await screen.findByText(messages.persons.new.errors.consent)).not.toBeNull()
  expect(call).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(byRole('button', 'Agree and add selfies'))
  await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1))
  expect(call).toHaveBeenCalledWith('grantConsent', {
    query: { personid: person.id },
    body: { consentVersion: CONSENT_VERSION },
  })
})

test('to companies it is a box of its own, which names them and has to be ticked too', async () => {
  onEnd.mockClear()
  engines = [at('fal', 'Features & Labels, Inc.'), at('studio', null), at('bfl', 'Black Forest Labs GmbH')]
  render(inEnglish(<ConsentAsk person={{ ...person, consent: null }} onGiven={onEnd} />))
  expect(screen.queryByText(messages.persons.new.consentHint)).toBeNull()
  const [measured, sent] = screen.getAllByRole('checkbox')
  if (!measured || !sent) throw new Error('a box is missing')
  expect(sent).toBe(
    screen.getByRole('checkbox', { name: /sent to Features & Labels, Inc\. and Black Forest Labs GmbH/ }),
  )
  await userEvent.click(measured)
  await userEvent.click(byRole('button', 'Agree and add selfies'))
  expect(await screen.findByText(messages.persons.new.errors.companies)).not.toBeNull()
  expect(call).not.toHaveBeenCalled()
  await userEvent.click(sent)
  await userEvent.click(byRole('button', 'Agree and add selfies'))
  await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1))
  expect(call).toHaveBeenCalledWith('grantConsent', {
    query: { personid: person.id },
    body: { consentVersion: `${CONSENT_VERSION}+bfl,fal` },
  })
})

test.each([
  [null, 'There is no consent for'],
  ['biometric-1', 'What you agreed to for'],
])(
  'of a person with the wording %j it says why it asks, and asks whether the person is of age',
  (version, why) => {
    const consent =
      version === null ? null : { version, isCurrent: false, givenAt: '2026-01-01T00:00:00.000Z' }
    render(inEnglish(<ConsentAsk person={{ ...person, consent }} onGiven={onEnd} />))
    expect(screen.getByText(new RegExp(`^${why}`))).not.toBeNull()
    expect(screen.getByRole('checkbox', { name: /at least 18/ })).not.toBeNull()
  },
)

test('the effects of a withdrawal are shown before its button', async () => {
  onEnd.mockClear()
  const onClose = jest.fn()
  render(inEnglish(<WithdrawDialog person={person} isOpen onClose={onClose} onWithdrawn={onEnd} />))
  for (const sentence of ['goes', 'refunds', 'stays', 'again'] as const)
    expect(screen.getByText(messages.persons.withdraw[sentence])).not.toBeNull()
  expect(call).not.toHaveBeenCalled()
  await userEvent.click(byRole('button', 'Withdraw consent'))
  await waitFor(() => expect([onEnd, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1]))
  expect(call).toHaveBeenCalledWith('withdrawConsent', { query: { personid: person.id } })
})

test.each([
  ['', false],
  ['delet', false],
  ['Delete ', true],
])('a person goes by the typed word: %j', async (typed, isDeleted) => {
  const onDeleted = jest.fn()
  render(inEnglish(<DeleteDialog person={person} isOpen onClose={() => undefined} onDeleted={onDeleted} />))
  if (typed !== '') await userEvent.type(screen.getByRole('textbox'), typed)
  await userEvent.click(byRole('button', 'Delete for good'))
  if (isDeleted) await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  else expect(await screen.findByText(/Please type exactly/)).not.toBeNull()
  expect(call.mock.calls).toHaveLength(isDeleted ? 1 : 0)
  expect(onDeleted.mock.calls).toEqual(isDeleted ? [['receipt']] : [])
})
