import { test } from 'playwright/test'
import puppeteer, { Locator, type Browser, type Page } from 'puppeteer-core'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { findFirefox } from '#scripts/browser.ts'
import { newAccount, type Account } from '#tests/support/accounts.ts'
import { t } from '#tests/support/messages.ts'
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { clientOf } from '#tests/support/ready-person.ts'
import { badSelfie, goodSelfies } from '#tests/support/selfies.ts'
import { CARDS } from '#tests/support/stripe-emulator.ts'
import { STUDIO_TEST, STUDIO_WORK } from '#tests/support/studio-work.ts'

/** Of one step without the studio's work. Firefox beside others takes its time. */
const STEP_MS = 60_000
const PRICE = formatAmount(FIRST_BUNDLE_AMOUNT_MINOR.EUR, 'EUR', 'de')

test.describe.configure(STUDIO_TEST)

let browser: Browser | undefined

test.beforeAll(async () => {
  const executablePath = findFirefox()
  if (executablePath === null) throw new Error('There is no Firefox: npm test says how to get one.')
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    // As the other browser is asked: without graphics of its own the machine draws each step of an animation.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    timeout: STEP_MS,
    protocolTimeout: STUDIO_WORK.timeout,
  })
})
test.afterAll(() => browser?.close())

test('a new user pays in Firefox, and headshots come', async () => {
  if (!browser) throw new Error('there is no browser')
  const page = await browser.newPage()
  page.setDefaultTimeout(STEP_MS)
  await page.setViewport({ width: 1440, height: 900 })

  const client = clientOf(await signUp(page))
  await createPerson(page)
  await uploadSelfies(page)
  await press(page, 'button', t('shop.choose.takeNamed', { style: t('styles.studio-grey.name') }))
  await press(page, 'button', t('shop.confirm.submit', { price: PRICE }))
  await payByCard(page)
  await see(page, 'heading', t('checkout.paid.title'))
  await press(page, 'link', t('checkout.paid.action'))
  // Either the first headshot is seen to come, or Firefox is so slow beside the studio that all are there already.
  const developed = page.locator(`section[aria-label="${t('styles.studio-grey.name')}"] li img`)
  const finished = page.locator(named('heading', t('persons.one.bundles')))
  await Locator.race([developed, finished]).setTimeout(STUDIO_WORK.timeout).wait()
  // The others are not needed: deleting the person frees the studio for other tests.
  const { persons } = await client.call('getPersons', {})
  for (const { id } of persons) await client.call('deletePerson', { query: { personid: id } })
})

/** Signs up through the form and the mail, up to a confirmed account. */
async function signUp(page: Page): Promise<Account> {
  const { siteUrl, inboxUrl } = productUnderTest()
  const account = newAccount()
  const { email, password } = account
  await page.goto(`${siteUrl}/de/persons`)
  await press(page, 'link', t('auth.signIn.switchAction'))
  await page.locator('input[type="email"]').fill(email)
  await page.locator('input[autocomplete="new-password"]').fill(password)
  await press(page, 'button', t('auth.signUp.submit'))
  await see(page, 'heading', t('auth.verify.title'))

  await page.goto(inboxUrl)
  await page.locator(`article ::-p-text(${email})`).wait()
  await page.locator('article a[href*="/auth/action"]').click()
  await press(page, 'button', t('auth.action.verify_email.submit'))
  await see(page, 'link', t('persons.add'))
  return account
}

async function createPerson(page: Page): Promise<void> {
  await press(page, 'link', t('persons.add'))
  await page.locator(named('textbox', t('persons.new.name'))).fill('Mara')
  await press(page, 'radio', t('persons.new.genders.diverse'))
  await page.locator('input[type="checkbox"]').click()
  await press(page, 'button', t('persons.new.submit'))
}

/** Sends the selfies and one with two faces; waits for the verdict on each. */
async function uploadSelfies(page: Page): Promise<void> {
  const sent = [...goodSelfies().slice(0, SELFIE_MIN_ACCEPTED), badSelfie()]
  const picker = await page.waitForSelector('input[type="file"]')
  await picker?.uploadFile(...sent)
  const verdict = (text: string, count: number) =>
    page.waitForSelector(
      `::-p-xpath((//ul[@aria-label="${t('upload.list')}"]/li[.//text()="${text}"])[${count}])`,
      STUDIO_WORK,
    )
  await verdict(t('selfieReasons.several_faces.title'), 1)
  await verdict(t('upload.states.accepted'), SELFIE_MIN_ACCEPTED)
}

async function payByCard(page: Page): Promise<void> {
  await page.locator('#number').fill(CARDS.paid)
  await page.locator('#expiry').fill('12 / 40')
  await page.locator('#cvc').fill('123')
  await page.locator('#name').fill('Mara Muster')
  await page.locator('#email').fill('mara@example.com')
  await page.locator('button[type="submit"]').click()
}

/** The elements that have a role on these pages. */
const ELEMENTS = {
  button: 'button',
  heading: '*[self::h1 or self::h2]',
  link: 'a',
  radio: 'input[@type="radio"]',
  textbox: 'input',
} as const
type Role = keyof typeof ELEMENTS

/** By what gives an element its name: Firefox takes seconds to search a page by role and name. */
const named = (role: Role, name: string): string => {
  const isName = `normalize-space() = "${name}"`
  const labels = `@id = //label[${isName}]/@for or ancestor::label[${isName}]`
  return `::-p-xpath(//${ELEMENTS[role]}[${isName} or @aria-label = "${name}" or ${labels}])`
}

async function see(page: Page, role: Role, name: string): Promise<void> {
  await page.locator(named(role, name)).wait()
}

async function press(page: Page, role: Role, name: string): Promise<void> {
  await page.locator(named(role, name)).click()
}
