import { beforeEach, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Bundle, Headshot } from '#contract/bundles.ts'
import type { Receipt } from '#contract/payments.ts'
import { receipt } from '#components/checkout/receipt.fixture.ts'
import messages from '#messages/en.json' with { type: 'json' }

const payment: Receipt = {
  ...receipt,
  bundleId: '00000000-0000-4000-8000-000000000001',
  state: 'refunding',
  refundDueAmountMinor: 900,
}
let hasPayment = false
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({
  browserClient: () => ({
    call: (name: string) =>
      name === 'getPayments' && hasPayment
        ? Promise.resolve({ payments: [payment] })
        : new Promise(() => undefined),
  }),
}))
const { GalleryContent } = await import('./gallery-content.tsx')

const headshot = (name: string, changes: Partial<Headshot> = {}): Headshot => ({
  userImageKey: name.padEnd(22, '-'),
  likeness: 0.9,
  passed: true,
  reasons: [],
  engine: { name: 'studio', region: 'here', subProcessor: null, generates: false },
  rating: 'none',
  isFavourite: false,
  width: 1024,
  height: 1280,
  sizeBytes: 300_000,
  sha256: 'a'.repeat(64),
  thumbnailUrl: `https://pictures.test/${name}-small`,
  imageUrl: `https://pictures.test/${name}`,
  downloadUrl: `https://pictures.test/${name}-file`,
  ...changes,
})

const bundle = (changes: Partial<Bundle>): Bundle => ({
  id: '00000000-0000-4000-8000-000000000001',
  personId: '00000000-0000-4000-8000-000000000002',
  personName: 'Mara',
  styleId: 'studio-grey',
  state: 'ready',
  generatedCount: 2,
  totalCount: 12,
  coverUrl: null,
  isFrozen: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  userRating: null,
  refundableUntil: null,
  repair: null,
  shortfall: null,
  refusedCount: 0,
  repairOffer: null,
  cares: {},
  possibleCares: [],
  look: {},
  freeRerollsLeft: 3,
  rerolls: [],
  headshots: [headshot('a'), headshot('b')],
  ...changes,
})

function setUp(changes: Partial<Bundle>) {
  const answers = new Map()
  const page = (shown: Partial<Bundle>) => (
    <SWRConfig value={{ provider: () => answers }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <GalleryContent
          bundle={bundle(shown)}
          onRate={jest.fn()}
          onFavour={jest.fn()}
          onChanged={() => Promise.resolve()}
        />
      </NextIntlClientProvider>
    </SWRConfig>
  )
  const { rerender } = render(page(changes))
  return (next: Partial<Bundle>) => rerender(page(next))
}

beforeEach(() => window.history.replaceState(null, '', '/persons/1/bundles/2'))

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const frames = () => screen.queryAllByRole('option').length

test('during generation the finished headshots are shown, with the progress', () => {
  setUp({ state: 'generating' })
  expect([title(), frames()]).toEqual(['2 of 12 headshots', 2])
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 12 developed')
  expect(screen.getByText('Still developing')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Download all' })).toBeNull()
})

test('during a dispute no headshot is shown, and the reason is named', () => {
  setUp({ isFrozen: true, headshots: [] })
  expect([title(), frames()]).toEqual(['No headshots here', 0])
  expect(screen.getByText('Your bank is looking into this payment')).not.toBeNull()
})

test.each(['failed', 'refunded'] as const)(
  'a bundle that %s says where the money is, without alarm, and where to go from here',
  (state) => {
    setUp({ state, headshots: [], generatedCount: 0 })
    expect([title(), frames()]).toEqual(['No headshots here', 0])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText(/is refunded/)).not.toBeNull()
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual([`/en/persons/${bundle({}).personId}#styles`, '/en/account#receipts'])
  },
)

test('headshots that did not pass are shown on request, with their reasons, and not counted above the sheet', async () => {
  setUp({ headshots: [headshot('a'), headshot('b', { passed: false, reasons: ['soft'] })] })
  expect([title(), frames()]).toEqual(['One headshot', 1])
  expect(screen.getAllByText(/\d/).map(({ textContent }) => textContent)).not.toContain('2')
  await userEvent.click(screen.getByRole('button', { name: 'Show what we set aside' }))
  expect(screen.getByRole('listbox', { name: 'Set aside' })).not.toBeNull()
  expect(frames()).toBe(1)
  expect(screen.getByText('It is not sharp enough.')).not.toBeNull()
  // Only passed headshots can be re-rolled.
  expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back to your headshots' }))
  expect(screen.queryByText('It is not sharp enough.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Show what we set aside' })).toBe(document.activeElement)
})

