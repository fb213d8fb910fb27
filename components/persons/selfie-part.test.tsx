import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import type { Person } from '#contract/persons.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { person } from './person.fixture.ts'

// What the parts hold is their own tests' matter.
jest.unstable_mockModule('#components/upload/selfie-panel.tsx', () => ({
  SelfiePanel: () => <p>the desk</p>,
}))
jest.unstable_mockModule('#components/upload/selfie-sheet.tsx', () => ({
  SelfieSheet: () => <p>the sheet</p>,
}))
jest.unstable_mockModule('./consent-ask.tsx', () => ({ ConsentAsk: () => <p>the consent</p> }))
const { RenewalNote, SelfiePart } = await import('./selfie-part.tsx')

const inEnglish = (part: ReactNode) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    {part}
  </NextIntlClientProvider>
)
const show = (part: Partial<Person>) =>
  render(
    inEnglish(
      <SelfiePart
        person={{ ...person, ...part }}
        selfies={[]}
        coach={undefined}
        onConsent={() => Promise.resolve()}
      />,
    ),
  ).container.textContent

test.each([
  ['collects while there is no model', {}, /^the desk$/],
  ['asks for the consent that was taken back', { state: 'draft', consent: null }, /^the consent$/],
  [
    'asks for the wording of today before more are added to an older one',
    { consent: { version: 'biometric-1', isCurrent: false, givenAt: '2026-01-01T00:00:00.000Z' } },
    /^the consent$/,
  ],
  ['offers a trained person to renew them', { state: 'trained' }, /You can renew the selfies once/],
  [
    'takes them for styles that are made anew',
    { state: 'trained', isRenewalUsed: true },
    /The selfies were renewed once\. Better ones now serve/,
  ],
  ['shows them when they were renewed', { state: 'trained', takesSelfies: false }, /^the sheet$/],
  ['shows them while a training runs', { state: 'training', takesSelfies: false }, /^the sheet$/],
] as const)('%s', (_name, part, expected) => {
  expect(show(part)).toMatch(expected)
})

test('before a style is chosen it shows the number of selfies used, and that it costs no more', () => {
  const trained = { ...person, state: 'trained' as const, acceptedSelfieCount: 9, newSelfieCount: 2 }
  render(inEnglish(<RenewalNote person={trained} />))
  expect(screen.getByRole('status').textContent).toBe(
    '2 new selfies: the next set is made from all 9 good ones. The studio prepares them first; the price stays the same.',
  )
})

test('for a person without new selfies it is empty', () => {
  render(inEnglish(<RenewalNote person={{ ...person, state: 'trained' }} />))
  expect(screen.queryByRole('status')).toBeNull()
})
