import sharp from 'sharp'
import { expect, type Browser, type Page } from 'playwright/test'
import type { Client } from '#lib/api/client.ts'
import { t, translatorOf } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { createAccount } from '#tests/support/accounts.ts'
import { clientOf, finishedPerson, openAs, type FinishedPerson } from '#tests/support/ready-person.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'

const fr = translatorOf('fr')
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

test.describe.configure({ mode: 'serial' })

/** Runs an action offline, checks the page's message and the action's error, and goes online again. */
async function tryWithoutNetwork(page: Page, act: () => Promise<void>, words: string): Promise<void> {
  const offline = page.getByRole('status').filter({ hasText: t('product.offline') })
  await page.context().setOffline(true)
  await expect(offline).toBeVisible()
  await act()
  await expect(page.getByRole('alert').filter({ hasText: words })).toContainText(t('errors.network'))
  await expectSoundScreen(page)
  await page.context().setOffline(false)
  await expect(offline).toHaveCount(0)
}

let owner: FinishedPerson

test.beforeAll(async () => {
  test.setTimeout(300_000)
  owner = await finishedPerson()
})

/** A phone of a friend without an account, in French. */
async function friend(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: PHONE, hasTouch: true })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page).toHaveURL(/\/fr\/share\//)
  return page
}

const leftOf = (page: Page) => page.getByRole('button', { name: fr('recipient.vote.choose.left') })
const comparedOn = (page: Page) => page.getByRole('progressbar', { name: fr('recipient.vote.progress') })
const nOf = (done: number, total: number) => fr('recipient.vote.of', { done, total })

async function resultsOf(client: Client) {
  return client.call('getShareResults', { query: { person_id: owner.personId } })
}

