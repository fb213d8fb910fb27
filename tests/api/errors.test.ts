import { expect } from 'expect'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { requiredKeys, type EndpointDefinition } from '#contract/endpoint.ts'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { ENDPOINT_NAMES, endpoints } from '#contract/endpoints.ts'
import { SELFIE_MAX_SIZE_BYTES, SELFIE_MAX_UPLOADED } from '#contract/limits.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, multipart, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'

let backend: Awaited<ReturnType<typeof openDoor>>
let anna: ReturnType<typeof signedIn>
let personId: string
const UNKNOWN_ID = '3f0f2a3e-6b1b-4f0e-9d6e-0d3a1c6f7a10'
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])

before(async () => {
  backend = await openDoor()
  anna = signedIn(backend.app, 'anna')
  const created = await anna.post('/persons/create_new/', newPerson('Anna'))
  personId = endpoints.createPerson.response.parse(created.json()).id
})
after(() => backend.close())

const newPerson = (name: string) => ({ name, gender: 'female', consentVersion: CONSENT_VERSION })
const jpegLike = (sizeBytes: number) =>
  Buffer.concat([JPEG_START, Buffer.alloc(sizeBytes - JPEG_START.length)])
const file = (bytes: Uint8Array, field = 'file', fileName = 'a.jpg') => ({ field, fileName, bytes })

const calls: [string, EndpointDefinition][] = ENDPOINT_NAMES.map((name) => [name, endpoints[name]])
const signedInCalls = calls.filter(([, { auth }]) => auth === 'user' || auth === 'verified')

testEach(signedInCalls)('%s names the first missing parameter', async (_name, definition) => {
  const form = definition.files && multipart([file(jpegLike(64), definition.files.field)])
  const answer = await backend.app.inject({
    method: definition.method,
    url: definition.path,
    // A valid call would delete the account.
    headers: { ...form?.headers, authorization: idToken(randomUUID(), { signedInSecondsAgo: 60 }) },
    ...(form && { payload: form.payload }),
    ...(definition.body && { payload: {} }),
  })
  const parameters = definition.query ?? definition.body
  const [expected] = parameters ? requiredKeys(parameters) : []
  if (expected === undefined) expect(answer.statusCode).toBe(200)
  else expect(errorOf(answer)).toEqual({ code: 'parameter_required', status: 400, parameter: expected })
})

