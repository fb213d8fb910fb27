import { expect, type BrowserContext, type Page, type Request, type Route } from 'playwright/test'
import { asc } from 'drizzle-orm'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import type { Client } from '#lib/api/client.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { createAccount, submitSignIn, type Account } from '#tests/support/accounts.ts'
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
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'
import { goodSelfies } from '#tests/support/selfies.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

const PHONE = { width: 390, height: 844 }
const PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')
const STYLE = 'studio-grey'

test.describe.configure(STUDIO_TEST)

/** A line on which a selfie takes seconds. */
const SLOW_BYTES_PER_SECOND = 15_000
/** The kill should fall into the training, which takes seconds. */
const FREQUENTLY = { ...STUDIO_WORK, intervals: [100] }
/** Of twelve: the others are under way or to come. */
const GENERATED_BEFORE_KILL = 2

let bucket: Awaited<ReturnType<typeof startS3Server>>
let product: OwnProduct
let context: BrowserContext
let page: Page
let account: Account
let client: Client
let personId: string
/** The headshots that were there when the backend was killed. */
let early: string[] = []

test.beforeAll(async () => {
  bucket = await startS3Server({ siteOrigin: 'http://localhost:*' })
  const site = { MEDIA_ORIGINS: bucket.endpoint }
  product = await startOwnProduct({ env: { backend: bucketSettings(bucket), site } })
  account = await createAccount({ isVerified: true })
  client = clientOf(account)
})
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  page = await context.newPage()
})
test.afterEach(() => context.close())
test.afterAll(async () => {
  await product.close()
  await bucket.close()
})

const away = () => page.getByRole('status').filter({ hasText: t('ui.away') })

/** The requests sent to this address, each with its status, or null for one without an answer. */
function watchPosts(address: string): (number | null)[] {
  const posts: (number | null)[] = []
  const isOne = (request: Request) => request.method() === 'POST' && request.url().startsWith(address)
  page.on('requestfailed', (request) => {
    if (isOne(request)) posts.push(null)
  })
  page.on('response', (response) => {
    if (isOne(response.request())) posts.push(response.status())
  })
  return posts
}

/** The bundle that was bought, with the headshots that are there; undefined before. */
async function bundleOf() {
  const { bundles } = await client.call('getPerson', { query: { personid: personId } })
  const [bundle] = bundles
  return bundle && client.call('getBundle', { query: { personid: personId, bundleid: bundle.id } })
}

const keysOf = (bundle: Awaited<ReturnType<typeof bundleOf>>) =>
  bundle?.headshots.map(({ userImageKey }) => userImageKey) ?? []

async function countObjects(storage: ReturnType<typeof createS3Storage>, prefix: string): Promise<number> {
  let count = 0
  for await (const _object of storage.list(prefix)) count += 1
  return count
}

/**
 * Checks the page's message while the backend is down; then the backend returns, and the page continues by itself.
 */
async function untilBack(said: () => Promise<void>): Promise<void> {
  await said()
  await expectSoundScreen(page)
  await page.setViewportSize(PHONE)
  await product.backend.start()
  await expect(away()).toHaveCount(0, { timeout: 30_000 })
}

