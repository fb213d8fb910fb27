import type { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { eventually, multipart } from './backend.ts'
import { idToken } from './identity.ts'
import { jpegFile } from './test-backend.ts'

const MINUTE_MS = 60_000

/** A process that answers calls. */
interface Answering {
  url: string
}

async function call<S extends z.ZodType>(
  schema: S,
  { url }: Answering,
  uid: string,
  path: string,
  init: RequestInit = {},
): Promise<z.output<S>> {
  const headers = new Headers(init.headers)
  headers.set('authorization', idToken(uid))
  const answer = await fetch(url + path, { ...init, headers })
  return schema.parse(await answer.json())
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A customer who makes a person at a process and sends it these files. @returns the person's id */
export async function sendSelfies(
  member: Answering,
  uid: string,
  files: readonly Uint8Array[],
): Promise<string> {
  const { id } = await call(
    endpoints.createPerson.response,
    member,
    uid,
    '/persons/create_new',
    json({ name: 'Mara', gender: 'female', consentVersion: CONSENT_VERSION }),
  )
  for (const bytes of files) {
    const { payload, headers } = multipart([{ field: 'file', fileName: 'a.jpg', bytes }])
    const init = { method: 'POST', headers, body: new Uint8Array(payload) }
    await call(endpoints.uploadImages.response, member, uid, `/persons/upload_images?personid=${id}`, init)
  }
  return id
}

/** The selfies of a person, as the page that shows their checks asks for them. */
export const selfiesOf = (member: Answering, uid: string, personId: string) =>
  call(endpoints.getUploadImages.response, member, uid, `/persons/get_all_upload_images?personid=${personId}`)

/** A customer who buys what is free at a process. @returns the bundle's id */
export async function buyFree(member: Answering, uid: string, personId: string): Promise<string> {
  const body = { personid: personId, styleId: 'studio-grey', currency: 'USD' }
  const path = '/stripe/create-checkout-session'
  const bought = await call(endpoints.createCheckoutSession.response, member, uid, path, json(body))
  if (bought.status !== 'fulfilled') throw new Error(`the purchase was answered ${bought.status}`)
  return bought.bundleId
}

/** A customer who sends selfies to a process, and buys what is free there. */
export async function order(member: Answering, uid: string) {
  const files = Array.from({ length: SELFIE_MIN_ACCEPTED }, () => jpegFile())
  const personId = await sendSelfies(member, uid, files)
  await eventually(
    () => selfiesOf(member, uid, personId),
    ({ selfies }) => selfies.every(({ state }) => state === 'accepted'),
    MINUTE_MS,
  )
  return { uid, personId, bundleId: await buyFree(member, uid, personId) }
}

/** The bundle of an order, as its customer sees it. */
export const bundleOf = (member: Answering, { uid, personId, bundleId }: Awaited<ReturnType<typeof order>>) =>
  call(endpoints.getBundle.response, member, uid, `/persons/bundle?personid=${personId}&bundleid=${bundleId}`)
