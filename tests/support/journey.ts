import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import type { StyleId } from '#contract/styles.ts'
import { newAccount, type Account } from './accounts.ts'
import { t } from './messages.ts'
import { productUnderTest } from './product-under-test.ts'
import { badSelfie } from './selfies.ts'
import { expectSoundScreen } from './a11y-and-layout.ts'
import { STUDIO_WORK } from './studio-work.ts'

/** Of Stripe's published test numbers. */
export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'

/** Signs up through the form and the mail, up to a confirmed account. */
export async function signUp(page: Page): Promise<Account> {
  const { siteUrl, inboxUrl } = productUnderTest()
  const account = newAccount()
  await page.goto(`${siteUrl}/de/persons`)
  await page.getByRole('link', { name: t('auth.signIn.switchAction') }).click()
  await page.getByLabel(t('auth.email')).fill(account.email)
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(account.password)
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('auth.verify.title') })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await expectSoundScreen(page)

  await page.goto(inboxUrl)
  const mail = page.getByRole('article').filter({ hasText: account.email })
  await expect(mail).toBeVisible()
  await expectSoundScreen(page)
  await mail.getByRole('link').click()
  await page.getByRole('button', { name: t('auth.action.verify_email.submit') }).click()
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)
  return account
}

export async function createPerson(page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: t('persons.add') })
    .first()
    .click()
  await page.getByLabel(t('persons.new.name'), { exact: true }).fill(name)
  await page.getByLabel(t('persons.new.genders.diverse')).check()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('persons.new.submit') }).click()
  await expect(page.getByLabel(t('upload.zone.choose'))).toBeAttached()
}

/** Sends the selfies and one with two faces; waits until every one has been checked. */
export async function uploadSelfies(
  page: Page,
  files: readonly string[],
  leastAccepted: number,
): Promise<void> {
  await page.getByLabel(t('upload.zone.choose')).setInputFiles([...files, badSelfie()])
  const sheet = page.getByRole('list', { name: t('upload.list') })
  await expect(sheet.getByRole('listitem')).toHaveCount(files.length + 1)
  await expect(sheet.getByText(t('selfieReasons.several_faces.title'))).toBeVisible(STUDIO_WORK)
  await expect(sheet.getByText(t('selfieReasons.several_faces.hint'))).toBeVisible()
  const accepted = sheet.getByText(t('upload.states.accepted'), { exact: true })
  await expect.poll(() => accepted.count(), STUDIO_WORK).toBeGreaterThanOrEqual(leastAccepted)
  await expect(sheet.getByText(t('upload.states.checking'), { exact: true })).toHaveCount(0, STUDIO_WORK)
}

/** The watermarked preview appears by itself, with the sentences beside it. */
export async function expectPreview(page: Page, name: string): Promise<void> {
  const preview = page.getByRole('img', { name: t('persons.preview.alt', { name }) })
  await expect(preview).toBeVisible(STUDIO_WORK)
  await expect(page.getByRole('heading', { name: t('persons.preview.title') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('persons.preview.next') }).last()).toHaveAttribute(
    'href',
    '#styles',
  )
}

/** Opens the dialog in which a style of the person whose page is open is bought. */
export async function chooseStyle(page: Page, styleId: StyleId): Promise<void> {
  const style = t(`styles.${styleId}.name`)
  await page.getByRole('button', { name: t('shop.choose.takeNamed', { style }) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** From the open dialog to the provider's page. */
export async function goToPayment(page: Page, price: string): Promise<void> {
  await page.getByRole('button', { name: t('shop.confirm.submit', { price }) }).click()
  await expect(page).not.toHaveURL(new RegExp(`^${productUnderTest().siteUrl}`))
}

/** Pays on the provider's page with one of its test cards. */
export async function typeCard(page: Page, cardNumber: string): Promise<void> {
  await page.locator('#number').fill(cardNumber)
  await page.locator('#expiry').fill('12 / 40')
  await page.locator('#cvc').fill('123')
  await page.locator('#name').fill('Mara Muster')
  if (await page.locator('#email').isVisible()) await page.locator('#email').fill('mara@example.com')
  await page.locator('button[type="submit"]').first().click()
}

/** Buys the style of the open dialog by card, as most journeys do. */
export async function payByCard(page: Page, price: string): Promise<void> {
  await goToPayment(page, price)
  await typeCard(page, GOOD_CARD)
  await finishPayment(page)
}

/** Returns from the provider's page to the person, whose headshots have started. */
export async function finishPayment(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.paid.title') })).toBeVisible()
  await page.getByRole('link', { name: t('checkout.paid.action') }).click()
}

/** Watches the training and the developing headshots until the bundle can be opened, and opens it. */
export async function openFinishedBundle(page: Page, styleId: StyleId): Promise<void> {
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  const finished = page.getByRole('heading', { level: 2, name: t('persons.one.bundles'), exact: true })
  await expect(finished).toBeVisible(STUDIO_WORK)
  await page.getByRole('link', { name: t(`styles.${styleId}.name`) }).click()
  await expect(page.getByRole('listbox', { name: t('bundles.gallery.list') })).toBeVisible()
}

/** Downloads the headshot that is shown large. */
export async function downloadHeadshot(page: Page): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: t('bundles.gallery.download'), exact: true }).click()
  const download = await started
  return readFile(await download.path())
}