test('killed during uploads, a payment, a training and the headshots, the product loses no data, and tracks each event once', async () => {
  await page.goto(`${product.siteUrl}/de`)
  await page.getByRole('button', { name: t('consent.accept') }).click()
  await openAs(page, account, '/persons')
  await createPerson(page, 'Mara')
  personId = page.url().split('/').at(-1) ?? ''
  const files = goodSelfies()

  const selfies = page.getByRole('list', { name: t('upload.list') })
  const accepted = selfies.getByText(t('upload.states.accepted'), { exact: true })
  const choose = (some: readonly string[]) =>
    page.getByLabel(t('upload.zone.choose')).first().setInputFiles(some)

  await test.step('selfies go straight to the bucket, and resume after a broken connection', async () => {
    const direct = watchPosts(bucket.endpoint)
    const throughUs = watchPosts(`${product.siteUrl}/api/backend/persons/upload_images?`)
    const line = await context.newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: SLOW_BYTES_PER_SECOND,
    })
    await choose(files.slice(0, 2))
    const sent = selfies.getByText(/[1-9]\d?\s%/)
    await expect(sent).toHaveCount(2)
    await context.setOffline(true)
    await expect(page.getByText(t('upload.states.paused'), { exact: true })).toHaveCount(2)
    await expect.poll(() => direct).toEqual([null, null])
    await expectSoundScreen(page)
    await page.setViewportSize(PHONE)
    await line.detach()
    await context.setOffline(false)
    await expect(accepted).toHaveCount(2, STUDIO_WORK)
    await expect.poll(() => direct).toEqual([null, null, 204, 204])
    expect(throughUs).toEqual([])
  })

  await test.step("so does a phone's upload", async () => {
    const { path } = await client.call('createHandoff', { query: { personid: personId } })
    const direct = watchPosts(bucket.endpoint)
    const person = page.url()
    await page.goto(`${product.siteUrl}/de${path}`)
    await choose(files.slice(2, 3))
    await expect(accepted).toHaveCount(1, STUDIO_WORK)
    await expect.poll(() => direct).toEqual([204])
    await page.goto(person)
    await expect(accepted).toHaveCount(3)
  })

  await test.step('one more selfie is registered, the others lie unregistered in the bucket', async () => {
    const held: Route[] = []
    const path = '**/api/backend/persons/upload_images/register*'
    await page.route(path, async (route) => {
      if (held.push(route) === 1) await route.continue()
    })
    const registered = page.waitForResponse((response) => response.url().includes('/upload_images/register'))
    await choose(files.slice(3))
    await expect.poll(() => held.length).toBe(files.length - 3)
    // While that one is checked the page asks for it.
    await registered
    await product.backend.kill()
    await untilBack(async () => {
      // From here on every one goes.
      await page.unroute(path)
      await expect(page.getByRole('status').filter({ hasText: t('upload.queue.held') })).toBeAttached()
      await expect(page.getByText(t('upload.states.held'), { exact: true }).first()).toBeVisible()
      await expect(away()).toBeVisible()
      await expect(away()).toContainText(t('ui.awayTitle'))
    })
    await expect(accepted).toHaveCount(files.length, STUDIO_WORK)
    const kept = await client.call('getUploadImages', { query: { personid: personId } })
    expect(kept.selfies.map(({ state }) => state)).toEqual(files.map(() => 'accepted'))
  })

  await test.step('the customer is on the payment page, and comes back', async () => {
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
      }, FREQUENTLY)
      .toBe('running')
    await product.backend.kill()
    await untilBack(async () => {
      await expect(away()).toBeVisible()
      await expect(progress).toBeVisible()
    })
    await expect
      .poll(async () => {
        early = keysOf(await bundleOf())
        return early.length
      }, STUDIO_WORK)
      .toBeGreaterThanOrEqual(GENERATED_BEFORE_KILL)
    await product.backend.kill()
    await product.backend.start()
    expect(await bundleOf()).toMatchObject({ state: 'generating' })
    await openFinishedBundle(page, STYLE)
    const picture = page
      .getByRole('listbox', { name: t('bundles.gallery.list') })
      .locator('img')
      .first()
    await expect(picture).toHaveAttribute('src', new RegExp(`^${bucket.endpoint}/`))
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  })

  await test.step('every object exists once', async () => {
    const { payments } = await client.call('getPayments', {})
    expect(payments.map(({ state }) => state)).toEqual(['paid'])
    const { bundles } = await client.call('getPerson', { query: { personid: personId } })
    expect(bundles).toHaveLength(1)
    const bundle = await bundleOf()
    expect(bundle).toMatchObject({ state: 'ready', generatedCount: HEADSHOTS_PER_BUNDLE })
    expect(bundle?.headshots.filter(({ passed }) => passed)).toHaveLength(HEADSHOTS_PER_BUNDLE)
    const keys = keysOf(bundle)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(early))
    // A picture and its thumbnail of each, and of none that a kill cut off.
    const storage = createS3Storage({ ...bucket, usesPathStyle: true })
    await expect
      .poll(() => countObjects(storage, `persons/${personId}/bundles/${bundle?.id}/`), STUDIO_WORK)
      .toBe(2 * keys.length)
    storage.close()
  })

  await test.step('tracked events were kept, in order and once', async () => {
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

  await test.step('the whole product, stopped and started again, continues from its folder', async () => {
    const gallery = page.url()
    // The page is closed meanwhile: an open one finds that its token is invalid, and leaves.
    await page.goto('about:blank')
    await product.restart()
    await page.goto(gallery)
    // The emulator imports accounts as new ones, and their earlier tokens are invalid.
    await submitSignIn(page, account)
    await expect(page.getByRole('listbox', { name: t('bundles.gallery.list') })).toBeVisible()
  })
})
