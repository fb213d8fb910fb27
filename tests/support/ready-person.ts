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
import { claimPerson, type Kind } from './seeded-users/claims.ts'
import { productUnderTest } from './product-under-test.ts'
import { goodSelfies } from './selfies.ts'
import { CARDS, payOnPage } from './stripe-emulator.ts'
import { STUDIO_WORK } from './studio-work.ts'

const WORK = { ...STUDIO_WORK, intervals: [500] }

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
    locale: () => 'de',
    timeoutMs: 60_000,
  })
}

export interface ReadyPerson {
  account: Account
  client: Client
  personId: string
}

const NAME = 'Mara'

/** Makes a person of these pictures; waits until all are checked, and the preview is there. @returns the person's id */
export async function sendSelfies(client: Client, paths: readonly string[], name = NAME): Promise<string> {
  const files = await Promise.all(paths.map(async (path) => new File([await readFile(path)], basename(path))))
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
  return person.id
}

/** Claims a seeded user for a journey that starts after their upload; undefined when none is left. */
async function claimed(kind: Kind) {
  const { peopleDir } = productUnderTest()
  const copy = peopleDir === undefined ? undefined : claimPerson(peopleDir, kind)
  if (!copy) return undefined
  const account = await createAccount({ isVerified: true, uid: copy.uid })
  return { ...copy, account, client: clientOf(account) }
}

/** A confirmed account with a person whose drawn selfies are all checked. */
export async function readyPerson(name = NAME): Promise<ReadyPerson> {
  const ready = await claimed('checked')
  if (ready && name !== NAME)
    await ready.client.call('renamePerson', { query: { personid: ready.personId }, body: { name } })
  if (ready) return ready
  const account = await createAccount({ isVerified: true })
  const client = clientOf(account)
  return { account, client, personId: await sendSelfies(client, goodSelfies(), name) }
}

export interface FinishedPerson extends ReadyPerson {
  bundleId: string
}

/** The same with the headshots of a bundle. */
export async function finishedPerson(): Promise<FinishedPerson> {
  const ready = await claimed('finished')
  if (ready && ready.bundleId !== null) return { ...ready, bundleId: ready.bundleId }
  const person = await readyPerson()
  return { ...person, bundleId: await finishedBundle(person) }
}

/** The same with two hundred headshots, copies of one another: rendering so many would take too long. */
export async function crowdedPerson(): Promise<FinishedPerson> {
  const ready = await claimed('crowded')
  if (!ready || ready.bundleId === null) throw new Error('no prepared person with so many headshots is left')
  return { ...ready, bundleId: ready.bundleId }
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
    body: { personid: personId, styleId, currency: 'EUR' },
  })
  if (session.status === 'redirect') {
    await payOnPage(session.url, CARDS.paid)
    await client.call('confirmPayment', { body: { paymentId: session.paymentId } })
  }
  return developed({ client, personId }, styleId)
}

/** Waits for the headshots of a style that was bought. @returns the bundle's id */
export async function developed(
  { client, personId }: Pick<ReadyPerson, 'client' | 'personId'>,
  styleId: StyleId,
): Promise<string> {
  const find = async () => {
    const person = await client.call('getPerson', { query: { personid: personId } })
    return person.bundles.find((bundle) => bundle.styleId === styleId)
  }
  await expect.poll(async () => (await find())?.state, WORK).toBe('ready')
  return (await find())?.id ?? ''
}

/** Opens a page that needs a sign-in, e.g. `/persons`, signs in there and follows the redirect back. */
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
