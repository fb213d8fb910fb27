import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { BundleOffer } from '#contract/bundles.ts'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER, StudioStyleId, isLook, type StyleId } from '#contract/styles.ts'
import { person } from '#components/persons/person.fixture.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

/** What the backend says to each call. */
const answers: Record<string, () => object> = {
  getReferralCredits: () => ({ credits: 0, referredCount: 0, rewardedCount: 0 }),
}
const call = jest.fn((name: string, _input: object, _options?: object) =>
  Promise.resolve().then(() => answers[name]?.() ?? Promise.reject(new CallError('route_not_found'))),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { StyleOffers } = await import('./style-offers.tsx')
const { browserDiscount } = await import('#lib/discount/browser-discount.ts')

function offersOf(includesTraining: boolean, bought: StyleId[] = []): BundleOffer[] {
  return StudioStyleId.options.map((styleId) => offerOf(styleId, includesTraining, bought))
}

function offerOf(styleId: StyleId, includesTraining: boolean, bought: StyleId[] = []): BundleOffer {
  return {
    styleId,
    tier: STYLE_TIER[styleId],
    price: {
      amountMinor: includesTraining ? 1000 : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]],
      regularAmountMinor: includesTraining ? 1000 : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]],
      currency: 'USD',
    },
    includesTraining,
    creditAmount: includesTraining ? 10 : 1,
    bundleId: bought.includes(styleId) ? 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d' : null,
    sampleUrl: null,
    ...(isLook(styleId)
      ? { headshotCount: 12, selfieCount: 7, possibleCares: [], engines: ['fal'] }
      : { headshotCount: 10, selfieCount: 5, possibleCares: ['glare', 'teeth'], engines: ['studio'] }),
  }
}

function show(
  offers: BundleOffer[],
  acceptedCount = 4,
  areSamplesComing = false,
  atBank: readonly StyleId[] = [],
) {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <StyleOffers
        person={person}
        acceptedCount={acceptedCount}
        offers={offers}
        atBank={atBank}
        areSamplesComing={areSamplesComing}
        onBought={() => Promise.resolve()}
        onOrdered={() => undefined}
      />
    </NextIntlClientProvider>,
  )
}

beforeAll(() => {
  // jsdom has the element but not its modal methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

test('the first bundle costs the same in every style, which is said once', () => {
  show(offersOf(true))
  expect(screen.getAllByRole('button', { name: /^Choose / })).toHaveLength(StudioStyleId.options.length)
  expect(screen.getAllByText(/^\$/).map((price) => price.textContent)).toEqual(['$10'])
})

test('a further bundle has the price of its style, and bought styles are not offered again', () => {
  show(offersOf(false, ['studio-grey']))
  expect(screen.queryByRole('button', { name: 'Choose Studio Gray' })).toBeNull()
  const prices = screen.getAllByText(/^\$/).map((price) => price.textContent)
  expect(prices).toHaveLength(StudioStyleId.options.length - 1)
  expect(new Set(prices)).toEqual(new Set(['$0.99', '$1.99', '$2.99', '$3.99']))
})

test('a style of which a bank has the payment says so, and is offered neither alone nor with others', async () => {
  show(offersOf(true), 4, false, ['studio-grey', 'library'])
  expect(screen.getAllByText('Ordered: your bank is processing the payment')).toHaveLength(2)
  for (const style of ['Studio Gray', 'Library'])
    expect(screen.queryByRole('button', { name: `Choose ${style}` })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Choose City/ }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByText(messages.shop.more.title))
  expect(dialog.getAllByRole('checkbox')).toHaveLength(StudioStyleId.options.length - 3)
  expect(dialog.queryByRole('checkbox', { name: /Library/ })).toBeNull()
})

test('how many selfies are missing is said where the samples are announced after it, so that no style moves', () => {
  show(offersOf(true), 3, true)
  const missing = screen.getByText('One more good selfie, then you can choose.')
  const samples = screen.getAllByRole('status').find((status) => missing.parentElement?.contains(status))
  expect(samples?.textContent).toBe('')
  cleanup()
  show(offersOf(true), 4, true)
  expect(screen.getByText(/^Quick samples/).getAttribute('role')).toBe('status')
})

test("each style shows the person's samples once there are any, and a drawn person before", () => {
  show(offersOf(true), 4, true)
  expect(screen.getByText(`Quick samples of ${person.name} are on their way.`)).not.toBeNull()
  expect(screen.queryByRole('img', { name: /in the style/ })).toBeNull()
  cleanup()
  const sampleUrl = 'https://files.example/persons/1/samples/library-0.jpg?signature=1'
  show(offersOf(true).map((offer) => (offer.styleId === 'library' ? { ...offer, sampleUrl } : offer)))
  expect(screen.getByRole('img', { name: `${person.name} in the style Library` }).getAttribute('src')).toBe(
    sampleUrl,
  )
  expect(screen.queryByText(/on their way/)).toBeNull()
})

test('with too few selfies no style can be chosen yet', () => {
  show(offersOf(true), 3)
  expect(screen.getByText('One more good selfie, then you can choose.')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Choose / })).toBeNull()
})

