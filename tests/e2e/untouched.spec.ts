import { expect, test } from 'playwright/test'
import legal from '#messages/legal/de.json' with { type: 'json' }
import { MESSAGES } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'

// Public pages before anybody has touched them; in the other journeys a pointer moves as soon as a page is there.

test('scripts come at the first sign of somebody, and carry out what was pressed before', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`${productUnderTest().siteUrl}/de/legal/withdrawal`)
  const { form: copy } = legal.withdrawal
  const submit = page.getByRole('button', { name: copy.submit })
  const banner = page.getByRole('region', { name: MESSAGES.de.consent.label })
  // Without a pointer: as a page is pressed whose scripts are still on their way.
  await submit.evaluate((button: HTMLElement) => button.click())
  await expect(submit).toBeVisible()
  expect([scripts, await banner.count()]).toEqual([[], 0])
  await page.mouse.move(200, 200)
  await expect(banner).toBeVisible()
  await expect(page.getByText(copy.errors.email)).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  expect(new URL(page.url()).search).toBe('')
})

test('a page that nobody has touched is whole: laid out to its end, with all its pictures', async ({
  page,
}) => {
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
})
