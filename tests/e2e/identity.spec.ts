import { devices, expect, type Page } from 'playwright/test'
import { z } from 'zod'
import { createAccount, submitSignIn } from '#tests/support/accounts.ts'
import { changeAddress, readLastCode, readProviders, sendMailLink } from '#tests/support/identity-service.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import {
  openWindow,
  serveSignInWindows,
  signInAtProvider,
  signUpAtProvider,
} from '#tests/support/sign-in-windows.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'

const WANTED = '/de/persons/new'
const fr = translatorOf('fr')
const en = translatorOf('en')
const withProvider = (provider: string, say = t) => say('auth.providers.continueWith', { provider })
const address = (who: string) => `${who}-${crypto.randomUUID()}@test.example`

async function signOut(page: Page, say = t): Promise<void> {
  await page.getByRole('button', { name: say('product.signOut'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('auth.signIn.title') })).toBeVisible()
}

test('Google and Apple open an account in a window, or by redirect where windows are blocked', async ({
  page,
  context,
}) => {
  const { siteUrl } = productUnderTest()
  await serveSignInWindows(context)
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (url, target, features = '') => {
      if (localStorage.getItem('windows') === 'blocked') return null
      localStorage.setItem('opened', `${localStorage.getItem('opened') ?? ''}${features}\n`)
      return open(url, target, features)
    }
  })
  const email = address('google')
  await page.clock.install()
  await page.goto(siteUrl + WANTED)
  await expect(page.getByRole('heading', { level: 1, name: t('auth.signUp.title') })).toBeVisible()

  const closed = await openWindow(page, withProvider('Apple'))
  const waiting = page.getByText(t('auth.providers.waiting', { provider: 'Apple' }))
  await expect(waiting).toBeVisible()
  await closed.close()
  const notice = page.getByRole('status').filter({ hasText: t('auth.errors.popup_closed') })
  // Looked for every two seconds, and believed after eight.
  await page.clock.runFor(4_000)
  await expect(waiting).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.clock.runFor(7_000)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expectSoundScreen(page)

  // The second window takes the place of the first, which is no error.
  await openWindow(page, withProvider('Apple'))
  const google = await openWindow(page, withProvider('Google'))
  await expect(page.getByText(t('auth.providers.waiting', { provider: 'Google' }))).toBeVisible()
  await signUpAtProvider(google, email)
  await expect(page).toHaveURL(siteUrl + WANTED)
  const opened = (await page.evaluate(() => localStorage.getItem('opened') ?? '')).trim().split('\n')
  expect(opened).toEqual(Array(3).fill(expect.stringContaining('width=500,height=600')))
  expect(await readProviders(email)).toEqual(['google.com'])

  await signOut(page)
  await page.evaluate(() => localStorage.setItem('windows', 'blocked'))
  await page.getByRole('button', { name: withProvider('Google') }).click()
  await signInAtProvider(page, email)
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)

  // Another way in is added; then the first is not needed any more, and the last one stays.
  await page.evaluate(() => localStorage.removeItem('windows'))
  await page.goto(`${siteUrl}/de/account`)
  const ways = page.getByRole('list', { name: t('account.signIn.ways.list') })
  const button = (what: 'connectNamed' | 'disconnectNamed', provider: string) =>
    t(`account.signIn.ways.${what}`, { provider })
  await expect(ways.getByRole('button', { name: button('connectNamed', 'Apple') })).toBeVisible()
  await expect(ways.getByRole('button', { name: button('disconnectNamed', 'Google') })).toHaveCount(0)
  await signUpAtProvider(await openWindow(page, button('connectNamed', 'Apple')), address('apple'))
  await expect(page.getByText(t('account.signIn.ways.connected', { provider: 'Apple' }))).toBeVisible()
  await expectSoundScreen(page)
  await ways.getByRole('button', { name: button('disconnectNamed', 'Google') }).click()
  await expect(page.getByText(t('account.signIn.ways.disconnected', { provider: 'Google' }))).toBeVisible()
  await expect(ways.getByRole('button', { name: button('disconnectNamed', 'Apple') })).toHaveCount(0)
  expect(await readProviders(email)).toEqual(['apple.com'])
})

