import { expect, type Page } from 'playwright/test'
import { operatorEndpoints } from '#contract/operators.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { createAccount, OPERATORS, submitSignIn, type Account } from '#tests/support/accounts.ts'
import { readLastCode } from '#tests/support/identity-service.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { clientOf } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'

const en = translatorOf('en')
const PHONE = `+49151${String(Math.random()).slice(2, 10)}`
const [WITH_SECOND_STEP, WITHOUT] = OPERATORS
const WHY = 'A customer asked for it'

/** Every script that the page loads, from now on. */
function scriptsOf(page: Page): () => Promise<string[]> {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) texts.push(response.text().catch(() => ''))
  })
  return () => Promise.all(texts)
}
/** As it stands in `contract/operators.ts`, which writes the paths from it. */
const OPERATORS_CALLS = '/operators/'
const tellsOfOperators = (script: string) =>
  script.includes(OPERATORS_CALLS) || script.includes(operatorEndpoints.operatorErase.summary)

async function openAsOperator(page: Page, account: Account): Promise<void> {
  await page.goto(`${productUnderTest().siteUrl}/ops`)
  await submitSignIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: t('auth.secondStep.title') })).toBeVisible()
  await expect(page.getByText(t('auth.code.sent', { digits: PHONE.slice(-4) }))).toBeVisible()
  await page.getByLabel(t('auth.code.label')).fill(await readLastCode(PHONE))
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(`${productUnderTest().siteUrl}/en/ops`)
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
}

test('an operator finds an account, makes a discount code and withdraws it, and each change is on record', async ({
  page,
}) => {
  const account = await createAccount({ isVerified: true, email: WITH_SECOND_STEP, phone: PHONE })
  const customer = await createAccount({ isVerified: true })
  await clientOf(customer).call('createPerson', { body: { gender: 'diverse', name: 'Zoë' } })
  const scripts = scriptsOf(page)
  await openAsOperator(page, account)
  await expect(page.getByRole('heading', { level: 2, name: 'Inbox' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await expectSoundScreen(page)

  await page.getByLabel('Search for').fill(customer.email)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Zoë' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Block / })).toHaveCount(1)
  await expectSoundScreen(page)

  const code = `OPS-${String(Math.random()).slice(2, 8)}`
  await page.getByText('Changes', { exact: true }).click()
  await page.getByRole('button', { name: 'Create discount', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create discount' })
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByRole('button', { name: 'Create discount' }).click()
  await expect(dialog.getByText('This has to be filled in.')).toHaveCount(2)
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expectSoundScreen(page)
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByLabel('Why').fill(WHY)
  await dialog.getByRole('button', { name: 'Create discount' }).click()
  await expect(page.getByRole('status').filter({ hasText: code })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Discounts', exact: true }).click()
  await page.getByRole('button', { name: `Disable discount ${code}` }).click()
  const withdrawal = page.getByRole('dialog', { name: 'Disable discount' })
  await expect(withdrawal.getByLabel('Code')).toHaveValue(code)
  await withdrawal.getByLabel('Why').fill(WHY)
  await withdrawal.getByRole('button', { name: 'Disable discount' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${code} is withdrawn.` })).toBeVisible()
  await expectSoundScreen(page)

  await page.getByRole('button', { name: 'Audit', exact: true }).click()
  for (const command of ['create-discount', 'disable-discount'])
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: command })
        .filter({ hasText: code })
        .filter({ hasText: WITH_SECOND_STEP })
        .filter({ hasText: WHY }),
    ).toHaveCount(1)
  await expectSoundScreen(page)
  expect((await scripts()).some(tellsOfOperators)).toBe(true)
})

test('who signs in with one step is told how to add the second', async ({ page }) => {
  const account = await createAccount({ isVerified: true, email: WITHOUT })
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/en/ops`)
  await submitSignIn(page, account, 'en')
  await expect(page.getByText(en('errors.second_factor_required'))).toBeVisible()
  await expectSoundScreen(page)
  await page.getByRole('main').getByRole('link').click()
  await expect(page).toHaveURL(`${siteUrl}/en/account#second-factor`)
})

test('for a customer there is no such page, and no script of theirs tells of it', async ({ page }) => {
  const scripts = scriptsOf(page)
  const account = await createAccount({ isVerified: true })
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/ops`)
  await submitSignIn(page, account)
  const heading = page.getByRole('heading', { level: 1, name: t('shell.notFound.title') })
  await expect(heading).toBeVisible()
  // After a client-side navigation the title follows the content a moment later.
  await expect(page).toHaveTitle(/\S/)
  const title = await page.title()
  const words = await page.locator('body').innerText()
  await expectSoundScreen(page)
  const unknown = await page.goto(`${siteUrl}/de/persons/there/is/no-such/page`)
  const answer = await page.goto(`${siteUrl}/de/ops`)
  expect(answer?.status()).toBe(404)
  expect(unknown?.status()).toBe(404)
  await expect(heading).toBeVisible()
  expect([await page.title(), await page.locator('body').innerText()]).toEqual([title, words])

  for (const path of ['', '/pricing', '/verify', '/persons', '/persons/new', '/account', '/referral']) {
    await page.goto(`${siteUrl}/de${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const all = await scripts()
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter(tellsOfOperators)).toEqual([])
})
