import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { BundleOffer } from '#contract/bundles.ts'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER, StyleId } from '#contract/styles.ts'
import { person } from '#components/persons/person.fixture.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { StyleOffers } from './style-offers.tsx'

function offersOf(includesTraining: boolean, bought: StyleId[] = []): BundleOffer[] {
  return StyleId.options.map((styleId) => ({
    styleId,
    tier: STYLE_TIER[styleId],
    price: {
      amountMinor: 0,
      regularAmountMinor: includesTraining ? 1000 : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]],
      currency: 'USD',
    },
    includesTraining,
    bundleId: bought.includes(styleId) ? 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d' : null,
  }))
}

function show(offers: BundleOffer[], acceptedCount = 4) {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <StyleOffers
        person={person}
        acceptedCount={acceptedCount}
        offers={offers}
        onBought={() => Promise.resolve()}
        onOrdered={() => undefined}
      />
    </NextIntlClientProvider>,
  )
}

test('the first bundle costs the same in every style, which is said once', () => {
  show(offersOf(true))
  expect(screen.getAllByRole('button', { name: /^Choose / })).toHaveLength(StyleId.options.length)
  expect(screen.getAllByText(/^later /).map((price) => price.textContent)).toEqual(['later $10'])
})

test('a further bundle has the price of its style, and what was bought is not offered again', () => {
  show(offersOf(false, ['studio-grey']))
  expect(screen.queryByRole('button', { name: 'Choose Studio Grey' })).toBeNull()
  const prices = screen.getAllByText(/^later /).map((price) => price.textContent)
  expect(prices).toHaveLength(StyleId.options.length - 1)
  expect(new Set(prices)).toEqual(new Set(['later $0.99', 'later $1.99', 'later $2.99', 'later $3.99']))
})

test('with too few selfies nothing can be chosen yet', () => {
  show(offersOf(true), 3)
  expect(screen.getByText('One more good selfie, then you can choose.')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Choose / })).toBeNull()
})