test('where windows are blocked, a press before the browser’s database has answered signs in all the same', async ({
  page,
  context,
}) => {
  const { siteUrl } = productUnderTest()
  await serveSignInWindows(context)
  await page.addInitScript(() => {
    let open = () => {}
    const refused = new Promise<void>((resolve) => {
      open = resolve
    })
    window.open = () => {
      // The page that comes back has its database at once.
      localStorage.setItem('refused', 'yes')
      open()
      return null
    }
    if (localStorage.getItem('refused') !== null) return
    // Firebase reads the signed-in user from there, and then runs everything that waits for it.
    const openDatabase = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      const request = openDatabase(name, version)
      const hold = (event: Event) => {
        event.stopImmediatePropagation()
        void refused.then(() => request.dispatchEvent(new Event('success')))
      }
      request.addEventListener('success', hold, { once: true })
      return request
    }
  })
  await page.goto(siteUrl + WANTED)
  await page.getByRole('button', { name: withProvider('Google') }).click()
  await signUpAtProvider(page, address('google'))
  await expect(page).toHaveURL(siteUrl + WANTED)
})

test.describe('on a phone, in French', () => {
  const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']
  test.use({ viewport, userAgent, isMobile, hasTouch, locale: 'fr-FR', colorScheme: 'dark' })

  test('Apple is added to an account with a password, and then opens it', async ({ page, context }) => {
    const { siteUrl } = productUnderTest()
    await serveSignInWindows(context)
    // Google vouches for its own addresses; what Apple says of one does not take over an account.
    await context.route('**/accounts:signInWithIdp*', (route) =>
      route.continue({
        postData: (route.request().postData() ?? '').replace('verified%22%3Atrue', 'verified%22%3Afalse'),
      }),
    )
    const account = await createAccount({ isVerified: true })
    await page.goto(`${siteUrl}/fr/persons/new`)
    const apple = await openWindow(page, withProvider('Apple', fr))
    await signUpAtProvider(apple, account.email)
    await expect(page.getByText(fr('auth.linking.title'))).toBeVisible()
    await expect(page.getByText(account.email)).toBeVisible()
    await expect(page.getByLabel(fr('auth.email'))).toHaveValue(account.email)
    await expect(page.getByLabel(fr('auth.password'), { exact: true })).toBeFocused()
    await expectSoundScreen(page)
    await page.getByLabel(fr('auth.password'), { exact: true }).fill(account.password)
    await page.getByRole('button', { name: fr('auth.signIn.submit'), exact: true }).click()
    await expect(page).toHaveURL(`${siteUrl}/fr/persons/new`)
    await expect.poll(() => readProviders(account.email)).toEqual(['apple.com', 'password'])

    await signOut(page, fr)
    await signInAtProvider(await openWindow(page, withProvider('Apple', fr)), account.email)
    await expect(page).toHaveURL(`${siteUrl}/fr/persons`)
  })

  test('a forgotten password is reset by a mail in French', async ({ page }) => {
    const { siteUrl, inboxUrl } = productUnderTest()
    const account = await createAccount({ isVerified: true })
    await page.goto(`${siteUrl}/fr/auth/reset-password`)
    await page.getByLabel(fr('auth.email')).fill(account.email)
    const asked = page.waitForRequest('**/accounts:sendOobCode*')
    await page.getByRole('button', { name: fr('auth.reset.submit') }).click()
    expect((await asked).headers()['x-firebase-locale']).toBe('fr')
    await expect(page.getByRole('heading', { name: fr('auth.reset.sentTitle') })).toBeVisible()
    await expectSoundScreen(page)
    await page.goto(inboxUrl)
    const link = page.getByRole('article').filter({ hasText: account.email }).getByRole('link')
    const href = (await link.first().getAttribute('href')) ?? ''
    await link.first().click()
    await expect(page.getByRole('heading', { name: fr('auth.action.reset.title') })).toBeVisible()
    await expectSoundScreen(page)
    await page.getByLabel(fr('auth.newPassword'), { exact: true }).fill('trois chèvres au pré')
    await page.getByRole('button', { name: fr('auth.action.reset.submit') }).click()
    await expect(page).toHaveURL(`${siteUrl}/fr/persons`)
    await page.goto(href)
    await expect(page.getByText(fr('auth.errors.link_invalid'))).toBeVisible()
  })

  test('links that change the account name the change before they make it', async ({ page }) => {
    const { inboxUrl } = productUnderTest()
    const account = await createAccount({ isVerified: true })
    const newEmail = address('nouvelle')
    await page.goto(await sendMailLink('VERIFY_AND_CHANGE_EMAIL', account.email, newEmail))
    await expect(page.getByText(newEmail)).toBeVisible()
    await expectSoundScreen(page)
    await page.getByRole('button', { name: fr('auth.action.change_email.submit') }).click()
    await expect(page.getByRole('heading', { name: fr('auth.action.change_email.doneTitle') })).toBeVisible()
    await expectSoundScreen(page)

    await changeAddress(newEmail, address('fremd'))
    await page.goto(inboxUrl)
    await page
      .getByRole('article')
      .filter({ hasText: newEmail })
      .getByRole('link', { name: 'Undo the change' })
      .click()
    await expect(page.getByRole('heading', { name: en('auth.action.recover_email.title') })).toBeVisible()
    await page.getByRole('button', { name: en('auth.action.recover_email.submit') }).click()
    await expect(page.getByRole('heading', { name: en('auth.action.recover_email.doneTitle') })).toBeVisible()
    await page.getByRole('button', { name: en('auth.action.protect.submit') }).click()
    await expect(page.getByText(en('auth.action.protect.sent', { email: newEmail }))).toBeVisible()
    await expectSoundScreen(page)
  })
})

