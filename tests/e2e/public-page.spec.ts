import { expect } from 'playwright/test'
import legal from '#messages/legal/de.json' with { type: 'json' }
import { MESSAGES } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { test } from '#tests/support/strict-page-test.ts'

test('scripts run without a touch: the banner appears, a form answers, and consent is kept', async ({
  page,
}) => {
  await page.goto(`${productUnderTest().siteUrl}/de/legal/withdrawal`)
  const { form: copy } = legal.withdrawal
  const banner = page.getByRole('region', { name: MESSAGES.de.consent.label })
  await expect(banner).toBeInViewport()
  await page.getByRole('button', { name: copy.submit }).click()
  await expect(page.getByText(copy.errors.email)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await banner.getByRole('button', { name: MESSAGES.de.consent.accept }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: copy.submit })).toBeEnabled()
  await expect(banner).toHaveCount(0)
})

test('the header of a visitor who is signed in leads to the headshots without a touch', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('signed_in', '1'))
  await page.goto(`${productUnderTest().siteUrl}/de/pricing`)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: MESSAGES.de.shell.persons, exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: MESSAGES.de.shell.signIn, exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: MESSAGES.de.consent.label })).toHaveCount(0)
})

/** What Web Vitals call good is less than that: lines of a long text may break elsewhere. */
const MOVED_AT_MOST = 0.1

test('a late typeface hardly moves a page: its fallback has the same widths and heights', async ({
  page,
}) => {
  const shifts: number[] = []
  await page.exposeFunction('shifted', (share: number) => shifts.push(share))
  await page.addInitScript(() => {
    const tell = Reflect.get(window, 'shifted') as (share: unknown) => void
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tell(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['', '/pricing', '/legal/terms']) {
    let comes: () => void = () => undefined
    const late = new Promise<void>((resolve) => (comes = resolve))
    await page.route('**/*.woff2', async (route) => {
      await late
      await route.continue()
    })
    await page.goto(`${productUnderTest().siteUrl}/de${path}`, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    comes()
    await page.evaluate(async () => {
      await document.fonts.ready
      for (let frame = 0; frame < 3; frame++) await new Promise((painted) => requestAnimationFrame(painted))
    })
    expect(
      shifts.splice(0).reduce((sum, share) => sum + share, 0),
      path,
    ).toBeLessThan(MOVED_AT_MOST)
    await page.unroute('**/*.woff2')
  }
})

test('the prices say by which ways they are paid, as the order does', async ({ page }) => {
  await page.goto(`${productUnderTest().siteUrl}/de/pricing`)
  await expect(page.getByText(MESSAGES.de.shop.waysToPay)).toBeVisible()
})