test('friends vote by a link, and the owner sees each vote and the confidence', async ({
  page,
  browser,
  context,
}) => {
  test.setTimeout(300_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, owner.account, `/persons/${owner.personId}`)
  await page.getByRole('link', { name: t('sharing.entry') }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: t('sharing.title', { name: 'Mara' }) }),
  ).toBeFocused()
  await expect(page.getByText(t('sharing.ranking.certainty.none'))).toBeVisible()
  await expect(page.getByText(t('sharing.links.none'))).toBeVisible()
  await expectSoundScreen(page)

  await page.getByLabel(t('sharing.settings.name')).fill('Mara M.')
  await page.getByLabel(t('sharing.settings.days')).selectOption('7')
  const make = () => page.getByRole('button', { name: t('sharing.maker.make') }).click()
  await tryWithoutNetwork(page, make, t('sharing.maker.failed'))
  await make()
  await expect(page.getByRole('heading', { name: t('sharing.maker.readyTitle') })).toBeFocused()
  await page.getByRole('button', { name: t('sharing.panel.copy') }).click()
  await expect(page.getByText(t('sharing.panel.copiedSaid'))).toBeAttached()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^http:\/\/[^/]+\/share\/[\da-f-]{36}#[\w-]{22}$/)
  await page.getByRole('button', { name: t('sharing.panel.showQr') }).click()
  await expect(page.getByRole('img', { name: t('sharing.maker.qr') })).toBeVisible()
  await expectSoundScreen(page)
  const { links } = await owner.client.call('getShareLinks', { query: { person_id: owner.personId } })
  expect(links).toMatchObject([{ state: 'active', shownName: 'Mara M.' }])

  const anna = await friend(browser, link)
  const addresses: string[] = []
  anna.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
  await expect(
    anna.getByRole('heading', { level: 1, name: fr('recipient.welcome.title', { name: 'Mara M.' }) }),
  ).toBeVisible()
  await expect(anna.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectSoundScreen(anna)
  await anna.setViewportSize(PHONE)
  await anna.getByLabel(fr('recipient.name.label')).fill('Anna')
  await anna.getByRole('button', { name: fr('recipient.welcome.start') }).click()
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(0, 12))
  await expectSoundScreen(anna)
  await anna.setViewportSize(PHONE)

  // A second tap while the first is on its way is none.
  await leftOf(anna).dblclick()
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(1, 12))
  expect((await resultsOf(owner.client)).voteCount).toBe(1)
  await anna.keyboard.press('ArrowRight')
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(2, 12))
  // Skipping a pair records no vote; going back allows another answer.
  const shownPair = () =>
    anna.locator('main img').evaluateAll((all) => all.map((img) => img.getAttribute('src')))
  const before = await shownPair()
  await anna.getByRole('button', { name: fr('recipient.vote.pass') }).click()
  await expect.poll(shownPair).not.toEqual(before)
  const passed = await shownPair()
  await anna.getByRole('button', { name: fr('recipient.vote.back') }).click()
  await expect.poll(shownPair).not.toEqual(passed)
  const again = await shownPair()
  await leftOf(anna).click()
  // The count stays: that the answer is there, the next pair says.
  await expect.poll(shownPair).not.toEqual(again)
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(2, 12))

  // Enlarged, and chosen there.
  await anna.getByRole('button', { name: fr('recipient.vote.enlarge.left') }).click()
  await expect(anna.getByRole('dialog')).toBeVisible()
  await expectSoundScreen(anna)
  await anna.setViewportSize(PHONE)
  await anna.getByRole('button', { name: fr('recipient.vote.take') }).click()
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(3, 12))

  // Without a network the vote waits, and goes by itself.
  await anna.context().setOffline(true)
  await leftOf(anna).click()
  await expect(anna.getByText(fr('recipient.vote.failed'))).toBeVisible()
  await expectSoundScreen(anna)
  await anna.setViewportSize(PHONE)
  await anna.context().setOffline(false)
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(4, 12))

  // A return visit goes on, by the bare address too.
  await anna.goto(link.split('#')[0] ?? '')
  await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(4, 12))
  for (let count = 5; count <= 12; count++) {
    await leftOf(anna).click()
    if (count < 12) await expect(comparedOn(anna)).toHaveAttribute('aria-valuetext', nOf(count, 12))
  }
  await expect(anna.getByRole('heading', { level: 1, name: fr('recipient.thanks.title') })).toBeFocused()
  const heart = anna
    .getByRole('group', { name: fr('recipient.rate.group', { index: 1 }), exact: true })
    .getByRole('button', { name: fr('recipient.rate.loved') })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectSoundScreen(anna)
  const token = link.split('#')[1] ?? ''
  const elsewhere = addresses.filter((address) => address.includes(token))
  // Only the calls to the site's own gateway carry the token.
  expect(elsewhere.filter((address) => !address.includes('/api/backend/person_share/'))).toEqual([])

  const ben = await friend(browser, link)
  const pairs = '**/api/backend/person_share/person/pair*'
  const question = ben.waitForResponse(pairs)
  await ben.getByRole('button', { name: fr('recipient.welcome.start') }).click()
  const asked = await (await question).text()

  // The same question in two windows of one friend is one vote, and the second is told.
  const twin = await ben.context().newPage()
  await twin.route(pairs, (route) => route.fulfill({ contentType: 'application/json', body: asked }))
  await twin.goto(link.split('#')[0] ?? '')
  const windows = [ben, twin]
  await Promise.all(windows.map((each) => leftOf(each).click()))
  for (const each of windows) await expect(comparedOn(each)).toHaveAttribute('aria-valuetext', nOf(1, 12))
  const told = (each: Page) => each.getByText(fr('recipient.vote.repeat'))
  const counts = async () => (await Promise.all(windows.map((each) => told(each).count()))).sort()
  await expect.poll(counts).toEqual([0, 1])
  await twin.close()
  await ben.getByRole('button', { name: fr('recipient.vote.stop') }).click()
  await expect(ben.getByRole('button', { name: fr('recipient.thanks.continue') })).toBeVisible()
  await ben.setViewportSize(PHONE)

  await page.setViewportSize(DESKTOP)
  await page.reload()
  await expect(page.getByText(t('sharing.ranking.votes', { votes: 13, voters: 2 }))).toBeVisible()
  await expect(page.getByText('Anna', { exact: true })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Anna' })
    .getByRole('button', { name: t('sharing.voters.show') })
    .click()
  await expect(page.getByText(t('sharing.voters.preferred'))).toBeVisible()
  await expectSoundScreen(page)

  const nameless = page.getByRole('listitem').filter({ hasText: t('sharing.voters.nameless') })
  await nameless.getByRole('button', { name: t('sharing.voters.remove') }).click()
  await expect(nameless).toHaveCount(0)
  await page.getByRole('button', { name: t('product.undo') }).click()
  await expect(nameless).toHaveCount(1)

  await page.getByRole('button', { name: t('sharing.links.change') }).click()
  await page.getByRole('dialog').getByLabel(t('sharing.settings.name')).fill('')
  await expectSoundScreen(page)
  await page.getByRole('button', { name: t('sharing.links.save') }).click()
  await expect(page.getByText(t('sharing.links.nameless'))).toBeVisible()

  await page.getByRole('button', { name: t('sharing.links.end') }).click()
  await expect(page.getByText(t('sharing.links.gone'))).toBeVisible()
  await expectSoundScreen(page)
  await page.getByRole('link', { name: t('sharing.back', { name: 'Mara' }) }).click()
  await expect
    .poll(async () => {
      const { links: left } = await owner.client.call('getShareLinks', {
        query: { person_id: owner.personId },
      })
      return left.map(({ state }) => state)
    })
    .toEqual(['revoked'])
  // A recipient who was voting is told.
  await ben.getByRole('button', { name: fr('recipient.thanks.continue') }).click()
  await leftOf(ben).click()
  await expect(ben.getByRole('heading', { level: 1, name: fr('recipient.broken.ended.title') })).toBeVisible()
  await expectSoundScreen(ben)
  await expect.poll(async () => (await resultsOf(owner.client)).voteCount).toBe(13)

  const late = await friend(browser, link)
  await expect(
    late.getByRole('heading', { level: 1, name: fr('recipient.broken.unknown.title') }),
  ).toBeVisible()
  await late.goto(link.split('#')[0] ?? '')
  await expect(
    late.getByRole('heading', { level: 1, name: fr('recipient.broken.incomplete.title') }),
  ).toBeVisible()
  for (const guest of [anna, ben, late]) await guest.context().close()
})

