import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, type Page, type Route } from 'playwright/test'
import { FREE_REROLLS_PER_BUNDLE } from '#contract/limits.ts'
import { createAccount } from '#tests/support/accounts.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { CROWD } from '#tests/support/seeded-users/claims.ts'
import { crowdedPerson, finishedPerson, openAs, type FinishedPerson } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const it = translatorOf('it')
const fr = translatorOf('fr')

let person: FinishedPerson

// One person and one bundle, which the second test gives back.
test.describe.configure({ mode: 'serial', ...STUDIO_TEST })
test.beforeAll(async () => {
  person = await finishedPerson()
})

const addressOf = () => `/persons/${person.personId}/bundles/${person.bundleId}`
const bundleNow = () =>
  person.client.call('getBundle', { query: { personid: person.personId, bundleid: person.bundleId } })

/** What the backend took of the notes that the page sends. */
function notesOf(page: Page): string[] {
  const taken: string[] = []
  page.on('response', (response) => {
    const [, name] = /\/logging\/(\w+)/.exec(response.url()) ?? []
    if (name && response.request().method() === 'PUT') taken.push(`${name} ${response.status()}`)
  })
  return taken
}

async function sound(page: Page, size: typeof PHONE, colorScheme: 'light' | 'dark') {
  await expectSoundScreen(page)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

async function saved(page: Page, name: RegExp): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return readFile(await (await started).path())
}

test('in German on a desktop, the content added after the last headshot moves no other content', async ({
  page,
}) => {
  const whole = await bundleNow()
  let doneCount = 0
  await page.route('**/persons/bundle?*', (route) => {
    if (doneCount === whole.headshots.length) return route.continue()
    const headshots = whole.headshots.slice(0, doneCount)
    return route.fulfill({ json: { ...whole, state: 'generating', generatedCount: doneCount, headshots } })
  })
  await openAs(page, person.account, addressOf())
  await expect(page.getByRole('progressbar')).toBeVisible()
  await sound(page, DESKTOP, 'light')
  doneCount = 3
  await expect(page.getByRole('option')).toHaveCount(3)
  await sound(page, DESKTOP, 'dark')
  await page.getByRole('button', { name: t('bundles.guarantee.open') }).scrollIntoViewIfNeeded()
  doneCount = whole.headshots.length
  await expect(page.getByRole('option')).toHaveCount(whole.headshots.length)
  await expect(page.getByRole('heading', { name: t('feedback.bundle.title') })).toBeVisible()
  await sound(page, PHONE, 'light')
})

test('in German on a desktop, headshots are rated by keys, compared, laid over their selfie, cut, zipped and shared', async ({
  page,
  browser,
}) => {
  const notes = notesOf(page)
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
  await expect(slider).toBeVisible(STUDIO_WORK)
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
  await expect(page.getByRole('link', { name: new RegExp(`${sheet}$`) })).toBeVisible(STUDIO_WORK)
  await expect(page.getByRole('link', { name: new RegExp(`${cv}$`) })).toBeVisible(STUDIO_WORK)
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
  await expect(page.getByRole('link', { name: linkedIn })).toBeVisible(STUDIO_WORK)
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

  const stranger = await browser.newPage()
  await openAs(stranger, await createAccount({ isVerified: true }), addressOf())
  await expect(stranger.getByRole('heading', { name: t('bundles.gallery.missingTitle') })).toBeVisible()
  await stranger.close()
})

