import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { BundleState, BundleSummary } from '#contract/bundles.ts'
import { LOCALES } from '#contract/locales.ts'
import type { Person, PersonState } from '#contract/persons.ts'
import { MESSAGES } from '#tests/support/messages.ts'
import { person } from './person.fixture.ts'
import { PersonCard } from './person-list.tsx'
import { personStatusOf, type PersonStatus } from './person-status.ts'

function bundle(state: BundleState): BundleSummary {
  return {
    id: `00000000-0000-4000-8000-00000000000${state.length}`,
    styleId: 'studio-grey',
    state,
    generatedCount: 3,
    totalCount: 12,
    repair: null,
    coverUrl: null,
    isFrozen: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
}

const CASES: [PersonState, number, BundleState[], PersonStatus][] = [
  ['draft', 0, [], 'draft'],
  ['uploading', 0, [], 'collecting'],
  ['uploading', 3, [], 'collecting'],
  ['uploading', 4, [], 'ready'],
  ['ready', 4, [], 'ready'],
  ['training', 4, ['paid'], 'training'],
  ['trained', 4, ['generating'], 'developing'],
  ['trained', 4, ['ready', 'queued'], 'developing'],
  ['trained', 4, ['ready'], 'trained'],
  ['trained', 4, ['refunded'], 'ready'],
  ['failed', 4, ['refunded'], 'failed'],
]

const given = (state: PersonState, acceptedSelfieCount: number, bundles: BundleState[]): Person => ({
  ...person,
  state,
  acceptedSelfieCount,
  bundles: bundles.map(bundle),
})

test.each(CASES)('%s with %i good selfies and bundles %j stands at %s', (state, count, bundles, expected) => {
  expect(personStatusOf(given(state, count, bundles))).toBe(expected)
})

test.each(LOCALES)('a card in %s says each thing once, and nothing that contradicts it', (locale) => {
  for (const [state, count, bundles] of CASES) {
    const { container, unmount } = render(
      <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <ul>
          <PersonCard person={given(state, count, bundles)} />
        </ul>
      </NextIntlClientProvider>,
    )
    const [counts, standing] = [...container.querySelectorAll('p')].map((line) => line.textContent)
    // Counts only what exists; the status says when there is nothing yet.
    expect(counts ?? '').not.toMatch(/\b0\b/)
    expect((counts ?? '').includes(String(count))).toBe(count > 0)
    expect(standing ?? counts).not.toMatch(/[{}]/)
    unmount()
  }
})

test('with too few good selfies, a card gives the missing number only', () => {
  render(
    <NextIntlClientProvider locale="de" messages={MESSAGES.de} timeZone="UTC">
      <PersonCard person={given('uploading', 0, [])} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByText('Noch 4 gute Selfies nötig')).not.toBeNull()
  expect(screen.queryByText(/Keine Selfies|unterwegs/)).toBeNull()
})
