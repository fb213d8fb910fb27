import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { Headshot, HeadshotRating } from '#contract/bundles.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { commandOfKey, targetOf } from './gallery-keys.ts'
import { inPlaces } from './use-steady-order.ts'

const tracked = jest.fn()
jest.unstable_mockModule('#lib/analytics/track.ts', () => ({ trackUsage: tracked }))
const { Gallery } = await import('./gallery.tsx')

const headshot = (index: number): Headshot => ({
  userImageKey: `headshot-number-${index}`.padEnd(22, '-'),
  likeness: 0.96 - index / 100,
  passed: true,
  rating: 'none',
  isFavourite: false,
  reasons: [],
  engine: { name: 'studio', region: 'here', subProcessor: null, generates: false },
  width: 1024,
  height: 1280,
  sizeBytes: 300_000,
  sha256: 'a'.repeat(64),
  thumbnailUrl: `https://pictures.test/${index}-small`,
  imageUrl: `https://pictures.test/${index}`,
  downloadUrl: `https://pictures.test/${index}-file`,
})

const scrolledTo = jest.fn()
beforeEach(() => {
  window.history.replaceState(null, '', '/persons/1/bundles/2')
  scrolledTo.mockClear()
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolledTo(this)
  }
})

function setUp(headshots = Array.from({ length: 6 }, (_, index) => headshot(index))) {
  const onRate = jest.fn<(headshot: Headshot, rating: HeadshotRating) => void>()
  const onFavour = jest.fn<(headshot: Headshot, isFavourite: boolean) => void>()
  const onAction = jest.fn<(action: string, headshot: Headshot) => void>()
  const rated = () => onRate.mock.calls.map(([{ userImageKey }, rating]) => [userImageKey, rating])
  const asked = () => onAction.mock.calls.map(([action, { userImageKey }]) => [action, userImageKey])
  const favoured = () =>
    onFavour.mock.calls.map(([{ userImageKey }, isFavourite]) => [userImageKey, isFavourite])
  const page = (
    shown: Headshot[],
    replacements = new Map<string, string>(),
    rerolled = new Set<string>(),
  ) => (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Gallery
        label="Headshots"
        headshots={shown}
        developingCount={0}
        rerolled={rerolled}
        failed={new Map()}
        replacements={replacements}
        onRate={onRate}
        onFavour={onFavour}
        onAction={onAction}
      />
      <input aria-label="elsewhere" />
    </NextIntlClientProvider>
  )
  const { rerender } = render(page(headshots))
  const show = (...shown: Parameters<typeof page>) => rerender(page(...shown))
  const options = screen.getAllByRole('option')
  const chosen = () =>
    screen.getAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true')
  const focused = () => options.findIndex((option) => option === document.activeElement)
  const download = () => screen.getByRole('link', { name: 'Download' }).getAttribute('href')
  return { options, show, chosen, focused, download, rated, asked, favoured }
}