test('pictures that a safety check refused are counted in words', () => {
  setUp({ refusedCount: 2, headshots: [headshot('a')] })
  expect(screen.getByText(/A safety check refused 2 pictures/)).not.toBeNull()
})

test('likeness and maker are described in words, on request', async () => {
  const engine = {
    name: 'fal',
    region: 'us' as const,
    subProcessor: 'Features & Labels, Inc.',
    generates: true,
  }
  setUp({ headshots: [headshot('a', { likeness: 0.6, engine }), headshot('b')] })
  expect(document.body.textContent).not.toContain('0.6')
  const words = screen.getByText('Likeness: the face is close to your selfies.')
  expect(words.closest('details')?.open).toBe(false)
  await userEvent.click(screen.getByText('About this picture'))
  expect(words.closest('details')?.open).toBe(true)
  expect(screen.getByText('Made by: Features & Labels, Inc.').closest('details')).toBe(
    words.closest('details'),
  )
})

test('the picks are shown alone, and all again when the last heart was taken back', async () => {
  const update = setUp({ headshots: [headshot('a', { rating: 'liked' }), headshot('b')] })
  await userEvent.click(screen.getByRole('button', { name: 'Your picks 1' }))
  expect(frames()).toBe(1)
  update({})
  expect(frames()).toBe(2)
  expect(screen.queryByRole('button', { name: /Your picks/ })).toBeNull()
})

test('a re-rolled headshot develops in its place; its end is announced', () => {
  const key = headshot('a').userImageKey
  const reroll = {
    id: 'r',
    userImageKey: key,
    isForFlaw: false,
    state: 'making',
    newUserImageKey: null,
    failure: null,
  } as const
  const update = setUp({ rerolls: [reroll] })
  expect(screen.getByRole('option', { name: /being redone$/ })).not.toBeNull()
  expect(screen.getByText('A new picture is developing in its place.')).not.toBeNull()
  const made = headshot('c')
  update({
    headshots: [headshot('b'), made],
    rerolls: [{ ...reroll, state: 'done', newUserImageKey: made.userImageKey }],
  })
  expect(screen.getByText('The new headshot is there.')).not.toBeNull()
  const pictures = screen
    .getAllByRole('option')
    .map((option) => option.querySelector('img')?.getAttribute('src'))
  expect(pictures).toEqual([made.thumbnailUrl, headshot('b').thumbnailUrl])
})

test('a failed re-roll gives its reason at its headshot, and that it is not counted', () => {
  const { userImageKey } = headshot('a')
  const reroll = { id: 'r', userImageKey, isForFlaw: false, newUserImageKey: null } as const
  const update = setUp({ rerolls: [{ ...reroll, state: 'making', failure: null }] })
  const why =
    'We tried other pictures, and none was good enough. You keep this one, and this attempt does not count.'
  expect(screen.queryByText(why)).toBeNull()
  const failed = { ...reroll, state: 'failed', failure: 'not_passed' } as const
  update({ rerolls: [failed] })
  // Announced as it ends, and shown beside the picture from then on.
  expect(screen.getAllByText(why)).toHaveLength(2)
  cleanup()
  setUp({ rerolls: [failed] })
  expect(screen.getAllByText(why)).toHaveLength(1)
  cleanup()
  setUp({ rerolls: [failed, { ...failed, id: 's', state: 'making', failure: null }] })
  expect(screen.queryByText(why)).toBeNull()
})

test('the address of a headshot that did not pass opens the list it is in', async () => {
  const rejected = headshot('c', { passed: false, reasons: ['soft'] })
  window.history.replaceState(null, '', `?headshot=${rejected.userImageKey}`)
  setUp({ headshots: [headshot('a'), headshot('b'), rejected] })
  expect(frames()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: messages.bundles.gallery.hideRejected }))
  expect([frames(), window.location.search]).toEqual([2, ''])
})

test('a bundle that was given back says how much is on its way', async () => {
  hasPayment = true
  setUp({ state: 'refunded', headshots: [] })
  expect(await screen.findByText(/€9 is on its way back to you/)).not.toBeNull()
})
