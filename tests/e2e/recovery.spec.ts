import { expect, type BrowserContext, type Page, type Route } from 'playwright/test'
import { asc } from 'drizzle-orm'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { tables } from '#backend/providers/database/port.ts'
import type { Client } from '#lib/api/client.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { createAccount, type Account } from '#tests/support/accounts.ts'
import {
  GOOD_CARD,
  chooseStyle,
  createPerson,
  downloadHeadshot,
  goToPayment,
  openFinishedBundle,
  typeCard,
} from '#tests/support/journey.ts'
import { t } from '#tests/support/messages.ts'
import { startOwnProduct, type OwnProduct } from '#tests/support/own-product.ts'
import { clientOf, openAs } from '#tests/support/ready-person.ts'
import { goodSelfies } from '#tests/support/selfies.ts'
import { test } from '#tests/support/sound-test.ts'
import { expectSoundScreen } from '#tests/support/soundness.ts'

const PHONE = { width: 390, height: 844 }
const PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')
const STYLE = 'studio-grey'
const WORK = { timeout: 120_000 }

test.describe.configure({ timeout: 480_000 })

let product: OwnProduct
let context: BrowserContext
let page: Page
let account: Account
let client: Client
let personId: string

test.beforeAll(async () => {
  product = await startOwnProduct()
  account = await createAccount({ isVerified: true })
  client = clientOf(account)
})
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  page = await context.newPage()
})
test.afterEach(() => context.close())
test.afterAll(() => product.close())

const away = () => page.getByRole('status').filter({ hasText: t('ui.away') })

/** What the page says while nobody answers; then the backend is back, and the page goes on by itself. */
async function untilBack(said: () => Promise<void>): Promise<void> {
  await said()
  await expectSoundScreen(page)
  await page.setViewportSize(PHONE)
  await product.backend.start()
  await expect(away()).toHaveCount(0, { timeout: 30_000 })
}

test('killed while selfies, a payment and a training are under way: nothing is lost, and it is told once', async () => {
  await page.goto(`${product.siteUrl}/de`)
  await page.getByRole('button', { name: t('consent.accept') }).click()
  await openAs(page, account, '/persons')
  await createPerson(page, 'Mara')
  personId = page.url().split('/').at(-1) ?? ''
  const files = goodSelfies()

  await test.step('two selfies have arrived, the others are on their way', async () => {
    const held: Route[] = []
    const path = '**/api/backend/persons/upload_images*'
    await page.route(path, async (route) => {
      if (held.push(route) <= 2) await route.continue()
    })
    await page.getByLabel(t('upload.zone.choose')).setInputFiles(files)
    await expect.poll(() => held.length).toBe(5)
    await product.backend.kill()
    await untilBack(async () => {
      // From here on every one goes.
      await page.unroute(path)
      await expect(page.getByRole('status').filter({ hasText: t('upload.queue.held') })).toBeAttached()
      await expect(page.getByText(t('upload.states.held'), { exact: true }).first()).toBeVisible()
      await expect(away()).toBeVisible()
      await expect(away()).toContainText(t('ui.awayTitle'))
    })
    const accepted = page
      .getByRole('list', { name: t('upload.list') })
      .getByText(t('upload.states.accepted'), { exact: true })
    await expect(accepted).toHaveCount(files.length, WORK)
    const { selfies } = await client.call('getUploadImages', { query: { personid: personId } })
    expect(selfies.map(({ state }) => state)).toEqual(files.map(() => 'accepted'))
  })

  await test.step('the customer is on the page where cards are typed, and comes back from it', async () => {
    await chooseStyle(page, STYLE)
    await page.setViewportSize(PHONE)
    await goToPayment(page, PRICE)
    await product.backend.kill()
    await typeCard(page, GOOD_CARD)
    await untilBack(async () => {
      await expect(
        page.getByRole('heading', { level: 1, name: t('checkout.unreachable.title') }),
      ).toBeVisible()
      await expect(away()).toBeVisible()
    })
    await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  })

  await test.step('the studio is at work', async () => {
    await page.getByRole('link', { name: t('checkout.paid.action') }).click()
    const progress = page.getByRole('progressbar').first()
    await expect(progress).toBeVisible()
    await expect
      .poll(async () => {
        const query = { personid: personId }
        return (await client.call('getTrainingStatus', { query })).training?.state
      }, WORK)
      .toBe('running')
    await product.backend.kill()
    await untilBack(async () => {
      await expect(away()).toBeVisible()
      await expect(progress).toBeVisible()
    })
    await openFinishedBundle(page, STYLE)
  })

  await test.step('there is one of everything', async () => {
    const { payments } = await client.call('getPayments', {})
    expect(payments.map(({ state }) => state)).toEqual(['paid'])
    const { bundles } = await client.call('getPerson', { query: { personid: personId } })
    expect(bundles).toHaveLength(1)
    const bundle = await client.call('getBundle', {
      query: { personid: personId, bundleid: bundles[0]?.id ?? '' },
    })
    expect(bundle).toMatchObject({ state: 'ready', generatedCount: HEADSHOTS_PER_BUNDLE })
    expect(bundle.headshots.filter(({ passed }) => passed)).toHaveLength(HEADSHOTS_PER_BUNDLE)
  })

  await test.step('what was told of it was kept, in its order and once', async () => {
    await downloadHeadshot(page)
    await page.getByRole('button', { name: t('bundles.gallery.actions.formats') }).click()
    const larger = `${t('finishing.make')} ${t('finishing.preset.upscale-2x')}`
    await page.getByRole('button', { name: larger }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await product.backend.kill()
    await product.withDatabase(async ({ queries }) => {
      const { customerInteractions, usageEvents } = tables
      const interactions = await queries
        .select()
        .from(customerInteractions)
        .orderBy(asc(customerInteractions.createdAt))
      const told = interactions.map(({ event, platform }) => `${event} ${platform}`)
      // Styles and prices come into sight while selfies are still coming, or after.
      const seen = told.indexOf('purchaseOptionSeen website')
      expect(told.toSpliced(seen, 1)).toEqual([
        'firstOpen website',
        'significantConversionStep1 website',
        'significantConversionStep2 website',
        'significantConversionStep3 website',
      ])
      expect([2, 3]).toContain(seen)
      const usage = await queries.select().from(usageEvents).orderBy(asc(usageEvents.createdAt))
      expect(usage.map(({ kind }) => kind)).toEqual([
        'results_clicked',
        'image_downloaded',
        'upscaling_clicked',
      ])
    })
  })
})