test('a phone is added, asked for at the next sign-in and removed, each with a recent sign-in where one is required', async ({
  page,
}) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  const phone = `+49151${String(Math.random()).slice(2, 10)}`
  const digits = phone.slice(-4)
  await page.goto(`${siteUrl}/de/account`)
  await submitSignIn(page, account)
  await expect(page.getByText(t('auth.secondFactor.none'))).toBeVisible()
  await page.getByRole('button', { name: t('auth.secondFactor.add') }).click()
  await page.getByLabel(t('auth.secondFactor.number')).fill('0151 23456789')
  await page.getByRole('button', { name: t('auth.secondFactor.sendCode') }).click()
  await expect(page.getByText(t('auth.secondFactor.numberInvalid'))).toBeVisible()

  // The service finds the sign-in too old, once.
  await page.route(
    '**/mfaEnrollment:start*',
    (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
      }),
    { times: 1 },
  )
  await page.getByLabel(t('auth.secondFactor.number')).fill(phone)
  await page.getByRole('button', { name: t('auth.secondFactor.sendCode') }).click()
  const dialog = page.getByRole('dialog', { name: t('auth.reauthenticate.title') })
  await expect(dialog.getByText(account.email)).toBeVisible()
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: t('auth.reauthenticate.submit') }).click()
  await expect(dialog.getByText(t('auth.errors.wrong_credentials'))).toBeVisible()
  await expectSoundScreen(page)
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: t('auth.reauthenticate.submit') }).click()
  await expect(page.getByText(t('auth.code.sent', { digits }))).toBeVisible()
  await page.getByLabel(t('auth.code.label')).fill(await readLastCode(phone))
  await page.getByRole('button', { name: t('auth.secondFactor.confirm') }).click()
  await expect(page.getByText(t('auth.secondFactor.added'))).toBeVisible()
  await expectSoundScreen(page)

  await signOut(page)
  await submitSignIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: t('auth.secondStep.title') })).toBeVisible()
  await expect(page.getByText(t('auth.code.sent', { digits }))).toBeVisible()
  const code = await readLastCode(phone)
  await page.getByLabel(t('auth.code.label')).fill(code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page.getByText(t('auth.code.wrong'))).toBeVisible()
  await expectSoundScreen(page)
  await page.getByLabel(t('auth.code.label')).fill(code)
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)

  await page.goto(`${siteUrl}/de/account`)
  await page.getByRole('button', { name: t('auth.secondFactor.removeNamed', { digits }) }).click()
  await expect(page.getByRole('dialog').getByText(t('auth.secondFactor.removeLast'))).toBeVisible()
  await expectSoundScreen(page)
  await page.getByRole('button', { name: t('auth.secondFactor.removeSubmit') }).click()
  await expect(page.getByText(t('auth.secondFactor.removed'))).toBeVisible()
  await expect(page.getByText(t('auth.secondFactor.none'))).toBeVisible()
})

test('a sign-in that Google suspects of being automated is repeated with a captcha', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  const tokens: unknown[] = []
  const Body = z.looseObject({ captchaResponse: z.string().optional() })
  await page.route('**/accounts:signInWithPassword*', (route) => {
    const { captchaResponse, ...rest } = Body.parse(route.request().postDataJSON())
    tokens.push(captchaResponse)
    // The emulator knows no captcha, and is told of none.
    return captchaResponse === undefined
      ? route.fulfill({ status: 400, json: { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } } })
      : route.continue({ postData: JSON.stringify(rest) })
  })
  await page.goto(`${siteUrl}/de/persons`)
  await submitSignIn(page, account)
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
  expect(tokens).toEqual([undefined, expect.any(String)])
})

test('a return address on another site is ignored', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  for (const foreign of ['https://evil.example/de/persons', '//evil.example/de', '/\\evil.example']) {
    await page.goto(`${siteUrl}/de/auth/login?${new URLSearchParams({ redirect: foreign }).toString()}`)
    await expect(page.getByRole('heading', { level: 1, name: t('auth.signIn.title') })).toBeVisible()
  }
  await submitSignIn(page, account)
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)
})
