import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { Bundle } from '#contract/bundles.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

const call = jest.fn<(name: string, input: object) => Promise<object>>()
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
jest.unstable_mockModule('#lib/i18n/navigation.ts', () => ({ Link: 'a' }))
const { RepairOffer } = await import('./repair-offer.tsx')

const onAsked = jest.fn(() => Promise.resolve())
beforeEach(() => {
  call.mockReset()
  onAsked.mockClear()
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})

const offer = { until: '2026-01-16T03:04:05.000Z', selfieCount: 6, newSelfieCount: 2, headshotCount: 12 }
const open = (repairOffer: Bundle['repairOffer']) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <RepairOffer bundle={{ id: 'b', personId: 'p', repairOffer }} onAsked={onAsked} />
    </NextIntlClientProvider>,
  )

test('without an offer nothing is shown; without new selfies it links to the upload', () => {
  expect(open(null).container.textContent).toBe('')
  open({ ...offer, newSelfieCount: 0 })
  expect(screen.getByText(/^Until January 16, 2026 you can have this set redone once/)).not.toBeNull()
  expect(screen.getByText('Add selfies').getAttribute('href')).toBe('/persons/p#selfies')
  expect(screen.queryByRole('button', { name: 'Redo this set' })).toBeNull()
})

test('with new selfies a repair starts after one confirmation, and a refusal is shown', async () => {
  open(offer)
  expect(screen.getByText(/^2 new good selfies are there\. From all 6/)).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Redo this set' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/about 12 headshots from all 6 good selfies/)).not.toBeNull()
  call.mockRejectedValueOnce(new CallError('person_busy'))
  await userEvent.click(dialog.getByRole('button', { name: 'Redo' }))
  expect(await dialog.findByText(messages.errors.person_busy)).not.toBeNull()
  expect(onAsked).not.toHaveBeenCalled()
  call.mockResolvedValueOnce({})
  await userEvent.click(dialog.getByRole('button', { name: 'Redo' }))
  expect(call).toHaveBeenLastCalledWith('repairBundle', { body: { personid: 'p', bundleid: 'b' } })
  expect(onAsked).toHaveBeenCalledTimes(1)
})