test('in Italian on a phone, headshots are swiped through, enlarged, re-rolled, praised and refunded', async ({
  page,
}) => {
  const notes = notesOf(page)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await openAs(page, person.account, addressOf(), 'it')
  const frames = page.getByRole('listbox', { name: it('bundles.gallery.list') }).getByRole('option')
  await expect(frames.first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: it('bundles.gallery.next') }).click()
  await page.getByRole('button', { name: it('bundles.gallery.rating.liked'), exact: true }).click()
  await expect
    .poll(async () => (await bundleNow()).headshots.some(({ rating }) => rating === 'liked'))
    .toBe(true)
  await sound(page, PHONE, 'dark')

  await page.getByRole('button', { name: it('bundles.gallery.actions.formats') }).click()
  await page
    .getByRole('button', { name: `${it('finishing.make')} ${it('finishing.preset.upscale-2x')}` })
    .click()
  const underWay = it('finishing.makingNamed', { name: it('finishing.preset.upscale-2x') })
  await expect(page.getByRole('progressbar', { name: underWay })).toBeVisible()
  await expect.poll(() => notes).toContain('user_clicked_upscaling 200')
  await sound(page, PHONE, 'dark')
  await page.keyboard.press('Escape')

  // Another headshot is re-rolled meanwhile: its derived files are deleted with it.
  await page.getByRole('button', { name: it('bundles.gallery.next') }).click()
  const before = (await bundleNow()).headshots.map(({ userImageKey }) => userImageKey)
  await page.getByRole('button', { name: it('bundles.gallery.actions.flaw'), exact: true }).click()
  await page
    .getByRole('button', { name: it('bundles.gallery.flaw.submit'), exact: true })
    .last()
    .click()
  await expect(page.getByText(it('bundles.gallery.flaw.reasonMissing'))).toBeVisible()
  await page.getByRole('radio', { name: it('bundles.gallery.flaw.reason.eyes') }).check()
  await page.getByLabel(it('bundles.gallery.flaw.text')).fill('Guardano altrove.')
  await sound(page, PHONE, 'dark')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: it('bundles.gallery.flaw.submit') })
    .click()
  await expect(page.getByText(it('bundles.gallery.flaw.underWay'))).toBeVisible()
  await expect(page.getByText(it('bundles.gallery.flaw.ended.done'))).toBeAttached(STUDIO_WORK)
  const after = await bundleNow()
  expect(after.headshots.filter(({ userImageKey }) => !before.includes(userImageKey)).length).toBeGreaterThan(
    0,
  )
  // A flaw that was reported costs none of the free ones.
  expect(after.freeRerollsLeft).toBe(FREE_REROLLS_PER_BUNDLE)

  await page.getByRole('radio', { name: it('feedback.stars', { count: 5 }) }).check({ force: true })
  await page.getByRole('button', { name: it('feedback.submit') }).click()
  await expect(page.getByText(it('feedback.given.title'))).toBeVisible()
  expect((await bundleNow()).userRating).toBe(5)

  await page.getByRole('button', { name: it('bundles.gallery.previous') }).click()
  await page.getByRole('button', { name: it('bundles.gallery.actions.formats') }).click()
  const twice = new RegExp(`${it('finishing.preset.upscale-2x')}$`)
  await expect(page.getByRole('link', { name: twice })).toBeVisible(STUDIO_WORK)
  expect(await sharp(await saved(page, twice)).metadata()).toMatchObject({ width: 2048, height: 2560 })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: it('bundles.guarantee.open') }).click()
  await expect(page.getByRole('dialog')).toContainText(it('bundles.guarantee.body'))
  await sound(page, PHONE, 'dark')
  await page
    .getByRole('button', { name: it('bundles.guarantee.confirmAmount', { amount: '' }).trim() })
    .click()
  await expect(page.getByText(it('bundles.gallery.failedBody'))).toBeVisible()
  await expect(frames).toHaveCount(0)
  await sound(page, PHONE, 'dark')
  expect((await bundleNow()).state).toBe('refunded')
})

/** Half a screen further down, and at rest; false at the end. */
async function goDown(page: Page): Promise<boolean> {
  const places = () =>
    page.evaluate(() => ({
      atPx: Math.round(window.scrollY),
      mostPx: document.documentElement.scrollHeight - window.innerHeight,
    }))
  const { atPx, mostPx } = await places()
  if (atPx >= mostPx) return false
  await page.mouse.wheel(0, PHONE.height / 2)
  await expect.poll(async () => (await places()).atPx).toBe(Math.min(mostPx, atPx + PHONE.height / 2))
  return true
}

