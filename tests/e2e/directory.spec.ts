import { expect } from 'playwright/test'
import sharp from 'sharp'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { startSecondSite } from '#tests/support/second-site.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'

test.describe.configure({ timeout: 300_000 })

const CITY = '/headshots-near-me/sample-country/sampletown'

test('a town is found by typing, its listing corrected by mail, and its page stays while the backend is down', async ({
  page,
  request,
}) => {
  const { siteUrl, inboxUrl } = productUnderTest()
  await page.goto(`${siteUrl}/de/headshots-near-me`)
  await expectSoundScreen(page)
  await page.getByRole('combobox').fill('Muster')
  await expect(page.getByRole('option', { name: /Musterstadt/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Musterland/ })).toHaveAttribute('aria-selected', 'true')
  await page
    .getByRole('option', { name: /Musterstadt/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Musterstadt/ })).toBeVisible()
  const path = new URL(page.url()).pathname
  await expect(page.getByText(t('directory.sample.note'))).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('heading', { level: 2, name: t('directory.city.nearby') })).toBeVisible()
  await expectSoundScreen(page)

  const name = 'Studio Muster (fictitious)'
  await page.getByRole('button', { name: `${t('directory.listing.correct')}: ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('directory.correction.submit') }).click()
  await expect(dialog.getByText(t('directory.correction.errors.nothing'))).toBeVisible()
  await expectSoundScreen(page)
  await dialog.getByText(t('directory.correction.remove')).click()
  await dialog.getByLabel(t('directory.correction.email')).fill('owner@test.example')
  await dialog.getByRole('button', { name: t('directory.correction.submit') }).click()
  await expect(page.getByText('owner@test.example')).toBeVisible()
  await page.goto(inboxUrl)
  const mail = page.getByRole('article').filter({ hasText: 'owner@test.example' }).first()
  await mail.getByRole('link', { name: 'Read' }).click()
  const [link = ''] = /https?:\S+confirm\S+/.exec((await page.locator('pre').textContent()) ?? '') ?? []
  await page.goto(link)
  await page.getByRole('button', { name: t('directory.confirm.submit') }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: t('directory.confirm.removedTitle') }),
  ).toBeFocused()

  const kept = await request.get(siteUrl + path)
  expect(kept.headers()['cache-control']).toContain('s-maxage')
  expect(kept.headers()['content-security-policy']).toContain("'sha256-")
  const second = await startSecondSite()
  try {
    const answer = await request.get(second.url + path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-security-policy']).toContain("'sha256-")
    expect(await answer.text()).toContain('Musterstadt')
  } finally {
    await second.close()
  }
})

test('every page of the directory has its picture, and an unknown one is not found', async ({ request }) => {
  const { siteUrl } = productUnderTest()
  const country = await request.get(`${siteUrl}/fr/headshots-near-me/sample-country`)
  expect(country.status()).toBe(200)
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(await country.text()) ?? []
  const picture = await request.get(siteUrl + new URL(address).pathname)
  const { width, height } = await sharp(await picture.body()).metadata()
  expect([width, height]).toEqual([1200, 627])
  for (const path of [
    '/de/headshots-near-me/nowhere',
    `/de${CITY}/more`,
    '/de/headshots-near-me/sample-country/nowhere',
  ])
    expect((await request.get(siteUrl + path)).status(), path).toBe(404)
})
