import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { RATE_LIMITS } from '#contract/rate.ts'
import { FILE_KEY_COLUMNS } from '#backend/features/files/file-keys.ts'
import { createFiles } from '#backend/features/files/files-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { openOwnCertificate } from '#backend/providers/signer/own-certificate.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { GATEWAY_SECRET, eventually, multipart } from '#tests/api/support/backend.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { PROJECT_ID, idToken, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { WITHOUT_CUT_OUT_NET } from '#tests/support/studio-work.ts'
import { startMember, type Member } from './support/processes.ts'

const MINUTE_MS = 60_000
/** The lease, the search for lost jobs, the pause and the poll, doubled for a busy machine. */
const TAKEN_UP_MS = 30_000
const PROMISED = studioOutlook.headshotsFrom(SELFIE_MIN_ACCEPTED)
const OWNER = 'owner'
const CHECKOUT = '/stripe/create-checkout-session'

let identity: Awaited<ReturnType<typeof startIdentityEmulator>>
let s3: Awaited<ReturnType<typeof startS3Server>>
let opened: OpenDatabase
let environment: Record<string, string>
const members = new Set<Member>()

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  ;[identity, s3, opened] = await Promise.all([startIdentityEmulator(), startS3Server(), openPostgres()])
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  const own = await openOwnCertificate(folder)
  await rm(folder, { recursive: true })
  environment = {
    // For the identity emulator.
    ALLOW_EMBEDDED: '1',
    GATEWAY_SECRET,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    DATABASE: 'postgres',
    DATABASE_URL: opened.connection.url,
    DATABASE_CONNECTIONS: '5',
    PAYMENTS: 'none',
    STORAGE: 's3',
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    S3_PATH_STYLE: '1',
    S3_CONDITIONAL_WRITES: '0',
    // Any worker may continue another's signed files, and every API reports the same certificate.
    C2PA_CERTIFICATES: own.certificate.chain.join(''),
    C2PA_PRIVATE_KEY: own.privateKey,
    ...WITHOUT_CUT_OUT_NET,
    // One thread draws the work out, so that the kills fall into its middle.
    STUDIO_THREADS: '1',
  }
})
after(async () => {
  await Promise.all([...members].map((member) => member.kill()))
  await opened.close()
  await s3.close()
  await identity.close()
})

async function start(role: 'api' | 'worker'): Promise<Member> {
  const member = await startMember(role, environment)
  members.add(member)
  return member
}

async function kill(member: Member): Promise<void> {
  members.delete(member)
  await member.kill()
}