/** Of the frames in sight, those whose picture is there and those whose picture is not, by their places. */
function inSight(frames: readonly Element[]): { there: number[]; missing: number[] } {
  const seen = frames.flatMap((frame, place) => {
    const { top, bottom } = frame.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight ? [{ place, picture: frame.querySelector('img') }] : []
  })
  const isThere = ({ picture }: (typeof seen)[number]) => (picture?.naturalWidth ?? 0) > 0
  const places = (some: typeof seen) => some.map(({ place }) => place)
  return { there: places(seen.filter(isThere)), missing: places(seen.filter((one) => !isThere(one))) }
}

test('in French on a phone, two hundred headshots are swiped through, each comes into view, and keys reach any of them', async ({
  browser,
}) => {
  const crowd = await crowdedPerson()
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.add(request.url())
  })
  // The section below loads late, and must move no other content then.
  const held: Route[] = []
  await page.route('**/feedback/person/bundle?*', (route) => void held.push(route))
  await openAs(page, crowd.account, `/persons/${crowd.personId}/bundles/${crowd.bundleId}`, 'fr')
  const frames = page.getByRole('listbox', { name: fr('bundles.gallery.list') }).getByRole('option')
  await expect(frames).toHaveCount(CROWD)
  const look = () => frames.evaluateAll(inSight)
  await expect.poll(async () => (await look()).missing).toEqual([])
  const addresses = await frames.evaluateAll((all) => all.map((one) => one.querySelector('img')?.src ?? ''))
  const askedCount = () => addresses.filter((address) => asked.has(address)).length
  expect(askedCount()).toBeLessThan(CROWD / 2)
  expect(asked.has(addresses.at(-1) ?? '')).toBe(false)

  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  const heightPx = await heightOf()
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2)
  const seen = new Set<number>()
  while (await goDown(page)) {
    await expect.poll(async () => (await look()).missing).toEqual([])
    for (const place of (await look()).there) seen.add(place)
  }
  expect(seen.size).toBe(CROWD)
  for (const route of held) await route.continue()
  await expect(page.getByRole('group', { name: fr('feedback.rating') })).toBeVisible()
  expect(await heightOf()).toBe(heightPx)

  await frames.last().tap()
  await expect(page.getByRole('img', { name: new RegExp(` ${CROWD} `) })).toBeInViewport()
  await sound(page, PHONE, 'dark')

  await frames.last().focus()
  await page.keyboard.press('Home')
  await expect(frames.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(frames.last()).toBeFocused()
  // Four in a row: twelve rows up, and two to the left.
  for (let row = 0; row < 12; row += 1) await page.keyboard.press('ArrowUp')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
  const place = CROWD - 1 - 12 * 4 - 2
  const chosen = frames.nth(place)
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeInViewport()
  // Offline the message appears at once, at any scroll position, and the action runs when the connection is back.
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: fr('product.offline') })).toBeVisible()
  await page.keyboard.press('2')
  const failure = page.getByRole('alert').filter({ hasText: fr('bundles.gallery.rating.failed') })
  await expect(failure).toBeInViewport()
  await context.setOffline(false)
  await failure.getByRole('button', { name: fr('ui.retry') }).click()
  await expect(failure).toHaveCount(0)
  const liked = fr('bundles.gallery.rated.liked', { name: '' }).trim()
  await expect(chosen).toHaveAccessibleName(new RegExp(liked))
  await chosen.press('Enter')
  await expect(page.getByRole('img', { name: new RegExp(` ${place + 1} `) })).toBeInViewport()
  await expect
    .poll(async () => {
      const query = { personid: crowd.personId, bundleid: crowd.bundleId }
      const { headshots } = await crowd.client.call('getBundle', { query })
      return headshots.filter(({ rating }) => rating === 'liked').length
    })
    .toBe(1)
  await context.close()
})
