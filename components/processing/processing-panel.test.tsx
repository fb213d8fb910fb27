import { afterEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Processing } from '#contract/processing.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { ProcessingPanel } from './processing-panel.tsx'

const copy = messages.processing
const here: Processing = {
  engines: [
    {
      name: 'studio',
      trains: true,
      generates: false,
      region: 'here',
      subProcessor: null,
      licence: 'own',
      takesOrders: true,
      keeps: { selfies: 0, models: 'until_deleted', pictures: 0 },
    },
  ],
  storage: { place: 'here', company: null, region: null },
  staysHere: true,
}
const elsewhere: Processing = {
  engines: [
    {
      name: 'vendor',
      trains: false,
      generates: true,
      region: 'eu',
      subProcessor: 'Vendor GmbH',
      licence: 'Open 1.0',
      takesOrders: true,
      keeps: { selfies: 24, models: 0, pictures: 'not_stated' },
    },
  ],
  storage: { place: 'company', company: 'Store AG', region: 'eu-central-1' },
  staysHere: false,
}

/** jsdom has no Response: what the panel reads of one. */
const answers = jest.fn<() => Promise<{ ok: boolean; json: () => Promise<Processing> }>>()
globalThis.fetch = answers as never
const answerOf = (processing: Processing) => ({ ok: true, json: () => Promise.resolve(processing) })
const away = { ok: false, json: () => Promise.reject(new Error('no body')) }
const show = () => render(<ProcessingPanel copy={copy} locale="en" />)
afterEach(() => {
  answers.mockReset()
})

test('an installation that keeps everything to itself says so', async () => {
  answers.mockResolvedValue(answerOf(here))
  show()
  expect(await screen.findByText(copy.stays.title)).not.toBeNull()
  expect(screen.getByText(copy.kept.until_deleted)).not.toBeNull()
  expect(screen.getByText(copy.places.here)).not.toBeNull()
})

test('a vendor is named with what it keeps, and so is who runs the bucket', async () => {
  answers.mockResolvedValue(answerOf(elsewhere))
  show()
  expect(await screen.findByRole('heading', { name: 'Vendor GmbH' })).not.toBeNull()
  expect(screen.getByText('For 24 hours')).not.toBeNull()
  expect(screen.getByText(/^At Store AG \(region eu-central-1\)/)).not.toBeNull()
  expect(screen.queryByText(copy.stays.title)).toBeNull()
})

test('a backend that is away is shown as such, and asked again', async () => {
  answers.mockResolvedValueOnce(away)
  show()
  await screen.findByText(copy.unknown)
  answers.mockResolvedValue(answerOf(here))
  await userEvent.click(await screen.findByRole('button', { name: copy.retry }))
  expect(await screen.findByText(copy.stays.title)).not.toBeNull()
})
