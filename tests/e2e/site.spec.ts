import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, type Request } from 'playwright/test'
import sharp from 'sharp'
import { createC2paSigner } from '#backend/providers/signer/c2pa.ts'
import { openOwnCertificate } from '#backend/providers/signer/own-certificate.ts'
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { FIXED_PATHS } from '#lib/seo/sitemap.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { startCapture, startSecondSite } from '#tests/support/second-site.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen, expectSoundTranslation } from '#tests/support/a11y-and-layout.ts'
import { withChangedPixel } from '#tests/support/tampering.ts'
import legal from '#messages/legal/de.json' with { type: 'json' }

/** Any partner network of an operator. */
const PARTNER = 'https://partner.example/script.js'

/** One of each type, and those of the directory with a listing and without. */
const PAGES = [
  ...FIXED_PATHS,
  '/headshots-near-me',
  '/headshots-near-me/sample-country',
  '/headshots-near-me/sample-country/sampletown',
  '/headshots-near-me/sample-country/placeholder-village',
  '/headshots-near-me/confirm',
  '/nothing/here',
]

// The longest file comes last: both workers should share it.
test.describe.configure({ mode: 'parallel' })

for (const locale of LOCALES) {
  // Colors are the same in every language.
  const expectSound = locale === DEFAULT_LOCALE ? expectSoundScreen : expectSoundTranslation
  test(`every public page passes the screen checks in ${locale}, loads from no other host, and shows all its pictures`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { siteUrl } = productUnderTest()
    const problems: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== siteUrl && protocol !== 'data:') problems.push(`asked ${request.url()}`)
    })
    const banner = page.getByRole('region', { name: translatorOf(locale)('consent.label') })
    for (const path of PAGES) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${siteUrl}/${locale}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => missingPictures(page), path).toEqual([])
      // It makes way while the page's main action would lie below it: at the end of a page none does.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(banner).toBeInViewport()
      await expectSound(page)
      expect.soft(problems.splice(0), path).toEqual([])
    }
  })
}

/** Pictures that are still missing after the page was scrolled to each of them, as lazy loading wants. */
async function missingPictures(page: Page): Promise<string[]> {
  for (const image of await page.locator('img:visible').all()) await image.scrollIntoViewIfNeeded()
  return page
    .locator('img:visible')
    .evaluateAll((images: HTMLImageElement[]) =>
      images.filter((image) => !image.complete || image.naturalWidth === 0).map(({ src }) => src),
    )
}

