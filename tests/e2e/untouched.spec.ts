import sharp from 'sharp'
import { expect, test } from 'playwright/test'
import legal from '#messages/legal/de.json' with { type: 'json' }
import { MESSAGES } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'

// Public pages before any interaction; in the other journeys a pointer moves as soon as a page is loaded.

// The pointer of a headless browser rests in the corner and sends events, as a person's resting pointer does.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener(
      'pointermove',
      (event) => {
        if (event.clientX === 0) event.stopImmediatePropagation()
      },
      true,
    ),
  )
})

test('scripts load on the first interaction, and replay the press that caused it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`${productUnderTest().siteUrl}/de/legal/withdrawal`)
  const { form: copy } = legal.withdrawal
  const submit = page.getByRole('button', { name: copy.submit })
  const banner = page.getByRole('region', { name: MESSAGES.de.consent.label })
  await expect(banner).toBeInViewport()
  // Without a pointer: as a page is pressed whose scripts are still on their way.
  await submit.evaluate((button: HTMLElement) => button.click())
  await expect(submit).toBeVisible()
  expect(scripts).toEqual([])
  await page.mouse.move(200, 200)
  await expect(page.getByText(copy.errors.email)).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  expect(new URL(page.url()).search).toBe('')
  await banner.getByRole('button', { name: MESSAGES.de.consent.accept }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(submit).toBeVisible()
  await expect(banner).toHaveCount(0)
})

/** Deviation of a channel, of 255: less is no picture. */
const FLAT = 4

test('a page without interaction is complete: laid out to its end, with all its pictures', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${productUnderTest().siteUrl}/fr`)
  const missing = () =>
    page.evaluate(() => {
      const pictures = [...document.images].filter(({ naturalWidth }) => naturalWidth === 0)
      const put = [...document.body.querySelectorAll('*')].filter(
        (element) => getComputedStyle(element).contentVisibility === 'auto',
      )
      return [...pictures, ...put].map((element) => element.outerHTML.slice(0, 100))
    })
  await expect.poll(missing).toEqual([])
  // Compared in the upper halves of the pictures: the lower halves may lie under the banner.
  const places = await page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const { x, y, width, height } = image.getBoundingClientRect()
      return width > 0 ? [{ left: x, top: y, width, height: height / 2 }] : []
    }),
  )
  const whole = sharp(await page.screenshot({ fullPage: true }))
  const flat: number[] = []
  for (const [index, { left, top, width, height }] of places.entries()) {
    const place = {
      left: Math.round(left),
      top: Math.round(top),
      width: Math.floor(width),
      height: Math.floor(height),
    }
    const { channels } = await sharp(await whole.clone().extract(place).png().toBuffer()).stats()
    if (channels.every(({ stdev }) => stdev < FLAT)) flat.push(index)
  }
  expect(flat).toEqual([])
})

/** As much of a screen: a line or two of a long text may break elsewhere. */
const MOVED_AT_MOST = 0.04

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
