import { createTranslator } from 'next-intl'
import sharp from 'sharp'
import { expect, type Browser, type Locator, type Page, type Route } from 'playwright/test'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import fr from '#messages/fr.json' with { type: 'json' }
import { createAccount, submitSignIn, type Account } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { clientOf, readyPerson } from '#tests/support/ready-person.ts'
import { badSelfie, goodSelfies } from '#tests/support/selfies.ts'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

const enFrancais = createTranslator({ locale: 'fr', messages: fr, timeZone: 'Europe/Zurich' })
const NAME = 'مارا'
const FIRST_PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')

async function signIn(page: Page, account: Account, path: string): Promise<void> {
  await page.goto(`${productUnderTest().siteUrl}${path}`)
  await submitSignIn(page, account)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/** A phone: touch, small screen, French, signed out. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'fr-CH',
    timezoneId: 'Europe/Zurich',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

/** The selfie cut off under the collar: usable, and worth a word. */
async function withoutShoulders(selfie: string, file: string): Promise<void> {
  const { width, height } = await sharp(selfie).metadata()
  await sharp(selfie)
    .extract({ left: 0, top: 0, width, height: Math.round(0.775 * height) })
    .jpeg()
    .toFile(file)
}

/** Collects the browser's requests, which must not contain the token. */
function listenTo(page: Page): { address: string; referer: string | undefined }[] {
  const heard: { address: string; referer: string | undefined }[] = []
  page.on('request', (request) => {
    heard.push({ address: request.url(), referer: request.headers().referer })
  })
  return heard
}

/** The network goes while the first file is on its way, and comes back once the page has said so. */
async function cutNetworkWhile(page: Page, path: string, send: () => Promise<void>, paused: Locator) {
  const held: Route[] = []
  const started = new Promise<void>((resolve) => {
    void page.route(`**${path}*`, (route) => {
      held.push(route)
      resolve()
    })
  })
  await send()
  await started
  await page.context().setOffline(true)
  await expect(paused.first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const route of held) await route.abort().catch(() => undefined)
  await page.context().setOffline(false)
}

test('a person is added, and a phone without an account sends the selfies', async ({ page, browser }) => {
  test.setTimeout(STUDIO_TEST.timeout)
  const account = await createAccount({ isVerified: true })
  await signIn(page, account, '/de/persons')

  await test.step('the price is shown before any question', async () => {
    await expect(page.getByText(FIRST_PRICE)).toBeVisible()
    await expectSoundScreen(page)
    await page.getByRole('link', { name: t('persons.add') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('persons.new.title') })).toBeVisible()
    await expect(page.getByText(FIRST_PRICE)).toBeVisible()
    await expect(page.getByText(CONSENT_VERSION)).toHaveCount(0)
    await page.getByRole('button', { name: t('persons.new.submit') }).click()
    await expect(page.getByText(t('persons.new.errors.consent'))).toBeVisible()
    await expectSoundScreen(page)
  })
  await page.getByLabel(t('persons.new.name'), { exact: true }).fill(NAME)
  await page.getByLabel(t('persons.new.genders.diverse')).check()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('persons.new.submit') }).click()

  const codeAlt = t('handoff.codeAlt')
  const linkField = page.getByLabel(t('handoff.link'))
  const showCode = async () => {
    await page.getByRole('button', { name: t('handoff.open') }).click()
    await expect(page.getByRole('img', { name: codeAlt })).toBeVisible()
    return linkField.inputValue()
  }
  const earlier = await showCode()
  await expectSoundScreen(page)
  await page.getByRole('button', { name: t('ui.close') }).click()
  const link = await showCode()
  expect(link).not.toBe(earlier)
  const token = link.split('/').at(-1) ?? ''
  const inFrench = (address: string) => address.replace('/de/', '/fr/')

  const phone = await openPhone(browser)
  const heard = listenTo(phone)
  await test.step('old codes and invalid codes are refused with a message', async () => {
    await phone.goto(inFrench(earlier))
    await expect(
      phone.getByRole('heading', { level: 1, name: enFrancais('handoff.phone.ends.expired.title') }),
    ).toBeVisible()
    await expectSoundScreen(phone)
    await phone.goto(inFrench(link.replace(token, 'x'.repeat(token.length))))
    await expect(
      phone.getByRole('heading', { level: 1, name: enFrancais('handoff.phone.ends.unknown.title') }),
    ).toBeVisible()
    await phone.setViewportSize({ width: 390, height: 844 })
  })

  await phone.goto(inFrench(link))
  await expect(phone.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await expect(phone).toHaveURL(/\/fr\/upload\/open$/)
  await expect(phone.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByText(t('handoff.connectedTitle'))).toBeVisible()
  await expectSoundScreen(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('handoff.close'), exact: true })
    .last()
    .click()

  const sent = phone.getByRole('list', { name: enFrancais('upload.list') })
  await test.step('the connection breaks during an upload, and the phone resumes by itself', async () => {
    const [first = '', second = '', third = ''] = goodSelfies()
    const tight = test.info().outputPath('tight.jpg')
    await withoutShoulders(third, tight)
    await cutNetworkWhile(
      phone,
      '/api/backend/handoff/upload_images',
      () =>
        phone.getByLabel(enFrancais('upload.zone.choose')).setInputFiles([first, second, tight, badSelfie()]),
      phone.getByText(enFrancais('upload.states.paused'), { exact: true }),
    )
    await expect(sent.getByText(enFrancais('upload.states.accepted'), { exact: true })).toHaveCount(
      3,
      STUDIO_WORK,
    )
    await expect(sent.getByText(enFrancais('selfieReasons.several_faces.title'))).toBeVisible(STUDIO_WORK)
    await expect(sent.getByText(enFrancais('upload.warnings.tight_crop'))).toBeVisible()
    await expect(sent.getByRole('listitem')).toHaveCount(4)
    await expectSoundScreen(phone)
  })

  await test.step("the computer shows the arriving selfies, and the phone's end", async () => {
    const list = page.getByRole('list', { name: t('upload.list') })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect(list.getByText(t('upload.warnings.tight_crop'))).toBeVisible()
    await expect(page.getByText(t('handoff.received', { count: 4 }))).toBeVisible()
    await phone.reload()
    await expect(sent.getByRole('listitem')).toHaveCount(4)
    await phone.getByRole('button', { name: enFrancais('handoff.phone.finish') }).click()
    await expect(
      phone.getByRole('heading', { level: 1, name: enFrancais('handoff.phone.ends.finished.title') }),
    ).toBeVisible()
    await expectSoundScreen(phone)
    await expect(page.getByText(t('handoff.finishedTitle'))).toBeVisible()
  })

  await test.step('the code is invalid now, and no request contained it', async () => {
    const { origin } = new URL(link)
    const strangers = heard.filter(
      ({ address }) => new URL(address).origin !== origin && address.includes(token),
    )
    const pages = [earlier, link].map(inFrench)
    const told = heard.filter(({ address, referer = '' }) =>
      [earlier, link].some((known) => {
        const secret = known.split('/').at(-1) ?? ''
        return (
          referer.includes(secret) ||
          (address.includes(secret) && !pages.includes(address.split('?')[0] ?? ''))
        )
      }),
    )
    expect([strangers, told]).toEqual([[], []])
    await phone.goto(inFrench(link))
    await expect(
      phone.getByRole('heading', { level: 1, name: enFrancais('handoff.phone.ends.used.title') }),
    ).toBeVisible()
    await phone.context().close()
  })
})

