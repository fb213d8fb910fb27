import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { root } from '#scripts/start/root.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/soundness.ts'

const PREVIEW = { width: '1200', height: '627' }
const HomeMessages = z.looseObject({
  meta: z.looseObject({ home: z.looseObject({ title: z.string(), description: z.string() }) }),
})

function homeMeta(locale: Locale) {
  const json: unknown = JSON.parse(readFileSync(`${root}/messages/${locale}.json`, 'utf8'))
  return HomeMessages.parse(json).meta.home
}

for (const locale of LOCALES) {
  test.describe(`home page in ${locale}`, () => {
    test('is prerendered: cacheable by everybody, and about nobody', async ({ request }) => {
      const response = await request.get(`${productUnderTest().siteUrl}/${locale}`)
      expect(response.status()).toBe(200)
      const headers = response.headers()
      expect(headers['cache-control']).toContain('s-maxage')
      expect(headers['set-cookie']).toBeUndefined()
    })

    test('has its own title, description, language links and preview', async ({ page }) => {
      const { siteUrl } = productUnderTest()
      const { title, description } = homeMeta(locale)
      await page.goto(`${siteUrl}/${locale}`)
      expect(await page.title()).toContain(title)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      const content = (selector: string) => page.locator(selector).first().getAttribute('content')
      expect(await content('meta[name="description"]')).toBe(description)
      expect(await content('meta[property="og:image:width"]')).toBe(PREVIEW.width)
      expect(await content('meta[property="og:image:height"]')).toBe(PREVIEW.height)
      const alternates = page.locator('link[rel="alternate"][hreflang]')
      const languages = await alternates.evaluateAll((links) =>
        links.map((link) => link.getAttribute('hreflang')),
      )
      expect(languages.sort()).toEqual([...LOCALES, 'x-default'].sort())
      const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
      expect(new URL(canonical ?? '').pathname).toBe(`/${locale}`)
    })

    test('is accessible', async ({ page }) => {
      await page.goto(`${productUnderTest().siteUrl}/${locale}`)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  })
}

test('the preview picture has the size that it says', async ({ page, request }) => {
  const { siteUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de`)
  const address = await page.locator('meta[property="og:image"]').first().getAttribute('content')
  const { pathname, search } = new URL(address ?? '')
  const response = await request.get(siteUrl + pathname + search)
  expect(response.status()).toBe(200)
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(await response.body()).metadata()
  expect({ width: String(width), height: String(height) }).toEqual(PREVIEW)
})

test('loads without a single error', async ({ page }) => {
  const problems: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${productUnderTest().siteUrl}/de`, { waitUntil: 'networkidle' })
  expect(problems).toEqual([])
})
