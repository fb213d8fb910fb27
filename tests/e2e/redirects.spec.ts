import { expect } from 'playwright/test'
import { SESSION_COOKIE } from '#lib/session/cookie.ts'
import { createAccount, submitSignIn } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { test } from '#tests/support/strict-page-test.ts'

const WANTED = '/de/persons/new'

test('signed out, a product page leads to the sign-in and back to the wanted page', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.goto(siteUrl + WANTED)
  await expect(page).toHaveURL((url) => url.pathname === '/de/auth/login')
  await submitSignIn(page, account)
  await expect(page).toHaveURL(siteUrl + WANTED)
  await expect(page.getByRole('heading', { level: 1, name: t('persons.new.title') })).toBeVisible()
})

test('without a confirmed address, a product page leads to the confirmation and back', async ({ page }) => {
  const { siteUrl, inboxUrl } = productUnderTest()
  const account = await createAccount({ isVerified: false })
  await page.goto(siteUrl + WANTED)
  await submitSignIn(page, account)
  await expect(page).toHaveURL((url) => url.pathname === '/de/auth/verify-email')
  await page.goto(siteUrl + WANTED)
  await expect(page).toHaveURL((url) => url.pathname === '/de/auth/verify-email')

  await page.getByRole('button', { name: t('auth.verify.resend') }).click()
  await expect(page.getByText(t('auth.verify.resent', { email: account.email }))).toBeVisible()
  await page.goto(inboxUrl)
  await page.getByRole('article').filter({ hasText: account.email }).getByRole('link').first().click()
  await page.getByRole('button', { name: t('auth.action.verify_email.submit') }).click()
  await expect(page).toHaveURL(siteUrl + WANTED)
})

test('the tab that waits for the confirmation also goes to the wanted page, when another tab opened the mail', async ({
  page,
  context,
}) => {
  const { siteUrl, inboxUrl } = productUnderTest()
  const account = await createAccount({ isVerified: false })
  await page.goto(siteUrl + WANTED)
  await submitSignIn(page, account)
  await page.getByRole('button', { name: t('auth.verify.resend') }).click()
  await expect(page.getByText(t('auth.verify.resent', { email: account.email }))).toBeVisible()

  const mail = await context.newPage()
  await mail.goto(inboxUrl)
  await mail.getByRole('article').filter({ hasText: account.email }).getByRole('link').first().click()
  await mail.getByRole('button', { name: t('auth.action.verify_email.submit') }).click()
  await expect(mail).toHaveURL(siteUrl + WANTED)
  await page.bringToFront()
  await expect(page).toHaveURL(siteUrl + WANTED)
})

test('signing out in another tab is announced, with a way back to the page', async ({ page, context }) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.goto(siteUrl + WANTED)
  await submitSignIn(page, account)
  await expect(page).toHaveURL(siteUrl + WANTED)

  const other = await context.newPage()
  await other.goto(`${siteUrl}/de`)
  // A public page knows the sign-in without a cookie of its own.
  await other.getByRole('link', { name: t('shell.persons'), exact: true }).click()
  await other.getByRole('button', { name: t('product.signOut') }).click()
  await expect(other).toHaveURL(`${siteUrl}/de/auth/login`)
  await expect(other.getByText(t('auth.signedOutElsewhere'))).toHaveCount(0)

  await page.bringToFront()
  await expect(page.getByText(t('auth.signedOutElsewhere'))).toBeVisible()
  await submitSignIn(page, account)
  await expect(page).toHaveURL(siteUrl + WANTED)
  await other.goto(`${siteUrl}/de`)
  await expect(other.getByRole('link', { name: t('shell.persons'), exact: true })).toBeVisible()
})

test('the middleware redirects before any page is rendered', async ({ request }) => {
  const { siteUrl } = productUnderTest()
  const response = await request.get(siteUrl + WANTED, { maxRedirects: 0 })
  expect(response.status()).toBe(307)
  const location = new URL(response.headers().location ?? '', siteUrl)
  expect(location.pathname).toBe('/de/auth/login')
  expect([...location.searchParams.values()]).toContain(WANTED)
})

test('a path without a language leads to the language of the browser', async ({ request }) => {
  const { siteUrl } = productUnderTest()
  const response = await request.get(`${siteUrl}/`, {
    maxRedirects: 0,
    headers: { 'accept-language': 'pt;q=0.9, fr-CH;q=0.8, en;q=0.7' },
  })
  expect(response.status()).toBe(307)
  expect(new URL(response.headers().location ?? '', siteUrl).pathname).toBe('/fr')
})

test('a forged session cookie opens no page', async ({ request }) => {
  const { siteUrl } = productUnderTest()
  const response = await request.get(siteUrl + WANTED, {
    maxRedirects: 0,
    headers: {
      cookie: `${SESSION_COOKIE}=eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4IiwiZW1haWxfdmVyaWZpZWQiOnRydWV9.`,
    },
  })
  expect(response.status()).toBe(307)
  expect(new URL(response.headers().location ?? '', siteUrl).pathname).toBe('/de/auth/login')
})
