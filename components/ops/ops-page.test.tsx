import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { OperatorAnswer, OperatorCall, OperatorRow } from '#contract/operators.ts'
import messages from '#messages/en.json' with { type: 'json' }

const OPERATOR = 'operator@example.org'
const ITEM = '3f0f2a3e-6b1b-4f0e-9d6e-0d3a1c6f7a10'
const state = { status: 'verified', account: { email: OPERATOR } }
let answers: Partial<Record<OperatorCall, OperatorAnswer>> = {}
const call = jest.fn((name: OperatorCall, _input: { body: object }) =>
  Promise.resolve(answers[name] ?? { outcome: 'done', rows: [], note: null }),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({
  browserClient: () => ({ call }),
  browserClientOf: () => ({ call }),
  browserSession: () => ({
    subscribe: () => () => undefined,
    getState: () => state,
    start: () => undefined,
    renew: () => Promise.resolve(),
  }),
}))
jest.unstable_mockModule('#components/auth/reauthentication-dialog.tsx', () => ({
  ReauthenticationDialog: ({ onEnd }: { onEnd: (isProved: boolean) => void }) => (
    <>
      <button onClick={() => onEnd(true)}>Prove it</button>
      <button onClick={() => onEnd(false)}>Leave it</button>
    </>
  ),
}))
const { OpsPage } = await import('./ops-page.tsx')
const { CallError } = await import('#lib/api/call-error.ts')

