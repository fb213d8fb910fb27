import { afterEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { MonthOfOrders, ServiceStatus } from '#contract/status.ts'
import de from '#messages/de.json' with { type: 'json' }
import messages from '#messages/en.json' with { type: 'json' }
import { StatusPanel } from './status-panel.tsx'

const copy = messages.status
const statusOf = (month: Partial<MonthOfOrders> = {}, now: Partial<ServiceStatus> = {}): ServiceStatus => ({
  lastMonth: { month: '2026-10', paid: 0, takenBack: 0, inTime: 0, refunded: 0, ...month },
  takesOrders: true,
  oldestOpenMinutes: null,
  ...now,
})

/** jsdom has no Response: what the panel reads of one. */
const answers = jest.fn<() => Promise<{ ok: boolean; json: () => Promise<ServiceStatus> }>>()
globalThis.fetch = answers as never
const answer = (status: ServiceStatus) =>
  answers.mockResolvedValue({ ok: true, json: () => Promise.resolve(status) })
const show = () => render(<StatusPanel copy={copy} locale="en" />)
/** What stands beside each label. */
const figures = async () => {
  const labels = await screen.findAllByRole('term')
  const values = screen.getAllByRole('definition')
  return Object.fromEntries(labels.map((label, index) => [label.textContent, values[index]?.textContent]))
}
afterEach(() => {
  answers.mockReset()
})

test.each<[Partial<MonthOfOrders>, string]>([
  // Taken back by the customer: neither in time nor late.
  [{ paid: 4, inTime: 1, refunded: 1, takenBack: 1 }, '1 of 3'],
  [{ paid: 19, inTime: 19 }, '19 of 19'],
  [{ paid: 25, inTime: 19, takenBack: 6 }, '19 of 19'],
  [{ paid: 20, inTime: 19 }, '95%'],
  // Never rounded up to all of them.
  [{ paid: 5000, inTime: 4999, refunded: 1 }, '99.9%'],
  [{ paid: 20, inTime: 20 }, '100%'],
])('of %j delivered in time is told as %s', async (month, inTime) => {
  answer(statusOf(month))
  show()
  expect(await figures()).toEqual({
    [copy.paid]: new Intl.NumberFormat('en').format(month.paid ?? 0),
    'Delivered within 2 hours': inTime,
    [copy.refunded]: String(month.refunded ?? 0),
    [copy.takenBack]: String(month.takenBack ?? 0),
  })
})

test('a month without orders says that there is nothing to tell', async () => {
  answer(statusOf())
  show()
  expect(await screen.findByText(copy.nothing)).not.toBeNull()
  expect(screen.getByRole('heading', { name: 'Orders paid in October 2026' })).not.toBeNull()
  expect(screen.getByText(copy.open)).not.toBeNull()
  expect(screen.getByText(copy.noneOpen)).not.toBeNull()
  expect((await figures())[copy.paid]).toBe('0')
  expect((await figures())['Delivered within 2 hours']).toBe('–')
})

test.each([
  [0, '1 minute'],
  [59, '59 minutes'],
  [119, '119 minutes'],
  [121, '2.1 hours'],
])(
  'an order that was paid %s minutes ago is told as %s, while no orders are taken',
  async (minutes, words) => {
    answer(statusOf({}, { takesOrders: false, oldestOpenMinutes: minutes }))
    show()
    expect(await screen.findByText(copy.oldestOpen.replace('{time}', words))).not.toBeNull()
    expect(screen.getByText(copy.paused)).not.toBeNull()
  },
)

test('in German the month and the time are German', async () => {
  answer(statusOf({ paid: 2, inTime: 2 }, { oldestOpenMinutes: 5 }))
  render(<StatusPanel copy={de.status} locale="de" />)
  expect(await screen.findByRole('heading', { name: 'Bestellungen, bezahlt im Oktober 2026' })).not.toBeNull()
  expect(screen.getByText('2 von 2')).not.toBeNull()
  expect(screen.getByText(/vor 5 Minuten bezahlt/)).not.toBeNull()
})

test('a backend that is away is told, and asked again', async () => {
  answers.mockResolvedValueOnce({ ok: false, json: () => Promise.reject(new Error('no body')) })
  show()
  await screen.findByText(copy.unknown)
  answer(statusOf())
  await userEvent.click(await screen.findByRole('button', { name: copy.retry }))
  expect(await screen.findByText(copy.open)).not.toBeNull()
})