describe('the gallery', () => {
  test('shares no headshot in whose place another one is made: its link would end with it', () => {
    const { show } = setUp([headshot(0)])
    const share = () => screen.getByRole('button', { name: 'Share' })
    expect(share()).toHaveProperty('disabled', false)
    show([headshot(0)], new Map(), new Set([headshot(0).userImageKey]))
    expect(share()).toHaveProperty('disabled', true)
  })

  test('opens at the best and offers its file', () => {
    const { chosen, download } = setUp()
    expect(chosen()).toBe(0)
    expect(download()).toBe('https://pictures.test/0-file')
  })

  test('has one stop for the tab key, and names each headshot', () => {
    const { options } = setUp()
    expect(options.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1, -1])
    expect(options[1]?.getAttribute('aria-label')).toBe('Headshot 2 of 6')
  })

  test('follows the keys with choice, focus and file', async () => {
    const { options, chosen, focused, download } = setUp()
    options[0]?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([chosen(), focused()]).toEqual([1, 1])
    await userEvent.keyboard('{End}')
    expect([chosen(), focused()]).toEqual([5, 5])
    await userEvent.keyboard('{ArrowRight}')
    expect(chosen()).toBe(5)
    await userEvent.keyboard('{Home}')
    expect([chosen(), focused()]).toEqual([0, 0])
    await userEvent.keyboard('{ArrowDown}')
    expect([chosen(), download()]).toEqual([4, 'https://pictures.test/4-file'])
  })

  test('gives the reasons of a headshot that did not pass, and none for one that did', async () => {
    const failed: Headshot = { ...headshot(1), passed: false, reasons: ['unlike', 'soft'] }
    const { options } = setUp([headshot(0), failed])
    expect(screen.queryByRole('heading', { name: 'Why it was set aside' })).toBeNull()
    await userEvent.click(options[1] as HTMLElement)
    expect(screen.getByRole('heading', { name: 'Why it was set aside' })).not.toBeNull()
    expect(screen.getByText('It is too far from the selfies.')).not.toBeNull()
    expect(screen.getByText('It is not sharp enough.')).not.toBeNull()
  })

  test.each([
    ['was finished from a selfie', false, 'The eyes look away. Take a selfie looking into the lens.'],
    ['was generated', true, 'The eyes look away.'],
  ])('advises another selfie of a headshot that %s: %s', (_what, generates, sentence) => {
    const engine = { name: 'x', region: 'own', subProcessor: null, generates } as const
    setUp([{ ...headshot(0), passed: false, reasons: ['looking_away'], engine }])
    expect(screen.getByText(/The eyes look away/).textContent).toBe(sentence)
  })

  test.each([
    ['was finished from a selfie', { generates: false }, 'An AI-edited picture'],
    ['was generated', { generates: true }, 'An AI-generated picture'],
    ['was made by an engine that is no longer known', null, 'A picture made with AI'],
  ])('says how a headshot that %s was made', (_what, made, words) => {
    const engine = made && ({ name: 'x', region: 'own', subProcessor: null, ...made } as const)
    setUp([{ ...headshot(0), engine }])
    expect(screen.getByText(/^An? .*passports/).textContent).toMatch(new RegExp(`^${words}, marked`))
  })

  test('follows a click, and brings the large picture into sight', async () => {
    const { options, chosen } = setUp()
    await userEvent.click(options[3] as HTMLElement)
    expect(chosen()).toBe(3)
    const large = screen.getByRole('img', { name: 'Headshot 4 of 6' }).closest('[tabindex]')
    expect(scrolledTo).toHaveBeenCalledWith(large)
  })

  test.each(['{Enter}', ' '])('%j leads from the sheet to the large picture', async (key) => {
    const { options } = setUp()
    options[0]?.focus()
    await userEvent.keyboard(`{ArrowRight}${key}`)
    const large = screen.getByRole('img', { name: 'Headshot 2 of 6' }).closest('[tabindex]')
    expect(document.activeElement).toBe(large)
    expect(scrolledTo).toHaveBeenCalledWith(large)
  })

  test('arrows turn the page at the large picture too', async () => {
    const { options, chosen } = setUp()
    options[0]?.focus()
    await userEvent.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(chosen()).toBe(1)
  })

  test('rates the chosen one by its buttons, and takes a rating back', async () => {
    const { options, rated } = setUp([headshot(0), { ...headshot(1), rating: 'loved' }])
    await userEvent.click(screen.getByRole('button', { name: 'Love', pressed: false }))
    await userEvent.click(options[1] as HTMLElement)
    await userEvent.click(screen.getByRole('button', { name: 'Love', pressed: true }))
    expect(rated()).toEqual([
      [headshot(0).userImageKey, 'loved'],
      [headshot(1).userImageKey, 'none'],
    ])
    expect(options[1]?.getAttribute('aria-label')).toBe('Headshot 2 of 2, loved')
  })

  test('rates the chosen one by 1, 2 and 3, and leaves the browser its own keys', async () => {
    const { options, rated } = setUp([headshot(0), headshot(1)])
    options[0]?.focus()
    await userEvent.keyboard('{ArrowRight}3{ArrowLeft}21{Control>}2{/Control}4')
    expect(rated()).toEqual([
      [headshot(1).userImageKey, 'loved'],
      [headshot(0).userImageKey, 'liked'],
      [headshot(0).userImageKey, 'none'],
    ])
  })

  test('single keys favour, compare and list the keys, unless the focus is in a text field', async () => {
    const { options, asked, favoured } = setUp([headshot(0), { ...headshot(1), isFavourite: true }])
    await userEvent.keyboard('fc?')
    await userEvent.click(options[1] as HTMLElement)
    await userEvent.keyboard('F')
    await userEvent.click(screen.getByRole('textbox', { name: 'elsewhere' }))
    await userEvent.keyboard('fc3?')
    expect(favoured()).toEqual([
      [headshot(0).userImageKey, true],
      [headshot(1).userImageKey, false],
    ])
    expect(asked()).toEqual([
      ['compare', headshot(0).userImageKey],
      ['keys', headshot(0).userImageKey],
    ])
    expect(options[1]?.getAttribute('aria-label')).toBe('Headshot 2 of 2, your favorite')
  })

  test('d downloads the chosen one', async () => {
    const { options, download } = setUp()
    const clicked: (string | null)[] = []
    screen.getByRole('link', { name: 'Download' }).addEventListener('click', (event) => {
      event.preventDefault()
      clicked.push(download())
    })
    await userEvent.click(options[2] as HTMLElement)
    await userEvent.keyboard('d')
    expect(clicked).toEqual(['https://pictures.test/2-file'])
    const body = { userImageKey: headshot(2).userImageKey }
    expect(tracked.mock.calls).toEqual([['headshot_downloaded', { body }]])
  })

  test('one headshot is compared with none', async () => {
    const { asked } = setUp([headshot(0)])
    await userEvent.keyboard('c')
    expect(asked()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Compare two' })).toBeNull()
  })

  test('the selection moves to the re-rolled headshot', async () => {
    const { options, show, chosen } = setUp([headshot(0), headshot(1), headshot(2)])
    await userEvent.click(options[1] as HTMLElement)
    const replacements = new Map([[headshot(1).userImageKey, headshot(9).userImageKey]])
    show([headshot(0), headshot(2), headshot(9)], replacements)
    expect(chosen()).toBe(2)
  })

  test('the address holds the chosen headshot, and a reload shows it', async () => {
    const { options } = setUp()
    await userEvent.click(options[2] as HTMLElement)
    expect(window.location.search).toBe(`?headshot=${headshot(2).userImageKey}`)
    cleanup()
    expect(setUp().chosen()).toBe(2)
  })

  test('Back leads out of the chosen headshot, however many were looked at', async () => {
    const { options, chosen } = setUp()
    await userEvent.click(options[2] as HTMLElement)
    await userEvent.click(options[4] as HTMLElement)
    await act(async () => {
      const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      window.history.back()
      await moved
    })
    expect([window.location.search, chosen()]).toEqual(['', 0])
  })

  test('shows the best headshot until the user selects one, also when a better one comes later', async () => {
    const { options, show, chosen } = setUp([headshot(1), headshot(2)])
    show([headshot(0), headshot(1), headshot(2)])
    expect([chosen(), screen.getAllByRole('option')]).toMatchObject([0, { length: 3 }])
    await userEvent.click(options[0] as HTMLElement)
    show([headshot(9), headshot(0), headshot(1), headshot(2)])
    expect(chosen()).toBe(2)
  })

  test('goes on from picture to picture beside the large one, and stops at the ends', async () => {
    const { chosen } = setUp([headshot(0), headshot(1)])
    const next = screen.getByRole('button', { name: 'Next headshot' })
    await userEvent.click(next)
    expect([chosen(), next.getAttribute('aria-disabled')]).toEqual([1, 'true'])
    await userEvent.click(next)
    expect(chosen()).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Previous headshot' }))
    expect(chosen()).toBe(0)
  })
})

