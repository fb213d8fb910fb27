import { expect, type BrowserContext, type Page, type Route } from 'playwright/test'
import { z } from 'zod'
import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER } from '#contract/styles.ts'
import type { Locale } from '#contract/locales.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { DECLINED_CARD, typeCard } from '#tests/support/journey.ts'
import { translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { openAs, readyPerson } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { CARDS } from '#tests/support/stripe-emulator.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

test.describe.configure(STUDIO_TEST)

const STYLE = 'studio-grey'
const PHONE = { width: 390, height: 844 }

/** Opens the dialog in which the style is bought. */
async function choose(page: Page, locale: Locale): Promise<void> {
  const t = translatorOf(locale)
  const style = t(`styles.${STYLE}.name`)
  await page.getByRole('button', { name: t('shop.choose.takeNamed', { style }) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function pay(page: Page, locale: Locale): Promise<void> {
  const t = translatorOf(locale)
  const price = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', locale)
  await page.getByRole('button', { name: t('shop.confirm.submit', { price }) }).click()
  await expect(page.locator('#number')).toBeVisible()
}

test('invalid codes are refused, an abandoned order is continued, and a bank refuses and then asks', async ({
  page,
}) => {
  const t = translatorOf('de')
  const { account, client, personId } = await readyPerson('Mara')
  await openAs(page, account, `/persons/${personId}?discount=NIEMALS`)
  await expect(page.getByText(t('shop.confirm.discount', { code: 'NIEMALS' }))).toBeVisible()
  const style = t(`styles.${STYLE}.name`)
  await expect(
    page.getByRole('img', { name: t('shop.choose.sampleAlt', { name: 'Mara', style }) }),
  ).toBeVisible(STUDIO_WORK)
  await expectSoundScreen(page)
  await page.getByRole('button', { name: t('ui.close') }).click()

  await choose(page, 'de')
  await page.getByRole('button', { name: t('shop.discount.open') }).click()
  await page.getByRole('button', { name: t('shop.discount.apply') }).click()
  await expect(page.getByText(t('shop.discount.blank'))).toBeVisible()
  await page.getByLabel(t('shop.discount.label')).fill('SCHNEE')
  await page.getByRole('button', { name: t('shop.discount.apply') }).click()
  await expect(page.getByRole('dialog').getByText(t('errors.discount_unknown'))).toBeVisible()
  await expectSoundScreen(page)

  await pay(page, 'de')
  await page.goBack()
  await expect(page.getByText(t('shop.order.title', { style }))).toBeVisible()
  await expectSoundScreen(page)
  await page.getByRole('button', { name: t('shop.order.resume') }).click()
  await typeCard(page, DECLINED_CARD)
  await expect(page.locator('#number')).toBeVisible()
  await page.locator('a.back').first().click()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.declined.title') })).toBeVisible()
  await expectSoundScreen(page)

  await page.getByRole('link', { name: t('checkout.again') }).click()
  await choose(page, 'de')
  await pay(page, 'de')
  await typeCard(page, CARDS.challenge)
  await page.getByRole('button', { name: 'Ja, bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  await expectSoundScreen(page)
  // The headshots are not needed, here and below: deleting the person frees the studio for other tests.
  await client.call('deletePerson', { query: { personid: personId } })
})

test('two browsers, a canceled order and a lost connection make one purchase, without loss', async ({
  browser,
}) => {
  const t = translatorOf('es')
  const { account, client, personId } = await readyPerson('Noor')
  const open = async () => {
    const context = await browser.newContext({ viewport: PHONE, locale: 'es' })
    const opened = await context.newPage()
    await openAs(opened, account, `/persons/${personId}`, 'es')
    return opened
  }
  const [page, other] = await Promise.all([open(), open()])
  const both = [page, other]
  const address = `${productUnderTest().siteUrl}/es/persons/${personId}`
  await choose(page, 'es')
  await pay(page, 'es')
  const ended = page.url()
  await other.reload()
  await other.getByRole('button', { name: t('shop.order.cancel') }).click()
  await expect(other.getByText(t('shop.order.canceled'))).toBeVisible()
  await page.reload()
  await expect(page.locator('#number')).toHaveCount(0)

  await page.goto(address)
  const late = await page.context().newPage()
  await late.goto(address)
  await Promise.all([...both, late].map((each) => choose(each, 'es')))
  await Promise.all(both.map((each) => pay(each, 'es')))
  expect(other.url()).toBe(page.url())
  expect(other.url()).not.toBe(ended)
  await Promise.all(both.map((each) => typeCard(each, CARDS.paid)))
  const paid = (each: Page) => each.getByRole('heading', { level: 1, name: t('checkout.paid.title') })
  const areAnyPaid = async () => (await Promise.all(both.map((each) => paid(each).count()))).some(Boolean)
  await expect.poll(areAnyPaid).toBe(true)
  const complete = [page, other].map((each) => each.url()).find((url) => url.includes('/checkout/complete'))
  for (const each of both) {
    // Where the payment page says that the session has ended, the way back leads to the same message.
    if (!each.url().includes('/checkout/complete')) await each.goto(complete ?? '')
    await expect(paid(each)).toBeVisible()
  }
  const oneOfEach = async () => {
    const { payments } = await client.call('getPayments', {})
    const { bundles } = await client.call('getPerson', { query: { personid: personId } })
    return [payments.map(({ state }) => state).sort(), bundles.length]
  }
  expect(await oneOfEach()).toEqual([['expired', 'paid'], 1])

  // A third window, whose dialog was open all along.
  const price = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'es')
  await late.getByRole('button', { name: t('shop.confirm.submit', { price }) }).click()
  await expect(late.getByRole('status').filter({ hasText: t('shop.repeat.title') })).toContainText(
    t('shop.repeat.body'),
  )
  await expect(late.getByRole('region', { name: t('persons.one.studio') })).toBeFocused()
  await expectSoundScreen(late)
  expect(await oneOfEach()).toEqual([['expired', 'paid'], 1])

  // The answer is under way when the network goes.
  const held: Route[] = []
  await page.route('**/api/backend/payments/confirm', (route) => void held.push(route))
  await page.reload()
  await expect.poll(() => held.length).toBe(1)
  await page.context().setOffline(true)
  await held[0]?.abort('internetdisconnected')
  await page.unroute('**/api/backend/payments/confirm')
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.unreachable.title') })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('product.offline') })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('ui.cutOffTitle') })).toBeVisible()
  await expectSoundScreen(page)
  await page.context().setOffline(false)
  await expect(paid(page)).toBeVisible()

  // The studio works on while the page is closed; reopened, the page shows the progress.
  await page.goto(address)
  const developing = page.getByRole('progressbar').first()
  await expect(developing).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: t('product.offline') })).toBeVisible()
  await expect(developing).toBeVisible()
  const stepOf = async () => {
    const query = { personid: personId }
    const { training, bundles } = await client.call('getTrainingStatus', { query })
    return `${training?.state} ${training?.stage} ${bundles[0]?.generatedCount}`
  }
  const before = await stepOf()
  await expect.poll(stepOf, STUDIO_WORK).not.toBe(before)
  await page.context().setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: t('product.offline') })).toHaveCount(0)
  // The page goes on by itself.
  const sheet = page.getByRole('region', { name: t(`styles.${STYLE}.name`) })
  await expect(sheet.locator('li img').first()).toBeVisible(STUDIO_WORK)

  await page.goto(complete?.replace(/payment=[\w-]+/, 'payment=11111111-2222-4333-8444-555555555555') ?? '')
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.missing.title') })).toBeVisible()
  await client.call('deletePerson', { query: { personid: personId } })
  for (const each of both) await each.context().close()
})

