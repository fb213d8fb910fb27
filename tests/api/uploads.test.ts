import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'
import { SWEEP_MIN_AGE_MS } from '#backend/features/files/files-service.ts'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { SELFIE_BYTES_PER_USER, SELFIE_MAX_SIZE_BYTES } from '#contract/limits.ts'
import { errorOf, multipart, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { jpegFile, roundIn, signal } from './support/test-backend.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let anna: ReturnType<typeof signedIn>
before(async () => {
  door = await openDoor()
  anna = signedIn(door.app, 'anna')
})
after(() => door.close())

async function freshPerson(consentVersion: string | null = CONSENT_VERSION): Promise<string> {
  const consent = consentVersion === null ? {} : { consentVersion }
  const answer = await anna.post('/persons/create_new', { name: 'Anna', gender: 'female', ...consent })
  return endpoints.createPerson.response.parse(answer.json()).id
}

async function selfiesOf(personId: string) {
  const answer = await anna.get(`/persons/get_all_upload_images?personid=${personId}`)
  return endpoints.getUploadImages.response.parse(answer.json()).selfies
}

/** As the browser does: without a token, to the signed address. */
function put(upload: { url: string; headers: Record<string, string> }, bytes: Uint8Array, type?: string) {
  const { pathname, search } = new URL(upload.url)
  return door.app.inject({
    method: 'PUT',
    url: `/storage${pathname}${search}`,
    payload: Buffer.from(bytes),
    headers: type === undefined ? upload.headers : { 'content-type': type },
  })
}

describe('signed uploads', () => {
  const sign = (personId: string, further = '') =>
    anna.post(`/persons/upload_images/presigned_url/?personid=${personId}${further}`, {})
  const signed = async (personId: string, further = '') =>
    endpoints.presignUpload.response.parse((await sign(personId, further)).json())
  const register = (personId: string, objectKey: string) =>
    anna.post(`/persons/upload_images/register?personid=${personId}`, { objectKey, fileName: 'me.jpg' })

  test('an image sent straight to storage is one selfie once registered, however often it is registered', async () => {
    const personId = await freshPerson()
    const upload = await signed(personId)
    expect(upload).toMatchObject({ method: 'PUT', maxBytes: SELFIE_MAX_SIZE_BYTES })
    expect(errorOf(await register(personId, upload.objectKey)).code).toBe('upload_not_found')
    expect((await put(upload, jpegFile())).statusCode).toBe(204)
    const twins = await Promise.all([1, 2, 3].map(() => register(personId, upload.objectKey)))
    const ids = twins.map((answer) => endpoints.registerUpload.response.parse(answer.json()).id)
    expect(new Set(ids).size).toBe(1)
    await door.world.selfies.check(ids[0] ?? '', signal)
    const again = await register(personId, upload.objectKey)
    expect(again.json()).toMatchObject({ id: ids[0], state: 'accepted', fileName: 'me.jpg' })
    expect(await selfiesOf(personId)).toMatchObject([{ id: ids[0], state: 'accepted' }])
    expect(await door.world.filesUnder(`persons/${personId}/`)).toHaveLength(2)
  })

  test('a signed upload is limited in type and size, and valid for one file', async () => {
    const personId = await freshPerson()
    const upload = await signed(personId, '&media_type=image/png')
    expect(errorOf(await put(upload, jpegFile(), 'image/jpeg')).code).toBe('media_type_unsupported')
    const large = Buffer.alloc(SELFIE_MAX_SIZE_BYTES + 1)
    expect(errorOf(await put(upload, large)).code).toBe('file_too_large')
    expect((await put(upload, jpegFile())).statusCode).toBe(204)
    expect(errorOf(await put(upload, jpegFile())).code).toBe('signature_invalid')
    expect(errorOf(await sign(personId, '&media_type=text/html')).code).toBe('parameter_invalid')
  })

  test('a key of another person, of no upload, or of a file that is no image makes no selfie', async () => {
    const [one, other] = [await freshPerson(), await freshPerson()]
    const upload = await signed(one)
    await put(upload, Buffer.from('text that is declared an image'))
    expect(errorOf(await register(other, upload.objectKey)).code).toBe('upload_not_found')
    const boris = signedIn(door.app, 'boris')
    const stolen = await boris.post(`/persons/upload_images/register?personid=${one}`, {
      objectKey: upload.objectKey,
    })
    expect(errorOf(stolen).code).toBe('person_not_found')
    expect(errorOf(await register(one, upload.objectKey)).code).toBe('file_unsupported')
    expect(await door.world.filesUnder(`persons/${one}/`)).toEqual([])
    expect(errorOf(await register(one, '../../etc/passwd')).code).toBe('body_invalid')
    expect(await selfiesOf(one)).toEqual([])
  })

  test('no upload is signed before consent; one that is never registered is swept', async () => {
    const personId = await freshPerson(null)
    expect(errorOf(await sign(personId)).code).toBe('consent_required')
    const upload = await signed(personId, `&consent_version=${CONSENT_VERSION}`)
    await put(upload, jpegFile())
    const folder = `persons/${personId}/`
    expect(await door.world.filesUnder(folder)).toEqual([upload.objectKey])
    await door.world.files.sweep(new Date(Date.now() + SWEEP_MIN_AGE_MS + 60_000), signal)
    expect(await door.world.filesUnder(folder)).toEqual([])
  })
})

describe('the room of an account', () => {
  const fill = async (personId: string, freeBytes: number) => {
    const { queries } = door.world.database
    const [half, whole] = [SELFIE_BYTES_PER_USER / 2, SELFIE_BYTES_PER_USER]
    for (const [ordinal, sizeBytes] of [half, whole - half - freeBytes].entries()) {
      await queries.insert(tables.selfies).values({
        id: randomUUID(),
        personId,
        fileName: 'a.jpg',
        state: 'rejected',
        sizeBytes,
        ordinal: 100 + ordinal,
      })
    }
  }
  const file = (field = 'file') => [{ field, fileName: 'a.jpg', bytes: jpegFile() }]

  test('a full account takes no upload by any call, for no person; removing makes room', async () => {
    const [one, other] = [await freshPerson(), await freshPerson()]
    await fill(one, 0)
    const creation = `/persons/create_and_upload?name=C&gender=female&consent_version=${CONSENT_VERSION}`
    for (const answer of [
      await anna.upload(`/persons/upload_images?personid=${other}`, file()),
      await anna.upload(creation, file('files')),
      await anna.post(`/persons/upload_images/presigned_url/?personid=${other}`, {}),
    ])
      expect(errorOf(answer)).toEqual({ code: 'storage_limit_reached', status: 409 })
    expect(await door.world.filesUnder(`persons/${other}/`)).toEqual([])
    await door.world.database.queries.delete(tables.selfies).where(eq(tables.selfies.personId, one))
    const taken = await anna.upload(`/persons/upload_images?personid=${other}`, file())
    expect(taken.statusCode).toBe(200)
  })

  test('uploads at once do not slip past the limit together', async () => {
    const personId = await freshPerson()
    const room = 2 * jpegFile().byteLength + 10
    const kept = await heldBytes('anna')
    await fill(personId, room + kept)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => anna.upload(`/persons/upload_images?personid=${personId}`, file())),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    await door.world.database.queries.delete(tables.selfies).where(eq(tables.selfies.personId, personId))
  })

  test('what was signed counts as the largest upload, until it is registered, or deleted after an hour', async () => {
    const personId = await freshPerson()
    const kept = await heldBytes('anna')
    await fill(personId, SELFIE_MAX_SIZE_BYTES + kept)
    const sign = () => anna.post(`/persons/upload_images/presigned_url/?personid=${personId}`, {})
    const upload = endpoints.presignUpload.response.parse((await sign()).json())
    await put(upload, jpegFile())
    expect(errorOf(await sign()).code).toBe('storage_limit_reached')
    await door.world.selfies.reconcileGrants(roundIn(0.5))
    expect(errorOf(await sign()).code).toBe('storage_limit_reached')
    await door.world.selfies.reconcileGrants(roundIn(1.1))
    expect(await door.world.filesUnder(`persons/${personId}/`)).toEqual([])
    const again = endpoints.presignUpload.response.parse((await sign()).json())
    await put(again, jpegFile())
    const registered = await anna.post(`/persons/upload_images/register?personid=${personId}`, {
      objectKey: again.objectKey,
    })
    expect(registered.statusCode).toBe(200)
    await door.world.selfies.reconcileGrants(roundIn(2))
    expect(await door.world.filesUnder(`persons/${personId}/`)).toEqual([again.objectKey])
  })

  /** What the account's other selfies take. */
  async function heldBytes(uid: string): Promise<number> {
    const rows = await door.world.database.queries
      .select({ sizeBytes: tables.selfies.sizeBytes })
      .from(tables.selfies)
      .innerJoin(tables.persons, eq(tables.persons.id, tables.selfies.personId))
      .where(eq(tables.persons.uid, uid))
    const grants = await door.world.database.queries
      .select({ key: tables.uploadGrants.objectKey })
      .from(tables.uploadGrants)
      .innerJoin(tables.persons, eq(tables.persons.id, tables.uploadGrants.personId))
      .where(eq(tables.persons.uid, uid))
    return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) + grants.length * SELFIE_MAX_SIZE_BYTES
  }
})

