import sharp from 'sharp'
import { expect, type Page } from 'playwright/test'
import { HEADSHOTS_PER_BUNDLE, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import {
  DECLINED_CARD,
  GOOD_CARD,
  chooseStyle,
  createPerson,
  downloadHeadshot,
  expectPreview,
  finishPayment,
  goToPayment,
  openFinishedBundle,
  payByCard,
  signUp,
  typeCard,
  uploadSelfies,
} from '#tests/support/journey.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { goodSelfies, realSelfies } from '#tests/support/selfies.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { withChangedManifest, withChangedPixel } from '#tests/support/tampering.ts'
import { STUDIO_TEST } from '#tests/support/studio-work.ts'

const PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')
const HEADSHOT = { format: 'jpeg', width: 1024, height: 1280 }
/** https://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia */
const IPTC_MARK = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'

test.describe.configure(STUDIO_TEST)

test('a new user gets a headshot on disk from drawn selfies', async ({ page }) => {
  await signUp(page)
  await createPerson(page, 'Mara')
  await expectSoundScreen(page)
  await uploadSelfies(page, goodSelfies().slice(0, SELFIE_MIN_ACCEPTED), SELFIE_MIN_ACCEPTED)
  await expectPreview(page, 'Mara')
  await expectSoundScreen(page)

  await chooseStyle(page, 'studio-grey')
  await expectSoundScreen(page)
  await goToPayment(page, PRICE)
  await page.locator('a.back').first().click()
  await expect(page.getByRole('heading', { level: 1, name: t('checkout.canceled.title') })).toBeVisible()
  await expectSoundScreen(page)
  await page.getByRole('link', { name: t('checkout.again') }).click()

  await chooseStyle(page, 'studio-grey')
  await goToPayment(page, PRICE)
  await typeCard(page, DECLINED_CARD)
  await expect(page.locator('#number')).toBeVisible()
  await typeCard(page, GOOD_CARD)
  await finishPayment(page)
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await expectSoundScreen(page)
  await openFinishedBundle(page, 'studio-grey')
  await expectSoundScreen(page)
  const frames = page.getByRole('listbox', { name: t('bundles.gallery.list') }).getByRole('option')
  expect(await frames.count()).toBeGreaterThanOrEqual(HEADSHOTS_PER_BUNDLE / 2)

  const bytes = await downloadHeadshot(page)
  await expectFinishedHeadshot(bytes)
  await expectProof(await page.context().newPage(), bytes)
  await frames.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(frames.nth(1)).toBeFocused()
  expect(await downloadHeadshot(page)).not.toEqual(bytes)

  await page.keyboard.press('3')
  const loved = page.getByRole('option', { name: LOVED })
  await expect(loved).toBeVisible()

  await page.reload()
  await expect(loved).toBeVisible()
  await page.goto(new URL('/de/persons', page.url()).href)
  await expect(page.getByRole('link', { name: 'Mara' })).toBeVisible()
  await expectSoundScreen(page)
})

/** The page that reads files knows this one for ours, and every copy for changed. */
async function expectProof(page: Page, file: Buffer): Promise<void> {
  await page.goto(`${productUnderTest().siteUrl}/de/verify`)
  for (const [bytes, verdict, said] of [
    [file, 'ours', t('verify.signedBy.own')],
    [withChangedPixel(file), 'changed', t('verify.manifest.changed')],
    [withChangedManifest(file), 'damaged', undefined],
  ] as const) {
    const picture = { name: 'headshot.jpg', mimeType: 'image/jpeg', buffer: bytes }
    await page.locator('input[type=file]').setInputFiles(picture)
    await expect(page.getByRole('heading', { name: t(`verify.verdict.${verdict}`) })).toBeVisible()
    if (said !== undefined) await expect(page.getByText(said)).toBeVisible()
    if (verdict === 'ours') await expectSoundScreen(page)
    await page.getByRole('button', { name: t('verify.again') }).click()
  }
  await page.close()
}

const LOVED = new RegExp(`${t('bundles.gallery.rated.loved', { name: '' })}$`)

const photographs = realSelfies()
if (photographs.length > 0) {
  test('a new user gets a headshot on disk from real photographs', async ({ page }) => {
    await signUp(page)
    await createPerson(page, 'Jana')
    await uploadSelfies(page, photographs, SELFIE_MIN_ACCEPTED)
    await chooseStyle(page, 'executive-navy')
    await payByCard(page, PRICE)
    await openFinishedBundle(page, 'executive-navy')
    await expectFinishedHeadshot(await downloadHeadshot(page))
  })
}

async function expectFinishedHeadshot(bytes: Buffer): Promise<void> {
  const { format, width, height, xmp } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual(HEADSHOT)
  expect(xmp?.toString('utf8') ?? '').toContain(IPTC_MARK)
  // Decoding every pixel proves that the file is whole.
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info.size).toBe(HEADSHOT.width * HEADSHOT.height * info.channels)
}
