import { expect, test } from 'playwright/test'
import { createAccount, submitSignIn } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { expectSoundScreen } from '#tests/support/soundness.ts'

test('the sign-in page is sound, also with its complaints and when signing up', async ({ page }) => {
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

test('a wrong password is refused in words', async ({ page }) => {
  const account = await createAccount({ isVerified: true })
  await page.goto(`${productUnderTest().siteUrl}/de/auth/login`)
  await submitSignIn(page, { ...account, password: 'not the password' })
  await expect(page.getByText(t('auth.errors.wrong_credentials'))).toBeVisible()
  await expect(page.getByLabel(t('auth.email'))).toHaveValue(account.email)
  await expectSoundScreen(page)
})

test('the password page and a used mail link are sound', async ({ page }) => {
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

test('the empty list of persons and the form for a new one are sound', async ({ page }) => {
  const account = await createAccount({ isVerified: true })
  await page.goto(`${productUnderTest().siteUrl}/de/persons`)
  await submitSignIn(page, account)
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
  await expectSoundScreen(page)

  await page
    .getByRole('link', { name: t('persons.add') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('persons.new.title') })).toBeVisible()
  await page.getByRole('button', { name: t('persons.new.submit') }).click()
  await expect(page.getByText(t('persons.new.errors.name'))).toBeVisible()
  await expectSoundScreen(page)
})

test('the inbox is sound, empty or not', async ({ page }) => {
  await page.goto(productUnderTest().inboxUrl)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSoundScreen(page)
})
