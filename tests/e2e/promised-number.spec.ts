import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { FREE_REROLLS_PER_BUNDLE } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import type { Client } from '#lib/api/client.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { root } from '#scripts/start/root.ts'
import { QUICK_START } from '#tests/support/backend-start.ts'
import { createAccount, type Account } from '#tests/support/accounts.ts'
import {
  chooseStyle,
  finishPayment,
  GOOD_CARD,
  goToPayment,
  openFinishedBundle,
  typeCard,
} from '#tests/support/journey.ts'
import { t } from '#tests/support/messages.ts'
import { startOwnProduct, type OwnProduct } from '#tests/support/own-product.ts'
import { PASSING_SHOTS } from '#tests/support/strict-gate/passing-shots.ts'
import { clientOf, openAs, sendSelfies } from '#tests/support/ready-person.ts'
import { goodSelfies } from '#tests/support/selfies.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

const PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')
const STYLE = 'studio-grey'
const SELFIES = 5
const PROMISED = 2 * SELFIES
const MISSING = PROMISED - PASSING_SHOTS
const SHARE_MINOR = (FIRST_BUNDLE_AMOUNT_MINOR.EUR * MISSING) / PROMISED
const PHONE = { width: 390, height: 844 }

test.describe.configure(STUDIO_TEST)

let product: OwnProduct
let account: Account
let client: Client
test.beforeAll(async () => {
  const hooks = join(root, 'tests/support/strict-gate/hooks.ts')
  const backend = { NODE_OPTIONS: `${QUICK_START} --import=${hooks}` }
  product = await startOwnProduct({ env: { backend } })
  account = await createAccount({ isVerified: true })
  client = clientOf(account)
})
test.afterAll(() => product.close())

async function sound(page: Page): Promise<void> {
  await expectSoundScreen(page)
  await page.setViewportSize(PHONE)
}