test('another user’s person cannot be shared here', async ({ page }) => {
  const other = await createAccount({ isVerified: true })
  await openAs(page, other, `/persons/${owner.personId}/sharing`)
  await expect(page.getByRole('heading', { level: 1, name: t('sharing.missingTitle') })).toBeVisible()
})

test('one headshot is published, seen by any visitor with its preview, and unpublished', async ({
  page,
  request,
}) => {
  const { siteUrl } = productUnderTest()
  const query = { personid: owner.personId, bundleid: owner.bundleId }
  const { headshots } = await owner.client.call('getBundle', { query })
  const [best] = headshots
  const { sharableKey, imageShareId } = await owner.client.call('makeImageShareable', {
    body: { userImageKey: best?.userImageKey ?? '', showsName: true, showsBefore: true },
  })
  const response = await page.goto(`${siteUrl}/fr/image/${sharableKey}`)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['set-cookie']).toBeUndefined()
  await expect(page.getByRole('heading', { level: 1, name: 'Mara' })).toBeVisible()
  await expect(page.getByText(fr('publicImage.disclosure'))).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  const picture = page.getByRole('img', { name: fr('publicImage.alt', { name: 'Mara' }) })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(900)
  expect(await page.context().cookies()).toEqual([])
  await expectSoundScreen(page)

  const card = await page.locator('meta[property="og:image"]').getAttribute('content')
  const drawn = await request.get(`${siteUrl}${new URL(card ?? '').pathname}`)
  expect(drawn.headers()['content-type']).toBe('image/jpeg')
  expect(await sharp(await drawn.body()).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 627,
  })

  await owner.client.call('revokeImageShare', { body: { imageShareId } })
  const gone = await page.goto(`${siteUrl}/fr/image/${sharableKey}`)
  expect(gone?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: fr('publicImage.gone.title') })).toBeVisible()
  expect((await page.goto(`${siteUrl}/fr/image/no-such-key`))?.status()).toBe(404)
  expect((await request.get(`${siteUrl}/fr/image/${sharableKey}/card`)).status()).toBe(404)
})

test('a code is shared for one credit, once; a friend who follows it, in French on a phone, counts', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await createAccount({ isVerified: true })
  const client = clientOf(account)
  await openAs(page, account, '/referral')
  await expect(page.getByText(t('referral.history.none'))).toBeVisible()
  await expect(page.getByText(t('referral.balance.noFriends'))).toBeVisible()
  await expectSoundScreen(page)

  const { code } = await client.call('getReferralCode', {})
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  const copyLink = () => page.getByRole('button', { name: t('sharing.panel.copy') }).click()
  await tryWithoutNetwork(page, copyLink, t('referral.invite.notNoted'))
  await page.getByRole('button', { name: t('ui.retry') }).click()
  await expect(page.getByText(t('referral.invite.earned', { credits: 1 }))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${productUnderTest().siteUrl}/?ref=${code}`,
  )
  await expect(page.getByText(t('referral.history.reasons.social_share'))).toBeVisible()
  await expect(page.getByText(t('referral.balance.credits', { count: 1 })).first()).toBeVisible()
  await expectSoundScreen(page)
  await page.setViewportSize(DESKTOP)
  // The copy is confirmed for a moment; then the button has its own name again.
  const copy = page.getByRole('button', { name: t('sharing.panel.copy') })
  await copy.or(page.getByRole('button', { name: t('sharing.panel.copied') })).click()
  await expect(page.getByText(t('referral.invite.thanks'))).toBeVisible()
  expect((await client.call('getCreditEntries', {})).entries).toMatchObject([{ amount: 1, balance: 1 }])

  const phone = await browser.newContext({ viewport: PHONE, locale: 'fr-FR' })
  const visit = await phone.newPage()
  const registered = visit.waitForResponse('**/api/backend/referal/register_user_refered*')
  await visit.goto(`${productUnderTest().siteUrl}/fr?ref=${code.toUpperCase()}`)
  // As soon as the scripts run, which no user can outrun.
  await expect.poll(() => visit.evaluate(() => Object.values(localStorage).join())).toContain(code)
  await openAs(visit, await createAccount({ isVerified: true }), '/referral', 'fr')
  expect((await registered).status()).toBe(200)
  await expect(visit.getByRole('heading', { level: 1, name: fr('referral.title') })).toBeVisible()
  await expect(visit.getByText(fr('referral.balance.noFriends'))).toBeVisible()
  await expectSoundScreen(visit)
  await phone.close()
  await page.reload()
  await expect(page.getByText(t('referral.balance.friends', { referred: 1, rewarded: 0 }))).toBeVisible()
})
