import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { StyleId } from '#contract/styles.ts'
import { createClient, type Client } from '#lib/api/client.ts'
import { createAccount, submitSignIn, type Account } from './accounts.ts'
import { productUnderTest } from './product-under-test.ts'
import { goodSelfies } from './selfies.ts'
import { CARDS, payOnPage } from './stripe-emulator.ts'

const WORK = { timeout: 240_000, intervals: [500] }

const SignedIn = z.looseObject({ idToken: z.string() })

/** The product's calls as this account, through the site, without a browser. */
export function clientOf({ email, password }: Account): Client {
  const { siteUrl, authUrl } = productUnderTest()
  let token: Promise<string> | undefined
  const signIn = async () => {
    const response = await fetch(
      `${authUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=tests`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      },
    )
    return SignedIn.parse(await response.json()).idToken
  }
  return createClient({
    baseUrl: `${siteUrl}/api/backend`,
    getToken: ({ refresh }) => (token = refresh ? signIn() : (token ?? signIn())),
    timeoutMs: 60_000,
  })
}

export interface ReadyPerson {
  account: Account
  client: Client
  personId: string
}

/** A confirmed account with a person whose drawn selfies are all checked. */
export async function readyPerson(name = 'Mara'): Promise<ReadyPerson> {
  const account = await createAccount({ isVerified: true })
  const client = clientOf(account)
  const files = await Promise.all(
    goodSelfies().map(async (path) => new File([await readFile(path)], basename(path))),
  )
  const query = { gender: 'diverse' as const, name, consent_version: CONSENT_VERSION }
  const { person } = await client.call('createPersonAndUpload', { query, files })
  const look = () => client.call('getPerson', { query: { personid: person.id } })
  await expect.poll(async () => (await look()).preview !== null, WORK).toBe(true)
  await expect
    .poll(async () => {
      const { selfies } = await client.call('getUploadImages', { query: { personid: person.id } })
      return selfies.filter(({ state }) => state === 'received' || state === 'checking').length
    }, WORK)
    .toBe(0)
  expect((await look()).acceptedSelfieCount).toBeGreaterThanOrEqual(SELFIE_MIN_ACCEPTED)
  return { account, client, personId: person.id }
}

/**
 * Buys a style by card, as on the provider's page, and waits for its headshots.
 * @returns the bundle's id
 */
export async function finishedBundle(
  { client, personId }: Pick<ReadyPerson, 'client' | 'personId'>,
  styleId: StyleId = 'studio-grey',
): Promise<string> {
  const session = await client.call('createCheckoutSession', {
    body: { personid: personId, styleId, currency: 'EUR', locale: 'de' },
  })
  if (session.status === 'redirect') {
    await payOnPage(session.url, CARDS.paid)
    await client.call('confirmPayment', { body: { paymentId: session.paymentId } })
  }
  const find = async () => {
    const person = await client.call('getPerson', { query: { personid: personId } })
    return person.bundles.find((bundle) => bundle.styleId === styleId)
  }
  await expect.poll(async () => (await find())?.state, WORK).toBe('ready')
  return (await find())?.id ?? ''
}

/** Opens a page that needs a sign-in, e.g. `/persons`, signs in there and is led on to it. */
export async function openAs(
  page: Page,
  account: Account,
  path: string,
  locale: Locale = 'de',
): Promise<void> {
  const address = `${productUnderTest().siteUrl}/${locale}${path}`
  await page.goto(address)
  await submitSignIn(page, account, locale)
  await expect(page).toHaveURL(address)
}