test('the promised headshots are delivered, or their share is refunded; a re-roll gives its reason, a style is repaired', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const files = goodSelfies()
  const personid = await sendSelfies(client, files.slice(0, SELFIES), 'Mara')
  const payment = async () => (await client.call('getPayments', {})).payments[0]
  const bundleOf = async () => {
    const { bundleId } = (await payment()) ?? { bundleId: null }
    return client.call('getBundle', { query: { personid, bundleid: bundleId ?? '' } })
  }

  await test.step('the number is shown on the page, in the dialog, on the payment page, and after it', async () => {
    await openAs(page, account, `/persons/${personid}`)
    const outlook = { selfies: SELFIES, count: PROMISED, more: 1, most: 12 }
    await expect(page.getByText(t('shop.choose.outlook.further', outlook))).toBeVisible()
    await sound(page)
    await chooseStyle(page, STYLE)
    const promise = t('shop.confirm.promise', { count: PROMISED })
    await expect(page.getByRole('dialog').getByText(promise)).toBeVisible()
    await page.setViewportSize(PHONE)
    await page.getByRole('dialog').getByText(t('cares.title')).click()
    await page.getByLabel(t('cares.of.glare.name'), { exact: true }).selectOption(t('cares.degree.light'))
    const retouching = page
      .getByRole('dialog')
      .locator('summary')
      .filter({ hasText: t('cares.title') })
    await expect(retouching).toContainText(t('cares.of.glare.name'))
    await sound(page)
    await goToPayment(page, PRICE)
    await expect(page.getByText(new RegExp(`^${PROMISED} Porträts`)).first()).toBeVisible()
    await typeCard(page, GOOD_CARD)
    const bill = page.getByLabel(t('checkout.bill.label'))
    await expect(bill).toContainText(`${t('checkout.bill.headshots')}${PROMISED}`)
    await expect(bill).toContainText(`${t('cares.title')}${t('cares.of.glare.name')}`)
    await finishPayment(page)
    expect(await payment()).toMatchObject({ promisedCount: PROMISED, cares: { glare: 'light' } })
  })

  await test.step('the gallery names the missing headshots, and their share is refunded automatically', async () => {
    await openFinishedBundle(page, STYLE)
    const frames = page.getByRole('listbox', { name: t('bundles.gallery.list') }).getByRole('option')
    await expect(frames).toHaveCount(PASSING_SHOTS)
    const missing = t('bundles.gallery.shortfall.missing', { promised: PROMISED, missing: MISSING })
    const notice = page.getByText(missing)
    await expect(notice).toContainText(formatAmount(SHARE_MINOR, 'EUR', 'de'))
    await sound(page)
    await expect
      .poll(payment, STUDIO_WORK)
      .toMatchObject({ state: 'paid', refundedAmountMinor: SHARE_MINOR, missingCount: MISSING })
    const inbox = await page.context().newPage()
    await inbox.goto(product.inboxUrl)
    const reference = (await payment())?.orderReference ?? ''
    const told = t('mails.payment-refunded.subject', { reference })
    await expect(inbox.getByRole('article').filter({ hasText: told })).toHaveCount(1)
    await inbox.close()
  })

  await test.step('a re-roll without a result gives its reason, and is not counted', async () => {
    await page.getByRole('button', { name: t('bundles.gallery.actions.flaw') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('summary').click()
    await expect(dialog.getByLabel(t('cares.of.glare.name'), { exact: true })).toHaveValue('light')
    await dialog.getByLabel(t('cares.of.teeth.name'), { exact: true }).selectOption(t('cares.degree.full'))
    await sound(page)
    await dialog.getByLabel(t('bundles.gallery.flaw.reason.none')).check()
    await dialog.getByRole('button', { name: t('bundles.gallery.flaw.submit') }).click()
    const why = page.getByRole('figure').getByText(t('bundles.gallery.flaw.failure.not_passed'))
    await expect(why).toBeVisible(STUDIO_WORK)
    await sound(page)
    expect(await bundleOf()).toMatchObject({
      freeRerollsLeft: FREE_REROLLS_PER_BUNDLE,
      cares: { glare: 'light', teeth: 'full' },
    })
    await page.reload()
    await expect(why).toBeVisible()
  })

  await test.step('with one more selfie the style is repaired, once', async () => {
    await expect(page.getByRole('link', { name: t('bundles.repair.add') })).toBeVisible()
    const old = (await bundleOf()).headshots.map(({ userImageKey }) => userImageKey)
    const [path = ''] = files.slice(SELFIES)
    const file = new File([await readFile(path)], basename(path))
    await client.call('uploadImages', { query: { personid }, files: [file] })
    await expect.poll(async () => (await bundleOf()).repairOffer?.newSelfieCount, STUDIO_WORK).toBe(1)
    await page.reload()
    await page.getByRole('button', { name: t('bundles.repair.open') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(t('bundles.repair.dialog.title'))
    await expectSoundScreen(page)
    await dialog.getByRole('button', { name: t('bundles.repair.dialog.confirm') }).click()
    await expect(page.getByText(t('bundles.repair.waiting'))).toBeVisible()
    expect((await bundleOf()).headshots.map(({ userImageKey }) => userImageKey)).toEqual(old)
    await expect.poll(async () => (await bundleOf()).repair?.state, STUDIO_WORK).toBe('done')
    const { headshots, generatedCount, repairOffer } = await bundleOf()
    expect(headshots.filter(({ userImageKey }) => old.includes(userImageKey))).toEqual([])
    expect([generatedCount, repairOffer]).toEqual([PASSING_SHOTS, null])
    expect(await payment()).toMatchObject({ state: 'paid', refundedAmountMinor: SHARE_MINOR })
    await expect(page.getByText(t('bundles.repair.title'))).toHaveCount(0)
    await expectSoundScreen(page)
  })

  await test.step('the receipts show it', async () => {
    await page.goto(`${product.siteUrl}/de/account#receipts`)
    const missing = t('account.receipts.missing', { missing: MISSING, promised: PROMISED })
    await expect(page.getByText(missing)).toBeVisible()
    await expectSoundScreen(page)
  })
})