async function call<S extends z.ZodType>(
  schema: S,
  { url }: Member,
  path: string,
  init: RequestInit = {},
): Promise<z.output<S>> {
  const headers = new Headers(init.headers)
  headers.set('authorization', idToken(OWNER))
  const answer = await fetch(url + path, { ...init, headers })
  return schema.parse(await answer.json())
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

function form(bytes: Uint8Array, key: string) {
  const { payload, headers } = multipart([{ field: 'file', fileName: `${key}.jpg`, bytes }])
  return { payload, headers: { ...headers, [IDEMPOTENCY_HEADER]: key } }
}

/** Sends half of a selfie, and kills the process that receives it. */
async function killDuringUpload(member: Member, path: string, bytes: Uint8Array, key: string): Promise<void> {
  const { payload, headers } = form(bytes, key)
  const sending = request(`${member.url}${path}`, {
    method: 'POST',
    headers: { ...headers, authorization: idToken(OWNER), 'content-length': payload.length },
  })
  const broken = once(sending, 'error').catch((error: unknown) => error)
  await new Promise<void>((resolve) => {
    sending.write(payload.subarray(0, payload.length / 2), () => resolve())
  })
  await kill(member)
  sending.destroy()
  await broken
}

/** Rows of a table, for what the wire does not show. */
const bundlesIn = () => opened.database.queries.select().from(tables.bundles)
const paymentsIn = () => opened.database.queries.select().from(tables.payments)

test('with two APIs and two workers, each killed in mid-work, the bundle is whole, without duplicates or left-over files', async () => {
  let [one, two] = await Promise.all([start('api'), start('api')])
  const workers = await Promise.all([start('worker'), start('worker')])
  const begins = (worker: Member, name: 'train-person' | 'generate-bundle') => () =>
    Promise.resolve(worker.begun(name))

  const person = await call(
    endpoints.createPerson.response,
    one,
    '/persons/create_new',
    json({ name: 'Elia', gender: 'male', consentVersion: CONSENT_VERSION }),
  )
  const upload = `/persons/upload_images?personid=${person.id}`
  const selfies = await drawnSelfies('elia', SELFIE_MIN_ACCEPTED)
  for (const [index, bytes] of selfies.entries()) {
    const key = `selfie-${index}-of-elia`
    // The first blow: an API that is receiving a file. Its client sends the file once more, to the other.
    if (index === 2) await killDuringUpload(one, upload, bytes, key)
    const { payload, headers } = form(bytes, key)
    const init = { method: 'POST', headers, body: new Uint8Array(payload) }
    await call(endpoints.uploadImages.response, index % 2 === 0 && index !== 2 ? one : two, upload, init)
    if (index === 2) one = await start('api')
  }
  const selfiesOf = (api: Member) =>
    call(endpoints.getUploadImages.response, api, `/persons/get_all_upload_images?personid=${person.id}`)
  const checked = await eventually(
    () => selfiesOf(two),
    (answer) => answer.selfies.every(({ state }) => state === 'accepted' || state === 'rejected'),
    10 * MINUTE_MS,
  )
  expect(checked.selfies.map(({ state }) => state)).toEqual(selfies.map(() => 'accepted'))

  // The second: an API that has bought, and not yet said so. Its client asks the other.
  const order = json({ personid: person.id, styleId: 'bw-editorial', currency: 'USD' })
  const unanswered = call(endpoints.createCheckoutSession.response, two, CHECKOUT, order).catch(
    () => undefined,
  )
  await eventually(bundlesIn, (rows) => rows.length > 0, MINUTE_MS)
  await kill(two)
  await unanswered
  const bought = await call(endpoints.createCheckoutSession.response, one, CHECKOUT, order)
  if (bought.status !== 'fulfilled') throw new Error(`the purchase was answered ${bought.status}`)
  const { bundleId } = bought
  two = await start('api')
  expect((await bundlesIn()).map(({ id }) => id)).toEqual([bundleId])

  // The third: the worker that trains.
  const beginsFirst = async (among: readonly Member[], name: 'train-person' | 'generate-bundle') => {
    const find = () => Promise.resolve(among.find((worker) => worker.begun(name) > 0))
    const found = await eventually(find, (worker) => worker !== undefined, 10 * MINUTE_MS)
    if (!found) throw new Error(`no worker began ${name}`)
    return found
  }
  const trainer = await beginsFirst(workers, 'train-person')
  const other = workers.find((worker) => worker !== trainer) ?? trainer
  await kill(trainer)
  await eventually(begins(other, 'train-person'), (count) => count > 0, TAKEN_UP_MS)

  // The fourth: the worker that makes the headshots. Those that are there stay. Its successor is up by then: starting it
  // later would give the bundle time to end.
  const fresh = await start('worker')
  const bundleOf = (api: Member) =>
    call(endpoints.getBundle.response, api, `/persons/bundle?personid=${person.id}&bundleid=${bundleId}`)
  const generator = await beginsFirst([other, fresh], 'generate-bundle')
  const successor = generator === fresh ? other : fresh
  const begun = await eventually(
    () => bundleOf(one),
    ({ generatedCount }) => generatedCount >= 2,
    10 * MINUTE_MS,
  )
  expect(begun.state).toBe('generating')
  await kill(generator)
  await eventually(begins(successor, 'generate-bundle'), (count) => count > 0, TAKEN_UP_MS)

  const done = await eventually(
    () => bundleOf(two),
    ({ state }) => state !== 'generating',
    10 * MINUTE_MS,
  )
  expect(done).toMatchObject({ state: 'ready', generatedCount: PROMISED })
  const shown = done.headshots.map(({ userImageKey }) => userImageKey)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown).toEqual(expect.arrayContaining(begun.headshots.map(({ userImageKey }) => userImageKey)))
  expect(await bundleOf(one)).toMatchObject({ state: 'ready', generatedCount: PROMISED })
  expect((await paymentsIn()).map(({ bundleId: of }) => of)).toEqual([bundleId])
  await expectOneLimit([one, two])
  // The last: all of them. After the headshots a picture is made for the mail, and would come between files and rows.
  await Promise.all([...members].map(kill))
  await expectFilesAndRowsToMatch()
})

/** Files that a kill left without a row are deleted by the next sweep, after a delay for running work. */
async function expectFilesAndRowsToMatch(): Promise<void> {
  const storage = createS3Storage({ ...s3, usesPathStyle: true, hasConditionalWrites: false })
  const { database } = opened
  await createFiles({ database, storage }).sweep(
    new Date(Date.now() + 7 * 24 * 60 * MINUTE_MS),
    new AbortController().signal,
  )
  const stored: string[] = []
  for await (const { key } of storage.list('')) stored.push(key)
  storage.close()
  const named: unknown[] = []
  for (const column of FILE_KEY_COLUMNS) {
    const rows = await database.queries.select({ key: column }).from(column.table)
    named.push(...rows.map(({ key }) => key).filter((key) => key !== null))
  }
  expect(stored.sort()).toEqual(named.sort())
  const { headshots } = tables
  const passed = await database.queries.select().from(headshots).where(eq(headshots.passed, true))
  expect(passed).toHaveLength(PROMISED)
}

/** A rate limit counts the calls at both APIs. */
async function expectOneLimit(apis: readonly Member[]): Promise<void> {
  const ask = async (index: number) => {
    const api = apis[index % apis.length]
    const order = json({})
    const headers = { ...order.headers, authorization: idToken('hasty') }
    const answer = await fetch(`${api?.url ?? ''}${CHECKOUT}`, { ...order, headers })
    return ErrorBody.parse(await answer.json()).error.code
  }
  for (let i = 0; i < RATE_LIMITS.checkout.limit; i++) expect(await ask(i)).not.toBe('rate_limited')
  expect([await ask(0), await ask(1)]).toEqual(['rate_limited', 'rate_limited'])
}
