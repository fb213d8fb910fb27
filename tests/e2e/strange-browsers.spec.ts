import { expect, type Page } from 'playwright/test'
import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER } from '#contract/styles.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { createAccount, submitSignIn } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { openAs, readyPerson } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'

/** What Chrome's translation does with every text, and keeps doing as texts come. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement
        const isShown = parent && !parent.closest('script, style, font, [translate=no]')
        if (node instanceof Text && isShown && node.data.trim() !== '') found.push(node)
      }
      for (const text of found) {
        const place = document.createElement('template')
        place.innerHTML = '<font><font></font></font>'
        place.content.querySelector('font font')?.append(text.data)
        text.replaceWith(place.content)
      }
    }
    translate()
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true })
  })
}

test('a page that the browser translates goes on: a form complains, changes and answers', async ({
  page,
}) => {
  await page.goto(`${productUnderTest().siteUrl}/de/auth/login?mode=signup`)
  await expect(page.getByRole('button', { name: t('auth.signUp.submit') })).toBeEnabled()
  await translate(page)
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page.getByText(t('auth.validation.email'))).toBeVisible()
  await page.getByRole('link', { name: t('auth.signUp.switchAction'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signIn.title'))
  await page.getByRole('link', { name: t('auth.signIn.switchAction') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signUp.title'))
})

test('an order of several styles on a page that the browser translates goes to its payment', async ({
  page,
}) => {
  const { account, client, personId } = await readyPerson()
  await openAs(page, account, `/persons/${personId}`)
  await translate(page)
  const style = t('styles.studio-grey.name')
  await page.getByRole('button', { name: t('shop.choose.takeNamed', { style }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('shop.more.title')).click()
  const pays = (amountMinor: number) =>
    dialog.getByRole('button', {
      name: t('shop.confirm.submit', { price: formatAmount(amountMinor, 'EUR', 'de') }),
    })
  const { EUR: first } = FIRST_BUNDLE_AMOUNT_MINOR
  const further = TIER_AMOUNT_MINOR[STYLE_TIER['studio-grey']]
  const library = dialog.getByRole('checkbox', { name: t('styles.library.name') })
  await library.check()
  await expect(pays(first + further)).toBeVisible()
  await library.uncheck()
  await expect(pays(first)).toBeVisible()
  await library.check()
  await pays(first + further).click()
  await expect(page.locator('#number')).toBeVisible()
  await client.call('deletePerson', { query: { personid: personId } })
})

test.describe('in the browser of an app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 385.0.0.0 (iPhone16,2; iOS 18_5; de_CH)',
    viewport: { width: 390, height: 844 },
  })

  test('the sign-in says that Google refuses it there, and how to go on', async ({ page }) => {
    await page.goto(`${productUnderTest().siteUrl}/de/auth/login`)
    await expect(page.getByText(t('auth.providers.inApp', { app: 'Instagram' }))).toBeVisible()
  })
})

test('a tab of an old build reloads once when a script of it is gone', async ({ page }) => {
  await page.goto(`${productUnderTest().siteUrl}/de/pricing`)
  await page.getByRole('region', { name: t('consent.label') }).waitFor()
  const loadGoneScript = () =>
    page.evaluate(() => {
      const script = document.createElement('script')
      script.src = '/_next/static/chunks/of-an-old-build.js'
      document.head.append(script)
      return new Promise((resolve) => script.addEventListener('error', resolve)).then(() => undefined)
    })
  const reloaded = page.waitForEvent('load')
  await loadGoneScript().catch(() => undefined)
  await reloaded
  await page.getByRole('region', { name: t('consent.label') }).waitFor()
  let loads = 0
  page.on('load', () => (loads += 1))
  await loadGoneScript()
  await page.evaluate(() => fetch('/api/healthz'))
  expect(loads).toBe(0)
})

test('Back closes a dialog before it leaves a page', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  const account = await createAccount({ isVerified: true })
  await page.goto(`${siteUrl}/de/account`)
  await submitSignIn(page, account)
  await expect(page).toHaveURL(`${siteUrl}/de/account`)
  await page.getByRole('button', { name: t('account.deletion.open') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => window.history.back())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${siteUrl}/de/account`)
})