beforeAll(() => {
  // jsdom has the element but not its modal methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

const listed = (...rows: OperatorRow[]): OperatorAnswer => ({ outcome: 'done', rows, note: null })
const said = (note: string): OperatorAnswer => ({ outcome: 'done', rows: [], note })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sent = (name: OperatorCall) =>
  call.mock.calls.filter(([each]) => each === name).map(([, input]) => input.body)

beforeEach(() => {
  call.mockClear()
  answers = {}
  answers.operatorInbox = listed({
    since: '2026-11-27T09:00:00.000Z',
    kind: 'refund_failed',
    about: 'K7Q2X-94MD0',
    detail: null,
    state: 'open',
    id: ITEM,
  })
  answers.operatorShow = listed({ at: '2026-11-27T09:00:00.000Z', what: 'payment', detail: 'paid' })
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <OpsPage />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
})

test('the inbox comes first, and leads to the story of an order and what can be done about it', async () => {
  expect(await screen.findByRole('cell', { name: 'refund_failed' })).not.toBeNull()
  await press('Show K7Q2X-94MD0')
  expect(await screen.findByRole('cell', { name: 'paid' })).not.toBeNull()
  expect(sent('operatorShow')).toEqual([{ order: 'K7Q2X-94MD0' }])
  expect(screen.getByRole('button', { name: 'Refund K7Q2X-94MD0' })).not.toBeNull()
})

test('a change is sent once it was confirmed with a reason, under the operator’s address; the list is read again', async () => {
  answers.operatorDone = said('refund_failed K7Q2X-94MD0 is closed.')
  await screen.findByRole('table')
  await press(`Done ${ITEM}`)
  const dialog = within(screen.getByRole('dialog', { name: 'Done' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(dialog.getByText('This has to be filled in.')).not.toBeNull()
  expect(sent('operatorDone')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Why'), 'paid by hand')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('refund_failed K7Q2X-94MD0 is closed.')).not.toBeNull()
  expect(sent('operatorDone')).toEqual([{ id: ITEM, why: 'paid by hand', by: OPERATOR }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('operatorInbox')).toHaveLength(2)
})

test('a change long after the sign-in asks who is there, and is sent once that is proved', async () => {
  const refuse = () =>
    call.mockImplementationOnce(() => Promise.reject(new CallError('requires_recent_login')))
  answers.operatorDone = said('refund_failed K7Q2X-94MD0 is closed.')
  await screen.findByRole('table')
  await press(`Done ${ITEM}`)
  const dialog = within(screen.getByRole('dialog', { name: 'Done' }))
  await userEvent.type(dialog.getByLabelText('Why'), 'paid by hand')
  refuse()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave it' }))
  expect(sent('operatorDone')).toHaveLength(1)
  const again = within(await screen.findByRole('dialog', { name: 'Done' }))
  expect(again.getByLabelText('Why')).toHaveProperty('value', 'paid by hand')
  refuse()
  await userEvent.click(again.getByRole('button', { name: 'Done' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Prove it' }))
  expect(await screen.findByText('refund_failed K7Q2X-94MD0 is closed.')).not.toBeNull()
  expect(sent('operatorDone')).toHaveLength(3)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a blocked account is offered its way back, another one the block, and either where it is not known', async () => {
  answers.operatorFind = listed(
    { what: 'account', id: 'blocked', isBlocked: true },
    { what: 'account', id: 'free', isBlocked: false },
    { what: 'account', id: 'unknown', isBlocked: null },
  )
  await userEvent.type(screen.getByLabelText('Search for'), 'a@example.org')
  await press('Find')
  await screen.findByRole('cell', { name: 'blocked' })
  const offered = screen.getAllByRole('button', { name: /^(Block|Unblock) / }).map((each) => each.textContent)
  expect(offered).toEqual(['Unblock blocked', 'Block free', 'Block unknown', 'Unblock unknown'])
})

test('what matches no order leads to where it is read, and a flaw to the order of its bundle', async () => {
  answers.operatorInbox = listed({ kind: 'withdrawal', about: 'AB12C-99XYZ', state: 'open', id: ITEM })
  answers.operatorWithdrawals = listed({ order: 'AB12C-99XYZ', address: 'anna@example.org', id: ITEM })
  answers.operatorFlaws = listed({ reason: 'other', bundle: ITEM })
  await press('Withdrawals')
  await userEvent.click(await screen.findByRole('button', { name: 'Find anna@example.org' }))
  expect(sent('operatorFind')).toEqual([{ text: 'anna@example.org' }])
  await press('Inbox')
  expect(await screen.findByRole('button', { name: 'Withdrawals AB12C-99XYZ' })).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Show AB12C-99XYZ' })).toBeNull()
  await press('Flaws')
  await userEvent.click(await screen.findByRole('button', { name: `Show ${ITEM}` }))
  expect(sent('operatorShow')).toEqual([{ order: ITEM }])
})

test('a list that begins below the middle of the window is scrolled to, another one stays', async () => {
  const scrolled = jest.fn()
  HTMLElement.prototype.scrollIntoView = scrolled
  await screen.findByRole('table')
  await press('Flaws')
  expect(scrolled).not.toHaveBeenCalled()
  const top = jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  top.mockReturnValue(new DOMRect(0, window.innerHeight, 390, 100))
  await press('Inbox')
  expect(scrolled).toHaveBeenCalledWith({ block: 'start' })
  top.mockRestore()
  await screen.findByRole('table')
})

test('a refused change says why, and keeps the typed fields', async () => {
  answers.operatorRefund = { outcome: 'refused', reason: 'Nothing of order K7Q2X-94MD0 can be given back.' }
  await screen.findByRole('table')
  await userEvent.click(screen.getByText('Changes'))
  await press('Refund')
  const dialog = within(screen.getByRole('dialog', { name: 'Refund' }))
  await userEvent.type(dialog.getByLabelText('Order'), 'K7Q2X-94MD0')
  await userEvent.type(dialog.getByLabelText('Amount'), '2.50')
  await userEvent.type(dialog.getByLabelText('Why'), 'a gesture')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('Nothing of order K7Q2X-94MD0 can be given back.')).not.toBeNull()
  expect(sent('operatorRefund')).toEqual([
    { order: 'K7Q2X-94MD0', amount: '2.50', why: 'a gesture', by: OPERATOR },
  ])
  expect(dialog.getByLabelText('Why')).toHaveProperty('value', 'a gesture')
})

test('of a listing only the written fields are set, and a dash takes one out', async () => {
  answers.operatorCorrections = listed({ listing: 'Studio', id: ITEM })
  answers.operatorAcceptCorrection = said('The request about Studio is accepted.')
  await press('Corrections')
  await screen.findByRole('cell', { name: 'Studio' })
  await press(`Accept correction ${ITEM}`)
  const dialog = within(screen.getByRole('dialog', { name: 'Accept correction' }))
  await userEvent.type(dialog.getByLabelText('Street'), 'Bahnhofstrasse')
  await userEvent.type(dialog.getByLabelText('Phone'), '-')
  await userEvent.type(dialog.getByLabelText('Why'), 'they wrote')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept correction' }))
  expect(await screen.findByText('The request about Studio is accepted.')).not.toBeNull()
  expect(sent('operatorAcceptCorrection')).toMatchObject([{ set: { street: 'Bahnhofstrasse', phone: null } }])
})