describe('phone upload', () => {
  const create = (personId: string) => anna.post(`/persons/upload_images/handoff?personid=${personId}`, {})
  const created = async (personId: string) =>
    endpoints.createHandoff.response.parse((await create(personId)).json())
  const open = (token: string) =>
    door.app.inject({ method: 'POST', url: '/handoff/open', payload: { token } })
  const opened = async (personId: string) => {
    const { token } = await created(personId)
    return endpoints.openHandoff.response.parse((await open(token)).json()).sessionToken
  }
  const send = (sessionToken: string, key = 'phone-0001') => {
    const { payload, headers } = multipart([{ field: 'file', fileName: 'phone.jpg', bytes: jpegFile() }])
    return door.app.inject({
      method: 'POST',
      url: '/handoff/upload_images',
      payload,
      headers: { ...headers, authorization: sessionToken, 'idempotency-key': key },
    })
  }
  const look = (sessionToken: string) =>
    door.app.inject({
      method: 'GET',
      url: '/handoff/upload_images',
      headers: { authorization: sessionToken },
    })
  const INVALID = { status: 403, code: 'handoff_invalid' }

  test("the phone's selfies appear on both devices, once each, and the phone sees no others", async () => {
    const personId = await freshPerson()
    const file = { field: 'file', fileName: 'computer.jpg', bytes: jpegFile() }
    await anna.upload(`/persons/upload_images?personid=${personId}`, [file])
    const handoff = await created(personId)
    expect(handoff.path).toBe(`/upload/${handoff.token}`)
    const session = endpoints.openHandoff.response.parse((await open(handoff.token)).json())
    expect(session.personName).toBe('Anna')
    const sent = await Promise.all([send(session.sessionToken), send(session.sessionToken)])
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const seen = endpoints.getHandoffImages.response.parse((await look(session.sessionToken)).json())
    expect(seen.selfies.map(({ fileName }) => fileName)).toEqual(['phone.jpg'])
    expect(seen.coach).toMatchObject({ advice: expect.any(Array) })
    expect((await selfiesOf(personId)).map(({ fileName }) => fileName)).toEqual(['computer.jpg', 'phone.jpg'])
  })

  test("a selfie that the phone sends straight to storage counts as the phone's, once, and for no other person", async () => {
    const [personId, other] = [await freshPerson(), await freshPerson()]
    const post = (sessionToken: string, path: string, payload: object, key?: string) =>
      door.app.inject({
        method: 'POST',
        url: `/handoff/upload_images/${path}`,
        payload,
        headers: { authorization: sessionToken, ...(key !== undefined && { 'idempotency-key': key }) },
      })
    const session = await opened(personId)
    const signed = endpoints.presignByHandoff.response.parse(
      (await post(session, 'presigned_url', {})).json(),
    )
    expect((await put(signed, jpegFile())).statusCode).toBe(204)
    const upload = { objectKey: signed.objectKey, fileName: 'phone.jpg' }
    expect(errorOf(await post(await opened(other), 'register', upload)).code).toBe('upload_not_found')
    const twins = await Promise.all([1, 2].map(() => post(session, 'register', upload, 'phone-0002')))
    const ids = twins.map((answer) => endpoints.registerByHandoff.response.parse(answer.json()).id)
    expect(new Set(ids).size).toBe(1)
    const seen = endpoints.getHandoffImages.response.parse((await look(session)).json())
    expect(seen.selfies).toMatchObject([{ id: ids[0], fileName: 'phone.jpg' }])
    expect(await door.world.handoffs.status('anna', personId)).toMatchObject({ sentCount: 1 })
  })

  test('a code opens once, also when two phones scan it, and ends with the next one', async () => {
    const personId = await freshPerson()
    const { token } = await created(personId)
    const answers = await Promise.all([open(token), open(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
    const earlier = await created(personId)
    const later = await created(personId)
    expect(errorOf(await open(earlier.token)).code).toBe('handoff_expired')
    expect((await open(later.token)).statusCode).toBe(200)
    expect(errorOf(await open(later.token)).code).toBe('handoff_used')
    expect(errorOf(await open('x'.repeat(22)))).toEqual(INVALID)
  })

  test('codes and sessions expire, and neither opens what the other does', async () => {
    const personId = await freshPerson()
    const { token } = await created(personId)
    expect(errorOf(await send(token))).toEqual(INVALID)
    const session = endpoints.openHandoff.response.parse((await open(token)).json()).sessionToken
    expect(errorOf(await open(session))).toEqual(INVALID)
    const waiting = await created(personId)
    const { handoffs } = tables
    const past = { expiresAt: new Date(Date.now() - 1000) }
    await door.world.database.queries.update(handoffs).set(past).where(eq(handoffs.personId, personId))
    expect(errorOf(await look(session))).toEqual(INVALID)
    expect(errorOf(await open(waiting.token)).code).toBe('handoff_expired')
    await door.world.handoffs.reconcile(roundIn(0))
    const rows = await door.world.database.queries
      .select({ state: handoffs.state })
      .from(handoffs)
      .where(eq(handoffs.personId, personId))
    expect(rows).toEqual([{ state: 'expired' }, { state: 'expired' }])
  })

  test('a session ends with the purchase that trains the person, and none opens without consent', async () => {
    const { uid, id, buy } = await door.world.personWithSelfies()
    const handoff = await door.world.handoffs.create(uid, id)
    const { sessionToken } = await door.world.handoffs.open(handoff.token)
    expect((await look(sessionToken)).statusCode).toBe(200)
    await buy()
    expect(errorOf(await look(sessionToken))).toEqual(INVALID)
    expect(errorOf(await send(sessionToken))).toEqual(INVALID)
    expect(errorOf(await create(await freshPerson(null))).code).toBe('consent_required')
  })

  test('the computer sees when a phone has opened the code, its selfies, and its end', async () => {
    const personId = await freshPerson()
    const status = async () =>
      endpoints.getHandoff.response.parse(
        (await anna.get(`/persons/upload_images/handoff?personid=${personId}`)).json(),
      ).handoff
    const finish = (sessionToken: string) =>
      door.app.inject({
        method: 'POST',
        url: '/handoff/finish',
        payload: {},
        headers: { authorization: sessionToken },
      })
    expect(await status()).toBeNull()
    const { token } = await created(personId)
    expect(await status()).toMatchObject({ state: 'issued', sentCount: 0 })
    const { sessionToken } = endpoints.openHandoff.response.parse((await open(token)).json())
    await send(sessionToken)
    expect(await status()).toMatchObject({ state: 'opened', sentCount: 1 })
    expect((await finish(sessionToken)).json()).toEqual({ state: 'finished' })
    expect(await status()).toMatchObject({ state: 'finished', sentCount: 1 })
    expect(errorOf(await send(sessionToken, 'phone-0002'))).toEqual(INVALID)
    expect(errorOf(await open(token)).code).toBe('handoff_used')
    const { handoffs } = tables
    await created(personId)
    const past = { expiresAt: new Date(Date.now() - 1000) }
    await door.world.database.queries.update(handoffs).set(past).where(eq(handoffs.personId, personId))
    expect(await status()).toMatchObject({ state: 'expired' })
  })

  test('tokens are stored as hashes alone', async () => {
    const personId = await freshPerson()
    const sessionToken = await opened(personId)
    const { handoffs } = tables
    const [row] = await door.world.database.queries
      .select()
      .from(handoffs)
      .where(eq(handoffs.personId, personId))
    expect(JSON.stringify(row)).not.toContain(sessionToken)
    expect(row?.sessionHash).toMatch(/^[0-9a-f]{64}$/)
  })
})
