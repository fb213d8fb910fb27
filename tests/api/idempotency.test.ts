import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { PERSONS_PER_USER } from '#contract/limits.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { jpegFile } from './support/test-backend.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let anna: ReturnType<typeof signedIn>
before(async () => {
  door = await openDoor()
  anna = signedIn(door.app, 'anna')
})
after(() => door.close())

const person = { name: 'Anna', gender: 'female', consentVersion: CONSENT_VERSION }
const creation = `/persons/create_and_upload?name=Anna&gender=female&consent_version=${CONSENT_VERSION}`
const keyed = (key: string) => ({ 'idempotency-key': key })

const idOf = (answer: { json: () => unknown }) => endpoints.createPerson.response.parse(answer.json()).id
const uploadedBy = (answer: { json: () => unknown }) =>
  endpoints.uploadImages.response.parse(answer.json()).id

async function personsOf(uid: string) {
  const answer = await signedIn(door.app, uid).get('/persons/get_all')
  return endpoints.getPersons.response.parse(answer.json()).persons
}

async function selfiesOf(personId: string) {
  const answer = await anna.get(`/persons/get_all_upload_images?personid=${personId}`)
  return endpoints.getUploadImages.response.parse(answer.json()).selfies
}

const filesOf = (personId: string) => door.world.filesUnder(`persons/${personId}/`)

async function freshPerson(): Promise<string> {
  return idOf(await anna.post('/persons/create_new', person))
}

describe('the same upload', () => {
  const send = (personId: string, bytes: Uint8Array, key?: string) =>
    anna.upload(
      `/persons/upload_images?personid=${personId}`,
      [{ field: 'file', fileName: 'a.jpg', bytes }],
      key === undefined ? {} : keyed(key),
    )

  test('sent again is one selfie and one file', async () => {
    const personId = await freshPerson()
    const bytes = jpegFile()
    const answers = [await send(personId, bytes, 'upload-0001'), await send(personId, bytes, 'upload-0001')]
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(new Set(answers.map(uploadedBy)).size).toBe(1)
    expect(await selfiesOf(personId)).toHaveLength(1)
    expect(await filesOf(personId)).toHaveLength(1)
  })

  test('sent five times at once is one selfie and one file', async () => {
    const personId = await freshPerson()
    const bytes = jpegFile()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(personId, bytes, 'upload-0001')))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(uploadedBy)).size).toBe(1)
    expect(await selfiesOf(personId)).toHaveLength(1)
    expect(await filesOf(personId)).toHaveLength(1)
  })

  test('gets its answer even where a new upload would be refused', async () => {
    const { uid, id, buy } = await door.world.personWithSelfies()
    const owner = signedIn(door.app, uid)
    const url = `/persons/upload_images?personid=${id}`
    const file = { field: 'file', fileName: 'a.jpg', bytes: jpegFile() }
    const first = await owner.upload(url, [file], keyed('before-the-purchase'))
    await buy()
    const again = await owner.upload(url, [file], keyed('before-the-purchase'))
    expect(uploadedBy(again)).toBe(uploadedBy(first))
    expect(errorOf(await owner.upload(url, [file], keyed('after-the-purchase'))).status).toBe(409)
  })

  test('under another key, without a key, or of another person is another selfie', async () => {
    const [one, other] = [await freshPerson(), await freshPerson()]
    const bytes = jpegFile()
    await send(one, bytes, 'upload-0001')
    await send(one, bytes, 'upload-0002')
    await send(one, bytes)
    await send(one, bytes)
    await send(other, bytes, 'upload-0001')
    expect(await selfiesOf(one)).toHaveLength(4)
    expect(await selfiesOf(other)).toHaveLength(1)
  })
})

describe('the same person', () => {
  test('created again, or twice at once, is one', async () => {
    const berta = signedIn(door.app, 'berta')
    const create = (key: string) => berta.post('/persons/create_new', person, keyed(key))
    const first = idOf(await create('person-0001'))
    expect(idOf(await create('person-0001'))).toBe(first)
    const twins = await Promise.all([create('person-0002'), create('person-0002')])
    expect(new Set(twins.map(idOf)).size).toBe(1)
    expect(await personsOf('berta')).toHaveLength(2)
    // The key is hers: another user's call of the same key makes another.
    expect(idOf(await anna.post('/persons/create_new', person, keyed('person-0001')))).not.toBe(first)
  })

  test('created with files again, or twice at once, is one with its files', async () => {
    const files = [1, 2].map((n) => ({ field: 'files', fileName: `${n}.jpg`, bytes: jpegFile() }))
    const text = { field: 'files', fileName: 'notes.txt', bytes: Buffer.from('no image at all') }
    const before = await door.world.filesUnder('persons/')
    const clara = signedIn(door.app, 'clara')
    const create = async () => {
      const answer = await clara.upload(creation, [...files, text], keyed('person-0001'))
      return endpoints.createPersonAndUpload.response.parse(answer.json())
    }
    const answers = [...(await Promise.all([create(), create()])), await create()]
    for (const { person: made, selfies, refusedFiles } of answers) {
      expect(made.id).toBe(answers[0]?.person.id)
      expect(selfies.map(({ id }) => id)).toEqual(answers[0]?.selfies.map(({ id }) => id))
      expect(refusedFiles).toEqual([{ fileName: 'notes.txt', code: 'file_unsupported' }])
    }
    expect(await personsOf('clara')).toHaveLength(1)
    const after = await door.world.filesUnder('persons/')
    expect(after.filter((key) => !before.includes(key))).toHaveLength(2)
    expect(await filesOf(answers[0]?.person.id ?? '')).toHaveLength(2)
  })

  test("gets its answer even when the user's limit is reached", async () => {
    const dora = signedIn(door.app, 'dora')
    const files = [{ field: 'files', fileName: 'a.jpg', bytes: jpegFile() }]
    const first = await dora.upload(creation, files, keyed('the-first-of-all'))
    for (let n = 1; n < PERSONS_PER_USER; n++) await dora.post('/persons/create_new', person)
    expect(errorOf(await dora.upload(creation, files, keyed('one-too-many'))).code).toBe(
      'person_limit_reached',
    )
    const again = await dora.upload(creation, files, keyed('the-first-of-all'))
    expect(again.statusCode).toBe(200)
    const idIn = (answer: { json: () => unknown }) =>
      endpoints.createPersonAndUpload.response.parse(answer.json()).person.id
    expect(idIn(again)).toBe(idIn(first))
  })
})

testEach(['short', 'x'.repeat(65), 'with space', 'naïve-key'])('a key like %j is refused', async (key) => {
  const answer = await anna.post('/persons/create_new', person, keyed(key))
  expect(errorOf(answer)).toEqual({ code: 'parameter_invalid', status: 400, parameter: 'idempotency-key' })
})
