import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from 'playwright/test'
import { fromBufferPromise } from 'yauzl'
import { createAccount } from '#tests/support/accounts.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { openAs, readyPerson } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { CARDS, payOnPage } from '#tests/support/stripe-emulator.ts'

const en = translatorOf('en')
const section = (page: Page, name: string) => page.getByRole('region', { name })

async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await click()
  return readFile(await (await started).path())
}

/** The files of a ZIP by name. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

const WORK = { timeout: 90_000 }

test('the user sees receipts, and changes consent, data and language', async ({ page }) => {
  const { account, client, personId } = await readyPerson('Mara')
  const session = await client.call('createCheckoutSession', {
    body: { personid: personId, styleId: 'studio-grey', currency: 'EUR' },
  })
  if (session.status !== 'redirect') throw new Error('it was not asked for money')
  await payOnPage(session.url, CARDS.paid)
  const { receiptNumber, orderReference } = await client.call('confirmPayment', {
    body: { paymentId: session.paymentId },
  })

  await openAs(page, account, '/account')
  const receipts = section(page, t('account.receipts.title'))
  await expect(receipts.getByText(t('account.receipts.states.paid'), { exact: true })).toBeVisible()
  await expect(section(page, t('auth.secondFactor.title'))).toBeVisible()
  await expect(
    section(page, t('account.retention.title'))
      .getByText(/Noch 30 Tage/)
      .first(),
  ).toBeVisible()
  await expect(section(page, t('account.signIn.title')).getByText(account.email).first()).toBeVisible()
  await expectSoundScreen(page)

  const pdf = receipts.getByRole('button', {
    name: t('account.receipts.pdfOf', { reference: orderReference }),
  })
  const receipt = pdfText(await downloaded(page, () => pdf.click()))
  for (const word of [t('receiptPdf.title'), receiptNumber ?? '', orderReference, '9,00 €'])
    expect(receipt).toContain(word)
  // A long address takes two lines.
  expect(receipt.replaceAll('\n', '')).toContain(account.email)
  expect(receipt).not.toContain(t('receiptPdf.creditNote'))

  const data = section(page, t('account.export.title'))
  await data.getByRole('button', { name: t('account.export.request') }).click()
  await expect(data.getByText(t('account.export.ready'))).toBeVisible(WORK)
  const download = data.getByRole('button', { name: t('account.export.download') })
  const files = await unzip(await downloaded(page, () => download.click()))
  expect(String(files.get('account.json'))).toContain(account.email)
  expect(String(files.get('payments.json'))).toContain(orderReference)
  expect([...files.keys()].some((name) => name.startsWith('files/'))).toBe(true)

  const consents = section(page, t('account.consents.title'))
  await consents.getByRole('button', { name: t('account.consents.withdrawFor', { name: 'Mara' }) }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(t('account.consents.goes'))).toBeVisible()
  await expectSoundScreen(page)
  // Offline the withdrawal fails, and the question stays until there is a connection.
  await page.context().setOffline(true)
  const offline = page.getByRole('status').filter({ hasText: t('product.offline') })
  await expect(offline).toBeVisible()
  await question.getByRole('button', { name: t('account.consents.confirm') }).click()
  await expect(question.getByRole('alert').filter({ hasText: t('errors.network') })).toBeVisible()
  await expectSoundScreen(page)
  await page.context().setOffline(false)
  await expect(offline).toHaveCount(0)
  await question.getByRole('button', { name: t('account.consents.confirm') }).click()
  await expect(consents.getByText(t('account.consents.done', { name: 'Mara' }))).toBeVisible()
  await expect(
    section(page, t('account.retention.title')).getByText(t('account.retention.none')),
  ).toBeVisible()

  // The purchase was not delivered: it is refunded, and the receipt shows it.
  await expect(async () => {
    await page.reload()
    await expect(receipts.getByText(t('account.receipts.states.refunded'), { exact: true })).toBeVisible({
      timeout: 3_000,
    })
  }).toPass(WORK)
  const credited = pdfText(await downloaded(page, () => pdf.click()))
  for (const word of [receiptNumber ?? '', t('receiptPdf.creditNote'), '-9,00 €', '0,00 €'])
    expect(credited).toContain(word)

  await page.getByRole('button', { name: 'Français', exact: true }).click()
  await expect(page).toHaveURL(`${productUnderTest().siteUrl}/fr/account`)
  const fr = translatorOf('fr')
  await expect(page.getByRole('heading', { level: 1, name: fr('account.title') })).toBeVisible()
  expect(await client.call('getProfile', {})).toMatchObject({ locale: 'fr' })
  const french = page.getByRole('button', {
    name: fr('account.receipts.pdfOf', { reference: orderReference }),
  })
  expect(pdfText(await downloaded(page, () => french.click()))).toContain(fr('receiptPdf.title'))
})

test('an account is deleted once, from two browsers at once, and a mail confirms it', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const account = await createAccount({ isVerified: true })
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await Promise.all([openAs(page, account, '/account', 'en'), openAs(other, account, '/account', 'en')])
  await expect(page.getByText(en('account.receipts.empty.title'))).toBeVisible()
  await expect(page.getByText(en('account.consents.empty'))).toBeVisible()
  await expect(page.getByText(en('account.retention.empty'))).toBeVisible()
  await expectSoundScreen(page)

  // Each section fails by itself, and is tried again by itself.
  const calls = /\/api\/backend\/(payments\/all|user\/(profile|export)|persons\/get_all)/
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', requestId: 'request-of-the-test' } } }),
  )
  await page.reload()
  await expect(page.getByText(en('account.receipts.loadFailed'))).toBeVisible()
  await expect(page.getByText(en('account.export.loadFailed'))).toBeVisible()
  await expect(page.getByText(en('account.retention.loadFailed'))).toBeVisible()
  await expectSoundScreen(page)
  await page.unroute(calls)
  const failed = section(page, en('account.receipts.title'))
  // By an event of its own: what moves within half a second of a press is forgiven, and an answer may come later.
  await failed.getByRole('button', { name: en('ui.retry') }).dispatchEvent('click')
  await expect(page.getByText(en('account.receipts.empty.title'))).toBeVisible()
  await expect(page.getByText(en('account.export.loadFailed'))).toBeVisible()

  for (const each of [page, other]) {
    const deletion = section(each, en('account.deletion.title'))
    await deletion.getByRole('button', { name: en('account.deletion.open') }).click()
  }
  const typed = page.getByLabel(en('account.deletion.type', { word: en('account.deletion.word') }))
  await typed.fill('delte')
  await typed.press('Enter')
  await expect(
    page.getByText(en('account.deletion.wordWrong', { word: en('account.deletion.word') })),
  ).toBeVisible()
  await expect(typed).toBeFocused()
  await expectSoundScreen(page)
  await typed.fill('delete')
  await other.getByLabel(en('account.deletion.type', { word: en('account.deletion.word') })).fill('DELETE')
  const confirm = (each: Page) => each.getByRole('button', { name: en('account.deletion.confirm') }).click()
  await Promise.all([confirm(page), confirm(other)])
  // A browser that arrives after the deletion is told of it.
  for (const each of [page, other]) {
    const asked = each.getByRole('heading', { level: 1, name: en('account.deleted.title') })
    await expect(asked.or(each.getByText(en('auth.errors.account_deleted')))).toBeVisible()
  }
  await expectSoundScreen(page)

  // Signed out, and not to be signed in again.
  await page.goto(`${productUnderTest().siteUrl}/en/account`)
  await expect(page.getByRole('heading', { level: 1, name: en('auth.signIn.title') })).toBeVisible()
  await page.goto(productUnderTest().inboxUrl)
  const mails = page.getByRole('article').filter({ hasText: account.email })
  await expect(async () => {
    await page.reload()
    await expect(mails.filter({ hasText: en('mails.deletion-receipt.subject') })).toHaveCount(1, {
      timeout: 1_000,
    })
  }).toPass({ timeout: 200_000 })
  await other.context().close()
})