test('before consent nothing is stored on the device; each route is reported once, to the site itself', async ({
  browser,
}) => {
  // The analytics client sends no reports from robots, which it recognises by these signs.
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    // The partner's origin is in the policy of pages that were built with it; these were built without.
    bypassCSP: true,
  })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
    Object.defineProperty(navigator, 'userAgentData', { get: () => undefined })
  })
  const page = await context.newPage()
  const capture = await startCapture()
  const site = await startSecondSite({
    POSTHOG_PROJECT_KEY: 'phc_test',
    POSTHOG_HOST: capture.url,
    AFFILIATE_SCRIPT_URL: PARTNER,
  })
  const partnerLoads: string[] = []
  await page.route(PARTNER, (route) => {
    partnerLoads.push(route.request().frame().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  try {
    const hosts = new Set<string>()
    page.on('request', (request) => {
      if (request.url() !== PARTNER) hosts.add(new URL(request.url()).origin)
    })
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
    // The same route with another query and fragment.
    await page.evaluate(() => {
      window.history.pushState(null, '', '?from=mail')
      window.location.hash = 'first-title'
    })
    expect(await kept()).not.toMatch(/ph_|posthog/)
    expect(partnerLoads).toEqual([])
    const isFirstOpen = (request: Request) => request.postData()?.includes('firstOpen') === true
    const told = page.waitForRequest(isFirstOpen)
    await banner.getByRole('button', { name: t('consent.accept') }).click()
    await expect(banner).toHaveCount(0)
    expect(new URL((await told).url()).pathname).toContain('/analytics/customer-interactions')
    await expect.poll(kept).toMatch(/ph_phc_test/)
    await expect.poll(() => partnerLoads).toHaveLength(1)

    await page.goto(`${site.url}/fr`)
    const routes = ['/de', '/de/pricing', '/fr'].map((path) => site.url + path)
    await expect.poll(views, { timeout: 20_000 }).toEqual(routes)
    await expect(page.getByRole('button', { name: 'Tout accepter' })).toHaveCount(0)
    expect([...hosts]).toEqual([site.url])
  } finally {
    await context.close()
    await site.close()
    capture.close()
  }
})

for (const path of ['/legal/terms', '/auth/login']) {
  test(`the banner at ${path} waits for no script, and who has accepted never sees it`, async ({ page }) => {
    const { siteUrl } = productUnderTest()
    await page.route('**/_next/static/**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    const banner = page.getByRole('region', { name: translatorOf('en')('consent.label') })
    await page.goto(`${siteUrl}/en${path}`)
    await expect(banner).toBeInViewport()
    await page.evaluate(() => localStorage.setItem('cookie_consent', 'accepted'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toBeHidden()
  })
}

test('a withdrawal starts without an account, and an invalid link says so', async ({ page }) => {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/legal/withdrawal`)
  const { form, confirm } = legal.withdrawal
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByText(form.errors.email)).toBeVisible()
  await expectSoundScreen(page)
  await page.getByLabel(form.email).fill('buyer@test.example')
  await page.getByLabel(form.order).fill('K7M2Q-4TX9B')
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByRole('heading', { name: form.sentTitle })).toBeFocused()
  await page.goto(`${siteUrl}/de/legal/withdrawal?token=AAAAAAAAAAAAAAAAAAAAAA`)
  await page.getByRole('button', { name: confirm.submit }).click()
  await expect(page.getByText(t('errors.withdrawal_not_found'))).toBeVisible()
  await expect(page.getByRole('link', { name: confirm.restart })).toBeVisible()
})

test('the browser checks a picture: unknown, marked, or signed by a stranger; no picture is uploaded', async ({
  page,
}) => {
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
  const foreign = await signedElsewhere(plain)
  await page.goto(`${siteUrl}/de/verify`)
  await expect(page.getByText(t('verify.signing.own'))).toBeVisible()
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http')) sent.push(request)
  })
  for (const [name, bytes, verdict, said] of [
    ['plain.jpg', plain, 'unknown', t('verify.manifest.none')],
    ['marked.jpg', marked, 'marked', t('verify.iptc.composite')],
    // Any name can stand in a certificate: this one has the product's.
    ['foreign.jpg', foreign, 'foreign', t('verify.signedBy.other')],
    ['foreign-changed.jpg', withChangedPixel(foreign), 'foreignChanged', t('verify.manifest.changed')],
  ] as const) {
    sent.length = 0
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
    await expect(page.getByRole('heading', { name: t(`verify.verdict.${verdict}`) })).toBeVisible()
    await expect(page.getByText(said)).toBeVisible()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const calls = sent
      .map((request) => new URL(request.url()))
      .filter(({ pathname }) => pathname.startsWith('/api/'))
    expect(calls.map(({ searchParams }) => searchParams.get('sha256'))).toContain(sha256)
    expect(sent.map((request) => [request.method(), request.postData()])).toEqual(
      sent.map(() => ['GET', null]),
    )
    if (verdict === 'foreignChanged') await expectSoundScreen(page)
    await page.getByRole('button', { name: t('verify.again') }).click()
  }
  const italian = translatorOf('it')
  await page.getByRole('button', { name: 'Italiano', pressed: false }).click()
  await expect(page.getByText(italian('verify.disclosure.sentences.profile'))).toBeVisible()
})

/** Signed by another installation, with its own certificate of the same name. */
async function signedElsewhere(picture: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  try {
    const signer = createC2paSigner({ ...(await openOwnCertificate(folder)), timestampUrl: undefined })
    return Buffer.from(await signer.sign(picture))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