test('a person is renamed, selfies are preferred, left out, removed and sent, the consent is withdrawn, and all of it deleted', async ({
  page,
  browser,
}) => {
  test.setTimeout(STUDIO_TEST.timeout)
  const { account, client, personId } = await readyPerson()
  const look = () => client.call('getPerson', { query: { personid: personId } })
  await signIn(page, account, `/de/persons/${personId}`)
  const list = page.getByRole('list', { name: t('upload.list') })
  // The advice below a selfie is a list item too.
  const items = list.getByRole('listitem').filter({ has: page.getByRole('button') })
  await expect(items.first()).toBeVisible()

  await test.step('another name', async () => {
    await page.getByRole('button', { name: t('persons.manage.rename') }).click()
    const field = page.getByLabel(t('persons.new.name'), { exact: true })
    await expect(field).toBeFocused()
    await field.fill(' ')
    await page.getByRole('button', { name: t('persons.manage.renameSubmit') }).click()
    await expect(page.getByText(t('persons.new.errors.name'))).toBeVisible()
    await field.fill('Zoë Ångström')
    await field.press('Enter')
    await expect(
      page.getByText(t('persons.manage.renamed', { name: isolated('Zoë Ångström') })),
    ).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await look()).name).toBe('Zoë Ångström')
  })

  await test.step('a selfie is preferred by the keyboard; the required number cannot be left out', async () => {
    const choiceOf = (index: number, word: 'prefer' | 'leaveOut') =>
      items.nth(index).getByRole('button', { name: t(`upload.choice.${word}`) })
    const choices = async () => {
      const { selfies } = await client.call('getUploadImages', { query: { personid: personId } })
      return selfies.map(({ choice }) => choice)
    }
    await choiceOf(1, 'prefer').focus()
    await page.keyboard.press('Space')
    await expect(choiceOf(1, 'prefer')).toHaveAttribute('aria-pressed', 'true')
    await expect(items.nth(1)).toContainText(t('upload.choice.preferred'))
    await expect.poll(choices).toContain('preferred')
    const { acceptedSelfieCount } = await look()
    const spare = acceptedSelfieCount - SELFIE_MIN_ACCEPTED
    for (let index = 0; index < spare; index++) {
      await choiceOf(2 + index, 'leaveOut').click()
      await expect(items.nth(2 + index)).toContainText(t('upload.choice.left_out'))
    }
    await expect.poll(async () => (await look()).acceptedSelfieCount).toBe(SELFIE_MIN_ACCEPTED)
    await expectSoundScreen(page)
    await choiceOf(0, 'leaveOut').click()
    await expect(page.getByText(t('errors.selfies_needed'))).toBeVisible()
    await expect(choiceOf(0, 'leaveOut')).toHaveAttribute('aria-pressed', 'false')
    for (let index = 0; index < spare; index++) await choiceOf(2 + index, 'leaveOut').click()
    await expect.poll(async () => (await look()).acceptedSelfieCount).toBe(acceptedSelfieCount)
  })

  await test.step('a selfie is removed, restored, and removed', async () => {
    const count = await items.count()
    const removeFirst = () => list.getByRole('button').first().click()
    await removeFirst()
    await expect(items).toHaveCount(count - 1)
    await page.getByRole('button', { name: t('product.undo') }).click()
    await expect(items).toHaveCount(count)
    await removeFirst()
    await expect(items).toHaveCount(count - 1)
    await expect
      .poll(async () => {
        const { selfies } = await client.call('getUploadImages', { query: { personid: personId } })
        return selfies.length
      }, STUDIO_WORK)
      .toBe(count - 1)
  })

  await test.step('the connection breaks while a selfie is sent', async () => {
    const count = await items.count()
    const [first = ''] = goodSelfies()
    await cutNetworkWhile(
      page,
      '/api/backend/persons/upload_images',
      () => page.getByLabel(t('upload.zone.choose')).first().setInputFiles(first),
      page.getByText(t('upload.queue.paused')),
    )
    await expect(items).toHaveCount(count + 1)
    await expect(list.getByText(t('upload.states.checking'), { exact: true })).toHaveCount(0, STUDIO_WORK)
  })

  await test.step('the effects of a withdrawal are named first; then uploads need a new consent', async () => {
    await page.getByRole('button', { name: t('persons.manage.withdraw') }).click()
    await expect(page.getByText(t('persons.withdraw.goes'))).toBeVisible()
    await page.getByRole('button', { name: t('persons.withdraw.confirm') }).click()
    const again = page.getByRole('button', { name: t('persons.consent.submit') })
    await expect(again).toBeVisible()
    await expect(list).toHaveCount(0)
    expect(await look()).toMatchObject({ state: 'draft', consent: null, acceptedSelfieCount: 0 })
    await again.click()
    await expect(page.getByText(t('persons.new.errors.consent'))).toBeVisible()
    await page.getByRole('checkbox').check()
    await again.click()
    await expect(page.getByLabel(t('upload.zone.choose')).first()).toBeAttached()
    expect((await look()).consent).toMatchObject({ version: CONSENT_VERSION })
  })

  await test.step('a typed word deletes the person once, from two browsers at once', async () => {
    const other = await openPhone(browser)
    await signIn(other, account, `/de/persons/${personId}`)
    await page.getByRole('button', { name: /löschen/ }).click()
    const word = t('persons.delete.word')
    await page.getByLabel(t('persons.delete.typeWord', { word })).fill('lösche')
    await page.getByRole('button', { name: t('persons.delete.confirm') }).click()
    await expect(page.getByText(t('persons.delete.wrongWord', { word }))).toBeVisible()
    await other.getByRole('button', { name: /löschen/ }).click()
    const both = [page, other]
    for (const each of both) await each.getByLabel(t('persons.delete.typeWord', { word })).fill(word)
    await Promise.all(
      both.map((each) => each.getByRole('button', { name: t('persons.delete.confirm') }).click()),
    )
    for (const each of both) {
      await expect(each).toHaveURL(/\/de\/persons$/)
      await expect(each.getByRole('status').filter({ hasText: 'Zoë Ångström' })).toBeVisible()
      await expect(each.getByText(t('persons.empty.title'))).toBeVisible()
    }
    const receipt = /Ihre Nummer: [\da-f-]{36}/
    const told = both.map((each) => each.getByRole('status').filter({ hasText: 'Zoë Ångström' }))
    const texts = await Promise.all(told.map((one) => one.innerText()))
    expect(texts.filter((text) => receipt.test(text))).toHaveLength(1)
    expect(texts.filter((text) => text.includes(t('persons.delete.doneBefore')))).toHaveLength(1)
    await expectSoundScreen(other)
    await other.context().close()
    await expect(look()).rejects.toMatchObject({ code: 'person_not_found' })
  })

  await test.step('another user does not find the person', async () => {
    const stranger = clientOf(await createAccount({ isVerified: true }))
    const body = { name: 'Meine', gender: 'female' as const, consentVersion: CONSENT_VERSION }
    const { id } = await stranger.call('createPerson', { body })
    await page.goto(`${productUnderTest().siteUrl}/de/persons/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: t('persons.one.missingTitle') })).toBeVisible()
  })
})
