import { expect } from 'playwright/test'
import { createAccount, submitSignIn } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'

test('the sign-in page passes the screen checks, also with its errors and when signing up', async ({
  page,
}) => {
  await page.goto(`${productUnderTest().siteUrl}/de/auth/login`)
  const submit = page.getByRole('button', { name: t('auth.signIn.submit'), exact: true })
  await expect(submit).toBeEnabled()
  await expectSoundScreen(page)

  await submit.click()
  await expect(page.getByText(t('auth.validation.email'))).toBeVisible()
  await expectSoundScreen(page)

  await page.getByRole('link', { name: t('auth.signIn.switchAction') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('auth.signUp.title') })).toBeVisible()
  await expectSoundScreen(page)
})

test('a common password is refused before a request is sent', async ({ page }) => {
  await page.goto(`${productUnderTest().siteUrl}/de/auth/login?mode=signup`)
  await expect(page).toHaveTitle(t('auth.signUp.title'))
  for (const password of ['password', '77777777']) {
    await page.getByLabel(t('auth.email')).fill('neu@test.example')
    await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
    await expect(page.getByText(t('auth.errors.weak_password'))).toBeVisible()
  }
})

test('switching the language keeps the form, the typed values and the wanted page, but no password', async ({
  page,
}) => {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/persons/new`)
  await page.getByLabel(t('auth.email')).fill('neu@test.example')
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('drei Ziegen am Hang')
  await page.getByRole('button', { name: `DE, ${t('shell.language')}` }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/en/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expect(page.locator('input[name=email]')).toHaveValue('neu@test.example')
  await expect(page.locator('input[name=password]')).toHaveValue('')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/de/persons/new')
})

test('a wrong password is refused with a message', async ({ page }) => {
  const account = await createAccount({ isVerified: true })
  await page.goto(`${productUnderTest().siteUrl}/de/auth/login`)
  await submitSignIn(page, { ...account, password: 'not the password' })
  await expect(page.getByText(t('auth.errors.wrong_credentials'))).toBeVisible()
  await expect(page.getByLabel(t('auth.email'))).toHaveValue(account.email)
  await expectSoundScreen(page)
})

test('the password page and the page of a used mail link pass the screen checks', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/auth/reset-password`)
  await expect(page.getByRole('heading', { level: 1, name: t('auth.reset.title') })).toBeVisible()
  await expectSoundScreen(page)

  await page.goto(`${siteUrl}/de/auth/action?mode=verifyEmail&oobCode=used-already`)
  await expect(page.getByRole('heading', { level: 1, name: t('auth.action.failed.title') })).toBeVisible()
  await expectSoundScreen(page)
})

test('an unknown page says so, with its status', async ({ page }) => {
  const response = await page.goto(`${productUnderTest().siteUrl}/de/nirgendwo`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: t('shell.notFound.title') })).toBeVisible()
  await expectSoundScreen(page)
})

test('the empty list of persons and the form for a new one pass the screen checks', async ({ page }) => {
  const account = await createAccount({ isVerified: true })
  await page.goto(`${productUnderTest().siteUrl}/de/persons`)
  await submitSignIn(page, account)
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
  await expectSoundScreen(page)

  await page
    .getByRole('link', { name: t('persons.add') })
    .first()
    .click()
  const heading = page.getByRole('heading', { level: 1, name: t('persons.new.title') })
  // The focus moves along, so that a keyboard goes on from the new page.
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: t('persons.new.submit') }).click()
  await expect(page.getByText(t('persons.new.errors.name'))).toBeVisible()
  await expectSoundScreen(page)
})

test('offline, a link waits for the connection instead of ending at an error page', async ({
  page,
  context,
}) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.goto(`${siteUrl}/de/persons`)
  await submitSignIn(page, account)
  const add = page.getByRole('link', { name: t('persons.add') }).first()
  await expect(add).toBeVisible()
  await context.setOffline(true)
  await add.click()
  await expect(page.getByText(t('product.offlineHeld'))).toBeVisible()
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)
  await context.setOffline(false)
  await expect(page).toHaveURL(`${siteUrl}/de/persons/new`)
})

test('the inbox passes the screen checks, empty or not', async ({ page }) => {
  await page.goto(productUnderTest().inboxUrl)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSoundScreen(page)
})
