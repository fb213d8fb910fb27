import { expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { Bundle } from '#contract/bundles.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { ShortfallNotice } from './shortfall-notice.tsx'

const show = (shortfall: Bundle['shortfall'], state: Bundle['state'] = 'ready') =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ShortfallNotice bundle={{ shortfall, state }} />
    </NextIntlClientProvider>,
  )
const shortfall = { promisedCount: 10, missingCount: 2, currency: 'EUR' } as const

test('missing headshots are named with their share', () => {
  show({ ...shortfall, amountMinor: 180, creditAmount: 0 })
  expect(screen.getByText(/Of the 10 headshots promised, 2 did not/).textContent).toContain('we refund €1.80')
  cleanup()
  show({ ...shortfall, amountMinor: 0, creditAmount: 2 })
  expect(screen.getByText(/promised, 2 did not/).textContent).toContain('returned 2 credits')
})

test('without missing headshots, or before the set is finished, nothing is shown', () => {
  expect(show(null).container.textContent).toBe('')
  const missing = { ...shortfall, amountMinor: 180, creditAmount: 0 }
  expect(show(missing, 'generating').container.textContent).toBe('')
})
