import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test, type Page } from 'playwright/test'
import { createAccount } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { finishedBundle, openAs, readyPerson, type ReadyPerson } from '#tests/support/ready-person.ts'
import { expectSoundScreen } from '#tests/support/soundness.ts'

const PREPARING_MS = 420_000
const MAKING_MS = 240_000
const DESKTOP = { width: 1440, height: 900 }

let person: ReadyPerson
let bundleId: string

test.describe.configure({ mode: 'serial', timeout: PREPARING_MS })
test.beforeAll(async () => {
  person = await readyPerson('Mara')
  bundleId = await finishedBundle(person, 'executive-navy')
})

const addressOf = () => `/persons/${person.personId}/bundles/${bundleId}`
const bundleNow = () =>
  person.client.call('getBundle', { query: { personid: person.personId, bundleid: bundleId } })

/** What the backend took of the notes that the page sends. */
function notesOf(page: Page): string[] {
  const taken: string[] = []
  page.on('response', (response) => {
    const [, name] = /\/logging\/(\w+)/.exec(response.url()) ?? []
    if (name && response.request().method() === 'PUT') taken.push(`${name} ${response.status()}`)
  })
  return taken
}

/** Errors of the console; pages that were left may cut off what they were loading. */
function errorsOf(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  return said
}

async function sound(page: Page, size: typeof DESKTOP, colorScheme: 'light' | 'dark') {
  await expectSoundScreen(page)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

async function saved(page: Page, name: RegExp): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return readFile(await (await started).path())
}

test('in German at a desk: rated by keys, compared, laid over its selfie, cut, zipped and shared', async ({
  page,
  browser,
}) => {
  const [notes, errors] = [notesOf(page), errorsOf(page)]
  await openAs(page, person.account, addressOf())
  const frames = page.getByRole('listbox', { name: t('bundles.gallery.list') }).getByRole('option')
  await expect(frames.first()).toBeVisible()
  await expect.poll(() => notes).toContain('user_results_clicked 200')
  await sound(page, DESKTOP, 'light')

  await frames.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('3')
  await page.keyboard.press('f')
  const best = page.getByRole('option', { name: t('bundles.gallery.rated.favourite', { name: '' }) })
  await expect(best).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(t('bundles.gallery.keys.title'))
  await sound(page, DESKTOP, 'light')
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  const compare = page.getByRole('dialog')
  const side = (name: 'left' | 'right') =>
    compare.getByRole('region', { name: t(`bundles.gallery.compare.${name}`) }).getByRole('img')
  await expect(side('left')).toHaveAttribute('alt', / 2 /)
  const rightBefore = await side('right').getAttribute('alt')
  await compare.getByRole('button', { name: t('bundles.gallery.compare.zoomIn') }).click()
  const enlarged = () =>
    compare
      .getByRole('region')
      .locator('[style*=transform]')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).transform))
  const [left, right] = await enlarged()
  expect([left, left]).toEqual([right, expect.stringContaining('1.5')])
  await compare.getByRole('button', { name: t('bundles.gallery.compare.swap') }).click()
  await expect(side('left')).toHaveAttribute('alt', rightBefore ?? '')
  await sound(page, DESKTOP, 'light')
  const take = t('bundles.gallery.compare.takeNamed', { side: t('bundles.gallery.compare.left') })
  await compare.getByRole('button', { name: take }).click()
  await expect(compare).toBeHidden()
  await expect
    .poll(async () => (await bundleNow()).headshots.find((one) => one.isFavourite)?.rating)
    .toBe('none')

  await page.keyboard.press('b')
  const slider = page.getByRole('slider', { name: t('bundles.gallery.before.slider') })
  await expect(slider).toBeVisible({ timeout: MAKING_MS })
  await expect(page.getByRole('img', { name: t('bundles.gallery.before.selfie') })).toBeVisible()
  await slider.focus()
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuenow', '100')
  await sound(page, DESKTOP, 'light')

  await page.getByRole('button', { name: t('bundles.gallery.actions.formats') }).click()
  const cv = t('finishing.preset.cv-germany-switzerland')
  const cards = page.getByRole('dialog').getByRole('listitem')
  await expect(cards.first()).toContainText(cv)
  await sound(page, DESKTOP, 'light')
  await page.getByRole('button', { name: `${t('finishing.make')} ${cv}` }).click()
  const sheet = t('finishing.preset.print-sheet-a6')
  await page.getByRole('button', { name: `${t('finishing.make')} ${sheet}` }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${sheet}$`) })).toBeVisible({ timeout: MAKING_MS })
  await expect(page.getByRole('link', { name: new RegExp(`${cv}$`) })).toBeVisible({ timeout: MAKING_MS })
  expect(await sharp(await saved(page, new RegExp(`${cv}$`))).metadata()).toMatchObject({
    width: 413,
    height: 531,
  })
  expect((await saved(page, new RegExp(`${sheet}$`))).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('bundles.gallery.actions.formats') }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${cv}$`) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => notes.filter((note) => note === 'user_downloaded_image 200')).toHaveLength(2)

  await page.getByRole('button', { name: t('bundles.gallery.actions.all') }).click()
  await page.getByLabel(t('finishing.archive.format')).selectOption('linkedin-400')
  await page.getByRole('button', { name: t('finishing.archive.make') }).click()
  const linkedIn = new RegExp(`${t('finishing.preset.linkedin-400')}$`)
  await expect(page.getByRole('link', { name: linkedIn })).toBeVisible({ timeout: MAKING_MS })
  await sound(page, DESKTOP, 'light')
  expect((await saved(page, linkedIn)).subarray(0, 2).toString()).toBe('PK')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t('bundles.gallery.actions.share'), exact: true }).click()
  await page.getByRole('checkbox', { name: t('bundles.gallery.share.showsName', { name: 'Mara' }) }).check()
  await page.getByRole('button', { name: t('bundles.gallery.share.publish') }).click()
  const link = page.getByLabel(t('bundles.gallery.share.link'), { exact: true })
  await expect(link).toHaveValue(/\/de\/image\/[\w-]{22}$/)
  await sound(page, DESKTOP, 'light')
  const shares = () => person.client.call('getImageShares', { query: { personid: person.personId } })
  expect((await shares()).imageShares).toMatchObject([{ showsName: true, showsBefore: false }])
  await page.getByRole('button', { name: t('bundles.gallery.share.revoke') }).click()
  await expect(link).toBeHidden()
  expect((await shares()).imageShares).toEqual([])
  await page.keyboard.press('Escape')
  expect(errors).toEqual([])

  const stranger = await browser.newPage()
  await openAs(stranger, await createAccount({ isVerified: true }), addressOf())
  await expect(stranger.getByRole('heading', { name: t('bundles.gallery.missingTitle') })).toBeVisible()
  await stranger.close()
})