const STRIPE_SCRIPTS = 'https://js.stripe.com/**'
const FORM_FRAME = 'Carte'

/** Replaces Stripe's script, which no test can load: a form with one button that pays. */
const FORM_SCRIPT = `window.Stripe = Object.assign(() => ({
  createEmbeddedCheckoutPage: async ({ clientSecret }) => {
    const button = Object.assign(document.createElement('button'), { textContent: '${FORM_FRAME}' })
    button.onclick = async () => location.assign(await window.payInForm(clientSecret))
    return { mount: (frame) => frame.append(button), destroy: () => button.remove() }
  },
}), { version: 'endive' })`

/** As where a key of Stripe's is configured. */
async function offerForm(context: BrowserContext): Promise<void> {
  await context.route('**/api/client-config', async (route) => {
    const response = await route.fetch()
    const config: unknown = await response.json()
    await route.fulfill({ json: Object.assign({}, config, { stripePublishableKey: 'pk_test_of_the_tests' }) })
  })
}

test('the embedded payment form loads late, is bypassed when the network blocks it, and takes a payment', async ({
  browser,
}) => {
  const t = translatorOf('fr')
  const { account, client, personId } = await readyPerson('Noor')
  const context = await browser.newContext({ viewport: PHONE, locale: 'fr' })
  await offerForm(context)
  const held: Route[] = []
  await context.route(STRIPE_SCRIPTS, (route) => void held.push(route))
  const page = await context.newPage()
  const price = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'fr')
  const order = async (each: Page) => {
    await choose(each, 'fr')
    await each.getByRole('button', { name: t('shop.confirm.submit', { price }) }).click()
  }

  await openAs(page, account, `/persons/${personId}`, 'fr')
  await order(page)
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.pay.title') })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('checkout.pay.loading') })).toBeAttached()
  await expect.poll(() => held.length).toBe(1)
  await expectSoundScreen(page)
  await context.unroute(STRIPE_SCRIPTS)
  await context.route(STRIPE_SCRIPTS, (route) => route.abort())
  await held[0]?.abort()
  await expect(page.getByRole('alert').filter({ hasText: t('checkout.pay.blocked') })).toBeVisible()
  await expectSoundScreen(page)

  // As the page advises: the next purchase is paid on Stripe's own page.
  await page.getByRole('link', { name: t('checkout.pay.cancel') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.canceled.title') })).toBeVisible()
  await page.getByRole('link', { name: t('checkout.again') }).click()
  await order(page)
  await expect(page.locator('#number')).toBeVisible()
  const emulator = new URL(page.url()).origin
  await page.goBack()
  await page.getByRole('button', { name: t('shop.order.cancel') }).click()
  await expect(page.getByText(t('shop.order.canceled'))).toBeVisible()

  // In another window Stripe can be reached.
  await context.unroute(STRIPE_SCRIPTS)
  await context.route(STRIPE_SCRIPTS, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FORM_SCRIPT }),
  )
  await context.exposeFunction('payInForm', async (clientSecret: string) => {
    const [session] = clientSecret.split('_secret_')
    const paid = await fetch(`${emulator}/_emulator/sessions/${session}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: CARDS.paid }),
    })
    const { url } = z.object({ url: z.url() }).parse(await paid.json())
    return url
  })
  const other = await context.newPage()
  await other.setViewportSize(PHONE)
  await other.goto(page.url())
  await order(other)
  const form = other.getByRole('region', { name: t('checkout.pay.form') })
  await expect(form.getByText(FORM_FRAME)).toBeVisible()
  await expect(other.getByText(new RegExp(t(`styles.${STYLE}.name`)))).toBeVisible()
  await expectSoundScreen(other)
  await other.reload()
  await form.getByText(FORM_FRAME).click()
  await expect(other.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  const { payments } = await client.call('getPayments', {})
  expect(payments.map(({ state }) => state).sort()).toEqual(['expired', 'expired', 'paid'])
  await client.call('deletePerson', { query: { personid: personId } })
  await context.close()
})

test('two styles are paid for once, and one of them is given back alone', async ({ page }) => {
  const t = translatorOf('de')
  const { account, client, personId } = await readyPerson('Mara')
  await openAs(page, account, `/persons/${personId}`)
  await choose(page, 'de')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('shop.more.title')).click()
  await dialog.getByRole('checkbox', { name: t('styles.library.name') }).check()
  await expectSoundScreen(page)
  // The dearer one brings the training, and the other costs its own price.
  const sum = FIRST_BUNDLE_AMOUNT_MINOR.EUR + TIER_AMOUNT_MINOR[STYLE_TIER[STYLE]]
  const price = formatAmount(sum, 'EUR', 'de')
  await dialog.getByRole('button', { name: t('shop.confirm.submit', { price }) }).click()
  await typeCard(page, CARDS.paid)
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  for (const shown of [t('styles.library.name'), t(`styles.${STYLE}.name`), price]) {
    await expect(
      page.getByRole('definition').or(page.getByRole('term')).filter({ hasText: shown }),
    ).toBeVisible()
  }
  await expectSoundScreen(page)

  const paid = async () => (await client.call('getPayments', {})).payments
  const [first, further] = await paid()
  expect([first?.orderReference, first?.receiptNumber]).toEqual([
    further?.orderReference,
    further?.receiptNumber,
  ])
  await client.call('refundBundle', { body: { personid: personId, bundleid: further?.bundleId ?? '' } })
  await expect
    .poll(
      async () => (await paid()).map(({ state, refundedAmountMinor }) => [state, refundedAmountMinor]),
      STUDIO_WORK,
    )
    .toEqual([
      ['paid', 0],
      ['refunded', TIER_AMOUNT_MINOR[STYLE_TIER[STYLE]]],
    ])
  await client.call('deletePerson', { query: { personid: personId } })
})
