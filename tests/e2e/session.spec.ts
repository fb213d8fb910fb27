import { decodeJwt } from 'jose'
import { expect, type Page } from 'playwright/test'
import { SESSION_COOKIE } from '#lib/session/cookie.ts'
import { createAccount, submitSignIn, type Account } from '#tests/support/accounts.ts'
import { lockAccount } from '#tests/support/identity-service.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'

const WANTED = '/de/persons/new'

async function signInFresh(page: Page, account: Account): Promise<void> {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/persons`)
  await submitSignIn(page, account)
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
}

test('a locked account is signed out in every tab with the reason, and cannot sign in again', async ({
  page,
  context,
}) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.clock.install()
  await page.goto(siteUrl + WANTED)
  await submitSignIn(page, account)
  await expect(page).toHaveURL(siteUrl + WANTED)
  const other = await context.newPage()
  await other.goto(`${siteUrl}/de/persons`)
  await expect(other.getByText(t('persons.empty.title'))).toBeVisible()

  await lockAccount(account.email)
  await page.clock.fastForward('56:00')
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL((url) => url.pathname === '/de/auth/login')
    await expect(tab.getByText(t('auth.errors.user_disabled'))).toBeVisible()
  }
  await submitSignIn(other, account)
  await expect(other.getByRole('main').getByRole('alert')).toContainText(t('auth.errors.user_disabled'))
  await expectSoundScreen(other)
})

test('a token is renewed five minutes before it ends, and after failures in 30 and 60 seconds', async ({
  page,
}) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.clock.install()
  await signInFresh(page, account)
  let renewals = 0
  // The cookie of the middleware asks for tokens too, when the page is looked at.
  await page.route('**/api/session', (route) => route.fulfill({ status: 204 }))
  await page.route('**/securetoken.googleapis.com/v1/token*', (route) => {
    renewals += 1
    return renewals <= 2 ? route.abort() : route.continue()
  })
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await page.clock.fastForward('54:00')
  expect(renewals).toBe(0)
  await page.clock.runFor(65_000)
  await expect.poll(() => renewals).toBe(1)
  await page.clock.runFor(31_000)
  await expect.poll(() => renewals).toBe(2)
  await page.clock.runFor(50_000)
  expect(renewals).toBe(2)
  await page.clock.runFor(15_000)
  // After the renewal the page’s cookie is renewed too, because the service's clock stood still.
  await expect.poll(() => renewals).toBeGreaterThanOrEqual(3)
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)
})

test('a user whose token predates the confirmation, and cannot be renewed just now, stays on the page', async ({
  page,
  context,
}) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await signInFresh(page, account)
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
  // On a page without scripts: Firebase's would put the token that it holds back over this one.
  await page.goto(`${siteUrl}/robots.txt`)
  await page.evaluate(keepUnconfirmedToken)
  let renewals = 0
  await page.route('**/securetoken.googleapis.com/v1/token*', (route) => {
    renewals += 1
    return route.abort()
  })
  await page.goto(`${siteUrl}/de/persons`)
  await expect.poll(() => renewals).toBeGreaterThan(0)
  await expect(page.getByText(t('ui.cutOffTitle'))).toBeVisible()
  await expect(page).toHaveURL(`${siteUrl}/de/persons`)
  await expectSoundScreen(page)

  await page.unroute('**/securetoken.googleapis.com/v1/token*')
  await page.reload()
  await expect(page.getByText(t('persons.empty.title'))).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)
  expect(decodeJwt(cookie?.value ?? '')).toHaveProperty('email_verified', true)
})

/** Runs in the page: the token that Firebase keeps there says that the address is not confirmed. The emulator signs none. */
function keepUnconfirmedToken(): Promise<void> {
  interface Kept {
    value: { stsTokenManager: { accessToken: string } }
  }
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb')
    opening.onsuccess = () => {
      const changing = opening.result.transaction('firebaseLocalStorage', 'readwrite')
      const store = changing.objectStore('firebaseLocalStorage')
      const reading = store.getAll() as IDBRequest<Kept[]>
      reading.onsuccess = () => {
        for (const kept of reading.result.filter(({ value }) => 'stsTokenManager' in value)) {
          const [head, body = ''] = kept.value.stsTokenManager.accessToken.split('.')
          const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as object
          const changed = btoa(JSON.stringify({ ...claims, email_verified: false }))
          const url = changed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
          kept.value.stsTokenManager.accessToken = `${head}.${url}.`
          store.put(kept)
        }
      }
      changing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      changing.onerror = () => reject(new Error('the token could not be changed'))
    }
  })
}

for (const { missing, place } of [
  { missing: [], place: 'indexedDB' },
  { missing: ['indexedDB'], place: 'localStorage' },
  { missing: ['indexedDB', 'localStorage'], place: 'sessionStorage' },
] as const) {
  test(`the sign-in is kept in ${place}${missing.length > 0 ? ` without ${missing.join(' and ')}` : ''}`, async ({
    page,
  }) => {
    const account = await createAccount({ isVerified: true })
    await page.addInitScript((names: readonly string[]) => {
      for (const name of names) Object.defineProperty(window, name, { value: undefined })
    }, missing)
    await signInFresh(page, account)
    const places = await page.evaluate(async (absent: readonly string[]) => {
      const names = (storage: Storage | undefined) => Object.keys(storage ?? {})
      const isKept = (keys: string[]) => keys.some((key) => key.startsWith('firebase:authUser'))
      const databases = absent.includes('indexedDB') ? [] : await window.indexedDB.databases()
      return {
        indexedDB: databases.some(({ name }) => name === 'firebaseLocalStorageDb'),
        localStorage: isKept(names(window.localStorage)),
        sessionStorage: isKept(names(window.sessionStorage)),
      }
    }, missing)
    expect(Object.entries(places).filter(([, isKept]) => isKept)).toEqual([[place, true]])
  })
}
