import { expect, test, type Page } from 'playwright/test'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import type { Locale } from '#contract/locales.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { DECLINED_CARD, typeCard } from '#tests/support/journey.ts'
import { translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { openAs, readyPerson } from '#tests/support/ready-person.ts'
import { expectSoundScreen } from '#tests/support/soundness.ts'
import { CARDS } from '#tests/support/stripe-emulator.ts'

test.describe.configure({ timeout: 480_000 })

const STYLE = 'studio-grey'

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

test('codes that are not good, an order left and gone on with, a bank that refuses and then asks', async ({
  page,
}) => {
  const t = translatorOf('de')
  const { account, personId } = await readyPerson('Mara')
  await openAs(page, account, `/persons/${personId}?discount=NIEMALS`)
  await expect(page.getByText(t('shop.confirm.discount', { code: 'NIEMALS' }))).toBeVisible()
  const style = t(`styles.${STYLE}.name`)
  await expect(
    page.getByRole('img', { name: t('shop.choose.sampleAlt', { name: 'Mara', style }) }),
  ).toBeVisible({ timeout: 120_000 })
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
})

test('two tabs, an order canceled, a network cut: one purchase, and nothing lost', async ({ browser }) => {
  const t = translatorOf('es')
  const { account, client, personId } = await readyPerson('Noor')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es' })
  const page = await context.newPage()
  await openAs(page, account, `/persons/${personId}`, 'es')
  await choose(page, 'es')
  await pay(page, 'es')
  const address = page.url()

  const other = await context.newPage()
  await other.goto(`${productUnderTest().siteUrl}/es/persons/${personId}`)
  await other.getByRole('button', { name: t('shop.order.cancel') }).click()
  await expect(other.getByText(t('shop.order.canceled'))).toBeVisible()
  await page.reload()
  await expect(page.locator('#number')).toHaveCount(0)

  await choose(other, 'es')
  await pay(other, 'es')
  expect(other.url()).not.toBe(address)
  await page.goto(other.url())
  await typeCard(other, CARDS.paid)
  await expect(other.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  const complete = other.url()
  await typeCard(page, CARDS.paid)
  await page.goto(complete)
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  const { payments } = await client.call('getPayments', {})
  expect(payments.map(({ state }) => state).sort()).toEqual(['expired', 'paid'])

  await page.route('**/api/backend/payments/confirm', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.unreachable.title') })).toBeVisible({
    timeout: 60_000,
  })
  await expectSoundScreen(page)
  await page.unroute('**/api/backend/payments/confirm')
  await page.getByRole('button', { name: t('ui.retry') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()

  await page.goto(complete.replace(/payment=[\w-]+/, 'payment=11111111-2222-4333-8444-555555555555'))
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.missing.title') })).toBeVisible()
  await context.close()
})