describe('addresses', () => {
  testEach([
    ['GET', '/', 'route_not_found', 404],
    ['GET', '/persons', 'route_not_found', 404],
    ['GET', '/persons/get_one//', 'route_not_found', 404],
    ['GET', '/persons/%00', 'route_not_found', 404],
    ['GET', '/%ff', 'route_not_found', 404],
    ['DELETE', '/persons/get_all', 'method_not_allowed', 405],
    ['HEAD', '/persons/get_all', undefined, 405],
    ['GET', '/persons/create_new/', 'method_not_allowed', 405],
    ['POST', '/persons/get_all/', 'method_not_allowed', 405],
    ['GET', '/storage/none', 'signature_invalid', 403],
    ['GET', '/storage/../../etc/passwd', 'route_not_found', 404],
    ['GET', '/storage/..%2f..%2fetc%2fpasswd?signature=x', 'signature_invalid', 403],
  ] as const)('%s %s', async (method, url, code, status) => {
    const answer = await backend.app.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    if (code) expect(errorOf(answer)).toEqual({ code, status })
    if (status === 405) expect(answer.headers.allow).toMatch(/^(GET|POST)$/)
  })

  test("a request's id is the caller’s own, and is returned", async () => {
    const answer = await backend.app.inject({ url: '/nowhere', headers: { 'x-request-id': 'gateway-0001' } })
    expect(answer.headers['x-request-id']).toBe('gateway-0001')
    expect(answer.json()).toEqual({ error: { code: 'route_not_found', requestId: 'gateway-0001' } })
    const forged = await backend.app.inject({ url: '/nowhere', headers: { 'x-request-id': 'a b\u00e9' } })
    expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('parameters and bodies', () => {
  testEach([
    ['/persons/get_one', { code: 'parameter_required', status: 400, parameter: 'personid' }],
    ['/persons/get_one?personid=', { code: 'parameter_required', status: 400, parameter: 'personid' }],
    ['/persons/get_one?personid=7', { code: 'parameter_invalid', status: 400, parameter: 'personid' }],
    [
      `/persons/get_one?personid=${UNKNOWN_ID}&personid=${UNKNOWN_ID}`,
      { code: 'parameter_invalid', status: 400, parameter: 'personid' },
    ],
    [
      `/persons/bundle?personid=${UNKNOWN_ID}`,
      { code: 'parameter_required', status: 400, parameter: 'bundleid' },
    ],
    [
      `/persons/bundles/all_possible?personid=${UNKNOWN_ID}&currency=CHF`,
      { code: 'parameter_invalid', status: 400, parameter: 'currency' },
    ],
  ])('GET %s', async (url, expected) => {
    expect(errorOf(await anna.get(url))).toEqual(expected)
  })

  test('an unknown bundle of one’s own person', async () => {
    const answer = await anna.get(`/persons/bundle?personid=${personId}&bundleid=${UNKNOWN_ID}`)
    expect(errorOf(answer)).toEqual({ code: 'bundle_not_found', status: 404 })
  })

  const send = (payload: string | Buffer, contentType?: string) =>
    backend.app.inject({
      method: 'POST',
      url: '/persons/create_new/',
      headers: { authorization: idToken('anna'), ...(contentType && { 'content-type': contentType }) },
      payload,
    })
  testEach([
    ['no JSON', '{"name":', 'application/json', { code: 'body_invalid', status: 400 }],
    ['a list', '[]', 'application/json', { code: 'body_invalid', status: 400 }],
    ['null', 'null', 'application/json', { code: 'body_invalid', status: 400 }],
    ['nothing', '', 'application/json', { code: 'body_invalid', status: 400 }],
    ['a prototype', '{"__proto__":{"name":"x"}}', 'application/json', { code: 'body_invalid', status: 400 }],
    [
      'a form',
      'name=Anna',
      'application/x-www-form-urlencoded',
      { code: 'media_type_unsupported', status: 415 },
    ],
    ['text', 'name', 'text/plain', { code: 'media_type_unsupported', status: 415 }],
    [
      'an empty name',
      '{"gender":"male","name":"  "}',
      'application/json',
      { code: 'body_invalid', status: 400, parameter: 'name' },
    ],
    [
      'a long name',
      `{"gender":"male","name":"${'x'.repeat(81)}"}`,
      'application/json',
      { code: 'body_invalid', status: 400, parameter: 'name' },
    ],
    [
      'an unknown gender',
      '{"gender":"x","name":"A"}',
      'application/json',
      { code: 'body_invalid', status: 400, parameter: 'gender' },
    ],
    [
      'a book',
      `{"name":"${'x'.repeat(70_000)}"}`,
      'application/json',
      { code: 'body_too_large', status: 413 },
    ],
  ])('a body that is %s', async (_name, payload, contentType, expected) => {
    expect(errorOf(await send(payload, contentType))).toEqual(expected)
  })

  test('bought too early', async () => {
    const answer = await anna.post('/stripe/create-checkout-session', {
      personid: personId,
      styleId: 'studio-grey',
      currency: 'USD',
    })
    expect(errorOf(answer)).toEqual({ code: 'selfies_insufficient', status: 409 })
  })
})

describe('uploads', () => {
  const url = () => `/persons/upload_images/?personid=${personId}`
  testEach([
    ['a text renamed', Buffer.from('I am a text that was renamed to .jpg'), 'file_unsupported', 415],
    ['an empty file', Buffer.alloc(0), 'file_unsupported', 415],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'file_unsupported',
      415,
    ],
    [
      'a page that begins like an image',
      Buffer.from('\xff\xd8\xff<html>', 'latin1'),
      'file_unsupported',
      415,
    ],
    ['one byte too many', jpegLike(SELFIE_MAX_SIZE_BYTES + 1), 'file_too_large', 413],
  ])('%s', async (_name, bytes, code, status) => {
    expect(errorOf(await anna.upload(url(), [file(bytes)]))).toEqual({ code, status })
    const list = endpoints.getUploadImages.response.parse(
      (await anna.get(`/persons/get_all_upload_images?personid=${personId}`)).json(),
    )
    expect(list.selfies).toEqual([])
  })

  test('a file at the size limit is accepted, and its check gives the reason', async () => {
    const other = endpoints.createPerson.response.parse(
      (await anna.post('/persons/create_new', newPerson('B'))).json(),
    )
    const answer = await anna.upload(`/persons/upload_images?personid=${other.id}`, [
      file(jpegLike(SELFIE_MAX_SIZE_BYTES), 'file', '../../evil\u202egpj.exe'),
    ])
    expect(endpoints.uploadImages.response.parse(answer.json())).toMatchObject({
      state: 'received',
      fileName: 'evilgpj.exe',
      thumbnailUrl: null,
    })
  })

  test('no file, too many files, another field', async () => {
    expect(errorOf(await anna.upload(url(), []))).toEqual({ code: 'file_required', status: 400 })
    expect(errorOf(await anna.upload(url(), [file(jpegLike(64), 'wrong')]))).toEqual({
      code: 'file_required',
      status: 400,
    })
    const many = Array.from({ length: 21 }, () => file(jpegLike(64), 'files'))
    expect(
      errorOf(
        await anna.upload(
          `/persons/create_and_upload?gender=male&name=C&consent_version=${CONSENT_VERSION}`,
          many,
        ),
      ),
    ).toEqual({
      code: 'too_many_files',
      status: 400,
    })
    expect(
      errorOf(
        await anna.upload(
          `/persons/create_and_upload?gender=male&name=C&consent_version=${CONSENT_VERSION}`,
          [file(Buffer.from('text'), 'files')],
        ),
      ),
    ).toEqual({
      code: 'file_unsupported',
      status: 415,
    })
    const { persons } = endpoints.getPersons.response.parse((await anna.get('/persons/get_all')).json())
    expect(persons.map((person) => person.name)).not.toContain('C')
  })

  test('a face is uploaded only with consent to the current wording', async () => {
    const { id } = endpoints.createPerson.response.parse(
      (await anna.post('/persons/create_new', { name: 'E', gender: 'female' })).json(),
    )
    const send = (consent: string) =>
      anna.upload(`/persons/upload_images?personid=${id}${consent}`, [file(jpegLike(80))])
    expect(errorOf(await send(''))).toEqual({ code: 'consent_required', status: 409 })
    const unknown = { status: 400, parameter: 'consent_version' }
    expect(errorOf(await send('&consent_version=biometric-0'))).toEqual({
      ...unknown,
      code: 'parameter_invalid',
    })
    expect((await send(`&consent_version=${CONSENT_VERSION}`)).statusCode).toBe(200)
    expect((await send('')).statusCode).toBe(200)
    for (const [consent, code] of [
      ['', 'parameter_required'],
      ['&consent_version=biometric-0', 'parameter_invalid'],
    ] as const) {
      const url = `/persons/create_and_upload?gender=male&name=F${consent}`
      expect(errorOf(await anna.upload(url, [file(jpegLike(80), 'files')]))).toEqual({ ...unknown, code })
    }
  })

  testEach([
    ['no form', 'application/json', Buffer.from('{}'), 'media_type_unsupported', 415],
    ['a form without boundary', 'multipart/form-data', Buffer.from('x'), 'body_invalid', 400],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=b',
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff\xe0 and then',
      ),
      'body_invalid',
      400,
    ],
    ['noise as a form', 'multipart/form-data; boundary=b', Buffer.from('noise'), 'body_invalid', 400],
  ])('%s', async (_name, contentType, payload, code, status) => {
    const headers = { authorization: idToken('anna'), 'content-type': contentType }
    expect(errorOf(await backend.app.inject({ method: 'POST', url: url(), headers, payload }))).toEqual({
      code,
      status,
    })
  })

  test('a person takes uploads up to the limit', async () => {
    const { id } = endpoints.createPerson.response.parse(
      (await anna.post('/persons/create_new', newPerson('D'))).json(),
    )
    const upload = (bytes: Buffer) => anna.upload(`/persons/upload_images?personid=${id}`, [file(bytes)])
    for (let i = 0; i < SELFIE_MAX_UPLOADED; i++) {
      expect((await upload(Buffer.concat([jpegLike(80), Buffer.from([i])]))).statusCode).toBe(200)
    }
    expect(errorOf(await upload(jpegLike(80)))).toEqual({ code: 'selfie_limit_reached', status: 409 })
  })

  test('a body declared as enormous is refused unread', async () => {
    const { payload, headers } = multipart([file(jpegLike(64))])
    const answer = await backend.app.inject({
      method: 'POST',
      url: url(),
      headers: {
        ...headers,
        authorization: idToken('anna'),
        'content-length': String(10 * SELFIE_MAX_SIZE_BYTES),
      },
      payload,
    })
    expect(errorOf(answer)).toEqual({ code: 'file_too_large', status: 413 })
  })
})

test('a user creates persons up to the limit, even in parallel', async () => {
  const busy = signedIn(backend.app, 'busy')
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => busy.post('/persons/create_new', { name: `P${i}`, gender: 'male' })),
  )
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(50)
  const refused = answers.filter((answer) => answer.statusCode !== 200).map(errorOf)
  expect(refused).toEqual(Array.from({ length: 10 }, () => ({ code: 'person_limit_reached', status: 409 })))
})