test('an invalid code gives its reason, until it is dismissed', async () => {
  const message = 'This discount code has expired.'
  answers.validateDiscount = () => ({ isValid: false, id: null, amount: 0, type: 'percentage', message })
  browserDiscount().setAuth('signed_in')
  browserDiscount().enter('SPRING')
  show(offersOf(true))
  const notice = (await screen.findByText(message)).closest('[role=status]')
  expect(notice?.textContent).toContain('Discount code SPRING')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(message)).toBeNull()
})

test('a valid code shows in the prices, until it is removed', async () => {
  answers.validateDiscount = () => ({ isValid: true, id: 'x', amount: 50, type: 'percentage', message: null })
  browserDiscount().enter('HALF')
  show(offersOf(true))
  expect(await screen.findByText('Code HALF: 50% off')).not.toBeNull()
  expect(screen.getByText('$5').nextElementSibling?.textContent).toBe('instead of $10')
  await userEvent.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(screen.getByText('$10').tagName).toBe('STRONG')
})

describe('the due amount', () => {
  const priced = (amountMinor: number, regularAmountMinor = amountMinor) =>
    offersOf(true).map((offer) => ({
      ...offer,
      price: { amountMinor, regularAmountMinor, currency: 'EUR' as const },
    }))
  const confirm = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Choose Studio Gray' }))
    return within(screen.getByRole('dialog')).getByRole('definition').textContent
  }

  test('is 0 with a full discount', async () => {
    show(priced(0, 900))
    expect(screen.getByText('Nothing to pay').nextElementSibling?.textContent).toBe('instead of €9')
    expect(await confirm()).toBe('€0')
    expect(screen.getByRole('button', { name: 'Make my headshots' })).not.toBeNull()
  })

  test('the price, where there is one', async () => {
    show(priced(900))
    expect(screen.getByText('€9').tagName).toBe('STRONG')
    expect(screen.queryByText(/free|later|instead/i)).toBeNull()
    expect(await confirm()).toBe('€9')
    expect(screen.getByRole('button', { name: 'Pay €9' })).not.toBeNull()
  })

  test('is the discounted price, until the backend refuses the code', async () => {
    answers.validateDiscount = () => ({
      isValid: true,
      id: 'x',
      amount: 20,
      type: 'percentage',
      message: null,
    })
    answers.createCheckoutSession = () => {
      throw new CallError('discount_used_up')
    }
    browserDiscount().setAuth('signed_in')
    browserDiscount().enter('SUMMER20')
    show(priced(900))
    await userEvent.click(screen.getByRole('button', { name: 'Choose Studio Gray' }))
    const dialog = within(screen.getByRole('dialog'))
    const shown = () => dialog.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(shown()).toEqual(['-€1.80', '€7.20'])
    expect(dialog.getByText('Discount code SUMMER20')).not.toBeNull()

    await userEvent.selectOptions(dialog.getByLabelText('Shine'), 'Subtle')
    await userEvent.click(dialog.getByRole('button', { name: 'Pay €7.20' }))
    const underKey = { idempotencyKey: expect.any(String) }
    const body = expect.objectContaining({ discountCode: 'SUMMER20', cares: { glare: 'light' } })
    expect(call).toHaveBeenLastCalledWith('createCheckoutSession', { body }, underKey)
    expect(await dialog.findByText('This discount code has been used up.')).not.toBeNull()
    expect(shown()).toEqual(['€9'])

    answers.createCheckoutSession = () => ({ status: 'fulfilled', bundleId: person.id, isRepeat: false })
    await userEvent.click(dialog.getByRole('button', { name: 'Pay €9' }))
    const fullPrice = { body: expect.not.objectContaining({ discountCode: expect.anything() }) }
    expect(call).toHaveBeenLastCalledWith('createCheckoutSession', fullPrice, underKey)
  })

  test('terms and privacy policy are named before an order, in pages of their own', async () => {
    show(priced(900))
    await confirm()
    const links = within(screen.getByRole('dialog')).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/en/legal/terms', '_blank'],
      ['/en/legal/privacy-policy', '_blank'],
    ])
  })

  test('the ways to pay are named before paying', async () => {
    show(priced(900))
    await confirm()
    expect(screen.getByText(/by card, Apple Pay, Google Pay/)).not.toBeNull()
  })

  test('a refused code is forgotten with an order that goes on without it', async () => {
    const message = 'This discount code has expired.'
    answers.validateDiscount = () => ({ isValid: false, id: null, amount: 0, type: 'percentage', message })
    answers.createCheckoutSession = () => ({ status: 'fulfilled', bundleId: person.id, isRepeat: false })
    browserDiscount().clear()
    browserDiscount().setAuth('signed_in')
    browserDiscount().enter('SPRING')
    show(priced(900))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    await confirm()
    await userEvent.click(screen.getByRole('button', { name: 'Pay €9' }))
    await waitFor(() => expect(browserDiscount().getState().discount).toBeNull())
    expect(screen.queryByText(message)).toBeNull()
  })

  test('is below the regular price with a friend’s invitation, which is named', async () => {
    browserDiscount().clear()
    show(priced(810, 900))
    expect(screen.getByText('€8.10').nextElementSibling?.textContent).toBe('instead of €9')
    expect(screen.getByText('€9').tagName).toBe('S')
    expect(screen.getByText('A friend invited you: your first set costs 10 percent less.')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Choose Studio Gray' }))
    const dialog = within(screen.getByRole('dialog'))
    const rows = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
    expect([dialog.getByText('A friend’s invitation').tagName, rows]).toEqual(['DT', ['-€0.90', '€8.10']])
  })

  test('is that of all styles that are ordered together, and each is named with its price', async () => {
    browserDiscount().clear()
    answers.createCheckoutSession = () => ({ status: 'fulfilled', bundleId: person.id, isRepeat: false })
    show(priced(900))
    await userEvent.click(screen.getByRole('button', { name: 'Choose Studio Gray' }))
    const dialog = within(screen.getByRole('dialog'))
    const title = () => dialog.getByRole('heading', { level: 2 }).textContent
    expect(title()).toBe(`Studio Gray for ${person.name}`)
    await userEvent.click(dialog.getByText(messages.shop.more.title))
    await userEvent.click(dialog.getByRole('checkbox', { name: /Library/ }))
    expect(title()).toBe(`2 styles for ${person.name}`)
    // The dearest style brings the training: what another one adds is the price of the one that no longer does.
    expect(dialog.getByRole('checkbox', { name: /City/ }).closest('label')?.textContent).toContain('+ €2.99')
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '€9.00',
      '€0.99',
      '€9.99',
    ])
    expect(dialog.getByText(/You pay for 20 different headshots/)).not.toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Pay €9.99' }))
    const body = expect.objectContaining({ styleId: 'studio-grey', alsoStyleIds: ['library'] })
    expect(call).toHaveBeenLastCalledWith('createCheckoutSession', { body }, expect.anything())
  })

  test('is ordered by itself once the service is back', async () => {
    let attempts = 0
    answers.createCheckoutSession = () => {
      attempts += 1
      if (attempts === 1) throw new CallError('unavailable', { retryAfterMs: 1 })
      return { status: 'fulfilled', bundleId: person.id, isRepeat: false }
    }
    show(priced(900))
    await userEvent.click(screen.getByRole('button', { name: 'Choose Studio Gray' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Pay €9' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(attempts).toBe(2)
    const orders = call.mock.calls.filter(([name]) => name === 'createCheckoutSession').slice(-2)
    const [first, again] = orders.map(([, , options]) => options)
    expect([first, again]).toEqual([{ idempotencyKey: expect.any(String) }, first])
  })
})

describe('looks', () => {
  const keeps = { selfies: 'not_stated', models: 24, pictures: 24 }
  const engines = [
    {
      name: 'studio',
      trains: true,
      generates: false,
      region: 'here',
      subProcessor: null,
      takesOrders: true,
      licence: 'own',
      keeps: { selfies: 0, models: 'until_deleted', pictures: 0 },
    },
    {
      name: 'fal',
      trains: true,
      generates: true,
      region: 'us',
      subProcessor: 'Vendor, Inc.',
      takesOrders: true,
      licence: 'FLUX',
      keeps,
    },
  ]
  const storage = { place: 'here', company: null, region: null }

  test('are told apart from finished photographs before one is chosen, and nothing is where there are none', async () => {
    answers.getProcessing = () => ({ engines, storage, staysHere: false })
    show([offerOf('library', false), offerOf('blazer', false)])
    expect(await screen.findByRole('heading', { name: messages.shop.groups.finished.title })).not.toBeNull()
    expect(screen.getByRole('heading', { name: messages.shop.groups.generated.title })).not.toBeNull()
    document.body.replaceChildren()
    show([offerOf('library', false)])
    expect(screen.queryByRole('heading', { name: messages.shop.groups.finished.title })).toBeNull()
  })

  test('say by whom, where and for how long anything is kept, and take the choices along', async () => {
    answers.getProcessing = () => ({ engines, storage, staysHere: false })
    answers.createCheckoutSession = () => ({ status: 'fulfilled', bundleId: person.id, isRepeat: false })
    show([offerOf('library', false), offerOf('blazer', false)])
    await userEvent.click(screen.getByRole('button', { name: 'Choose Blazer' }))
    const dialog = within(screen.getByRole('dialog'))
    const summary = await dialog.findByText(messages.shop.made.title)
    expect(summary.parentElement?.textContent).toBe('How it is madeGenerated')
    await userEvent.click(summary)
    expect(dialog.getByRole('heading', { name: 'Vendor, Inc.' })).not.toBeNull()
    expect(dialog.queryByRole('heading', { name: messages.processing.names.here })).toBeNull()
    expect(dialog.getByText(messages.processing.regions.us)).not.toBeNull()
    expect(dialog.getAllByText('For 24 hours')).toHaveLength(2)
    expect(dialog.getByText('We make 12 headshots from 7 selfies.')).not.toBeNull()
    expect(dialog.queryByText(messages.cares.title)).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Expression'), 'Calm')
    await userEvent.selectOptions(dialog.getByLabelText('Backdrop'), 'Deep blue')
    await userEvent.selectOptions(dialog.getByLabelText('Expression'), 'Mixed')
    await userEvent.click(dialog.getByRole('button', { name: /^Pay / }))
    const body = expect.objectContaining({ styleId: 'blazer', look: { backdrop: 'navy' } })
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('createCheckoutSession', { body }, expect.anything()),
    )
  })

  test('choose nothing for a style that is none', async () => {
    answers.getProcessing = () => ({ engines, storage, staysHere: false })
    show([offerOf('library', false)])
    await userEvent.click(screen.getByRole('button', { name: 'Choose Library' }))
    const dialog = within(screen.getByRole('dialog'))
    expect((await dialog.findByText(messages.shop.made.title)).parentElement?.textContent).toBe(
      'How it is madeYour photographs, finished',
    )
    expect(dialog.queryByLabelText('Expression')).toBeNull()
  })
})