test.each([
  ['ArrowDown', 1, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 2, 2],
  ['ArrowLeft', 0, 0],
  ['Tab', 3, undefined],
] as const)('%s at frame %i of twelve, four in a row, leads to %s', (key, index, expected) => {
  expect(targetOf(key, index, 4, 12)).toBe(expected)
})

test.each([
  ['1', {}, { kind: 'rate', rating: 'none' }],
  ['C', {}, { kind: 'compare' }],
  ['?', { altKey: true }, { kind: 'keys' }],
  ['d', { ctrlKey: true }, undefined],
  ['f', { metaKey: true }, undefined],
  ['3', { altKey: true }, undefined],
  ['x', {}, undefined],
] as const)('%s with %j means %j', (key, held, expected) => {
  expect(commandOfKey({ key, altKey: false, ctrlKey: false, metaKey: false, ...held })).toEqual(expected)
})

test.each([
  ['the first time as they come', '', 'a b c', [], 'a b c'],
  ['later in the places they had', 'a b c', 'c a b', [], 'a b c'],
  ['one made anew in the place of the old one', 'a b c', 'a c X', ['bX'], 'a X c'],
  ['one made anew twice between two looks', 'a b c', 'a c Y', ['bX', 'XY'], 'a Y c'],
  ['what is gone leaves its place, what is new stands last', 'a b c', 'a c d', [], 'a c d'],
] as const)('frames stand %s', (_name, order, there, rerolls, expected) => {
  const headshots = there.split(' ').map((userImageKey) => ({ userImageKey }))
  const made = rerolls.map(([userImageKey = '', newUserImageKey = '']) => ({ userImageKey, newUserImageKey }))
  expect(inPlaces(order.split(' ').filter(Boolean), headshots, made).join(' ')).toBe(expected)
})
