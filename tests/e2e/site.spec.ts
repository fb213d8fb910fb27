import { expect, test, type Request } from 'playwright/test'
import sharp from 'sharp'
import { LOCALES } from '#contract/locales.ts'
import { FIXED_PATHS } from '#lib/seo/sitemap.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { startCapture, startSecondSite } from '#tests/support/second-site.ts'
import { expectSoundScreen } from '#tests/support/soundness.ts'
import legal from '#messages/legal/de.json' with { type: 'json' }

const attributes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => found)

test('every public page is there in every language, cacheable, about nobody, and names the others', async ({
  request,
}) => {
  const { siteUrl } = productUnderTest()
  const reached = new Set<string>()
  for (const locale of LOCALES) {
    for (const path of FIXED_PATHS) {
      const response = await request.get(`${siteUrl}/${locale}${path}`)
      expect.soft(response.status(), `${locale}${path}`).toBe(200)
      const headers = response.headers()
      expect.soft(headers['cache-control']).toContain('s-maxage')
      expect.soft(headers['set-cookie']).toBeUndefined()
      expect.soft(headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[^']+')+;/)
      const html = await response.text()
      expect.soft(html).toContain(`<html lang="${locale}"`)
      expect
        .soft(new Set(attributes(html, /<link rel="alternate" hrefLang="([^"]+)"/gi)))
        .toEqual(new Set([...LOCALES, 'x-default']))
      const [canonical = ''] = attributes(html, /<link rel="canonical" href="([^"]+)"/g)
      expect.soft(new URL(canonical).pathname).toBe(`/${locale}${path}`)
      expect.soft(html).not.toContain('"noindex')
      for (const data of attributes(html, /<script type="application\/ld\+json">(.*?)<\/script>/g))
        expect.soft(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' })
      for (const link of attributes(html, /<a [^>]*?href="(\/[^"#?]*)/g)) reached.add(link)
    }
  }
  // No link leads nowhere; pages behind the sign-in answer with a redirect to it.
  for (const link of reached) {
    if (FIXED_PATHS.some((path) => LOCALES.some((locale) => link === `/${locale}${path}`))) continue
    const response = await request.get(siteUrl + link)
    expect.soft(response.status(), link).toBe(200)
  }
  for (const locale of LOCALES)
    for (const path of FIXED_PATHS) expect.soft(reached).toContain(`/${locale}${path}`)
})

test('machines find the pages: one index of sitemaps, robots, llms.txt', async ({ request }) => {
  const { siteUrl } = productUnderTest()
  const index = await (await request.get(`${siteUrl}/sitemap.xml`)).text()
  const parts = attributes(index, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname)
  expect(parts).toEqual(LOCALES.map((locale) => `/sitemaps/pages-${locale}-1.xml`))
  const german = await (await request.get(`${siteUrl}/sitemaps/pages-de-1.xml`)).text()
  expect(attributes(german, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname)).toEqual(
    FIXED_PATHS.map((path) => `/de${path}`),
  )
  expect((await request.get(`${siteUrl}/sitemaps/cities-de-1.xml`)).status()).toBe(404)
  expect(await (await request.get(`${siteUrl}/robots.txt`)).text()).toContain('/sitemap.xml')
  expect(await (await request.get(`${siteUrl}/llms.txt`)).text()).toContain('/en/pricing')
})

test('until somebody accepts, nothing stays on the device; each route is reported once, to the site itself', async ({
  browser,
}) => {
  // The service takes no reports from robots, and by these signs it knows one.
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
    Object.defineProperty(navigator, 'userAgentData', { get: () => undefined })
  })
  const page = await context.newPage()
  const capture = await startCapture()
  const site = await startSecondSite({ POSTHOG_PROJECT_KEY: 'phc_test', POSTHOG_HOST: capture.url })
  try {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    const kept = () =>
      page.evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].join(),
      )
    const views = () =>
      capture.events
        .filter(({ event }) => event === '$pageview')
        .map(({ properties }) => properties['$current_url'])

    await page.goto(`${site.url}/de?ref=abc234`)
    const banner = page.getByRole('region', { name: t('consent.label') })
    await expect(banner).toBeInViewport()
    await expect.poll(views, { timeout: 20_000 }).toEqual([`${site.url}/de`])
    expect(await kept()).not.toMatch(/ph_|posthog/)

    await page.goto(`${site.url}/de/pricing`)
    await expect.poll(views, { timeout: 20_000 }).toEqual([`${site.url}/de`, `${site.url}/de/pricing`])
    expect(await kept()).not.toMatch(/ph_|posthog/)
    const isFirstOpen = (request: Request) => request.postData()?.includes('firstOpen') === true
    const told = page.waitForRequest(isFirstOpen)
    await banner.getByRole('button', { name: t('consent.accept') }).click()
    await expect(banner).toHaveCount(0)
    expect(new URL((await told).url()).pathname).toContain('/analytics/customer-interactions')
    await expect.poll(kept).toMatch(/ph_phc_test/)

    await page.goto(`${site.url}/fr`)
    await expect.poll(views, { timeout: 20_000 }).toHaveLength(3)
    await expect(page.getByRole('button', { name: 'Tout accepter' })).toHaveCount(0)
    expect([...hosts]).toEqual([site.url])
  } finally {
    await context.close()
    await site.close()
    capture.close()
  }
})

test('a withdrawal begins without an account, and a link that is no good says so', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/legal/withdrawal`)
  const { form, confirm } = legal.withdrawal
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByText(form.errors.email)).toBeVisible()
  await expectSoundScreen(page)
  await page.getByLabel(form.email).fill('buyer@test.example')
  await page.getByLabel(form.order).fill('A1B2C3D4')
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByRole('heading', { name: form.sentTitle })).toBeFocused()
  await page.goto(`${siteUrl}/de/legal/withdrawal?token=AAAAAAAAAAAAAAAAAAAAAA`)
  await page.getByRole('button', { name: confirm.submit }).click()
  await expect(page.getByText(t('errors.withdrawal_not_found'))).toBeVisible()
  await expect(page.getByRole('link', { name: confirm.restart })).toBeVisible()
})

test('a picture is read in the browser: unknown, or marked by its maker', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  const plain = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
  const marked = await sharp(plain)
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${source}"/></rdf:RDF></x:xmpmeta>`,
    )
    .jpeg()
    .toBuffer()
  await page.goto(`${siteUrl}/de/verify`)
  await expectSoundScreen(page)
  const drop = page.locator('input[type=file]')
  await drop.setInputFiles({ name: 'plain.jpg', mimeType: 'image/jpeg', buffer: plain })
  await expect(page.getByRole('heading', { name: t('verify.verdict.unknown') })).toBeVisible()
  await page.getByRole('button', { name: t('verify.again') }).click()
  await drop.setInputFiles({ name: 'marked.jpg', mimeType: 'image/jpeg', buffer: marked })
  await expect(page.getByRole('heading', { name: t('verify.verdict.marked') })).toBeVisible()
  await expect(page.getByText(t('verify.iptc.composite'))).toBeVisible()
  await expectSoundScreen(page)
})

for (const path of ['/de/pricing', '/fr/pricing', '/fr/legal/privacy-policy', '/de/legal/imprint']) {
  test(`${path} is sound`, async ({ page }) => {
    await page.goto(productUnderTest().siteUrl + path)
    await expectSoundScreen(page)
  })
}
