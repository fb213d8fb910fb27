import { describe, test } from 'node:test'
import { expect } from 'expect'
import { RequiredParameterError } from '#contract/errors.ts'
import { CallError } from './call-error.ts'
import { createClient } from './client.ts'

const PERSON_ID = '2f1c9a64-7f0e-4f56-8a3c-0d7a1f3b9c11'
const REQUEST_ID = 'request-1'

interface Sent {
  url: string
  method: string | undefined
  headers: Headers
  body: unknown
}

/** A client whose network answers from a list, noting sent requests and waited times. */
function setUp(answers: (Response | Error)[], tokens: (string | undefined)[] = ['token-1', 'token-2']) {
  const sent: Sent[] = []
  const waits: number[] = []
  const client = createClient({
    baseUrl: '/api/backend',
    locale: () => 'de',
    getToken: ({ refresh }) => Promise.resolve(tokens[refresh ? 1 : 0]),
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    fetch: (input, init) => {
      sent.push({
        url: typeof input === 'string' ? input : '',
        method: init?.method,
        headers: new Headers(init?.headers),
        body: init?.body,
      })
      const answer = answers.shift()
      return answer instanceof Response
        ? Promise.resolve(answer)
        : Promise.reject(answer ?? new Error('no answer left'))
    },
  })
  return { client, sent, waits }
}

const persons = () => Response.json({ persons: [] })
const failure = (code: string, status: number, headers = {}) =>
  Response.json({ error: { code, requestId: REQUEST_ID } }, { status, headers })

describe('a file', () => {
  const query = { paymentId: PERSON_ID }
  test('is answered as it came, in the language of the page', async () => {
    const { client, sent } = setUp([new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })])
    const file = await client.download('getReceiptPdf', { query })
    expect(await file.text()).toBe('%PDF')
    expect(file.type).toBe('application/pdf')
    expect(sent[0]?.url).toBe(`/api/backend/payments/receipt?paymentId=${PERSON_ID}`)
    expect(sent[0]?.headers.get('accept-language')).toBe('de')
  })

  test('that is refused fails with the code, and one that did not come is asked for again', async () => {
    const { client, waits } = setUp([new Error('down'), failure('receipt_not_issued', 409)])
    await expect(client.download('getReceiptPdf', { query })).rejects.toMatchObject({
      code: 'receipt_not_issued',
      requestId: REQUEST_ID,
    })
    expect(waits).toHaveLength(1)
  })
})

describe('a call', () => {
  test('that answers with sentences sends the language', async () => {
    const valid = {
      isValid: false,
      id: null,
      amount: 0,
      type: 'percentage',
      isFirstBundleOnly: false,
      message: 'Nein.',
    }
    const { client, sent } = setUp([Response.json(valid), persons()])
    await client.call('validateDiscount', { params: { code: 'x' } })
    await client.call('getPersons', {})
    expect(sent.map(({ headers }) => headers.get('accept-language'))).toEqual(['de', null])
  })

  test('is sent with the raw id token and its query', async () => {
    const empty = { selfies: [], coach: { missingCount: 4, advisedCount: 8, advice: [], coverage: [] } }
    const { client, sent } = setUp([Response.json(empty)])
    await expect(client.call('getUploadImages', { query: { personid: PERSON_ID } })).resolves.toEqual(empty)
    expect(sent[0]?.url).toBe(`/api/backend/persons/get_all_upload_images?personid=${PERSON_ID}`)
    expect(sent[0]?.method).toBe('GET')
    expect(sent[0]?.headers.get('authorization')).toBe('token-1')
  })

  test('sends a body as JSON', async () => {
    const { client, sent } = setUp([failure('person_limit_reached', 409)])
    const body = { name: 'Mara', gender: 'female' } as const
    await expect(client.call('createPerson', { body })).rejects.toThrow(new CallError('person_limit_reached'))
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(String(sent[0]?.body))).toEqual(body)
  })

  test('that may be repeated is repeated under its key, and without one is not', async () => {
    const body = { name: 'Mara', gender: 'female' } as const
    const network = () => new TypeError('the network is gone')
    const keyed = setUp([network(), failure('person_limit_reached', 409)])
    const idempotencyKey = 'person-0001'
    await expect(keyed.client.call('createPerson', { body }, { idempotencyKey })).rejects.toThrow(
      new CallError('person_limit_reached'),
    )
    expect(keyed.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      idempotencyKey,
      idempotencyKey,
    ])
    const once = setUp([network()])
    await expect(once.client.call('createPerson', { body })).rejects.toMatchObject({ code: 'network' })
    expect(once.sent).toHaveLength(1)
    expect(once.sent[0]?.headers.has('idempotency-key')).toBe(false)
  })

  test('without a mandatory parameter is rejected before anything is sent', async () => {
    const { client, sent } = setUp([])
    // What a caller without types can pass; the compiler would refuse it.
    const missing = undefined as unknown as string
    await expect(client.call('getPerson', { query: { personid: missing } })).rejects.toThrow(
      new RequiredParameterError('personid', 'getPerson'),
    )
    expect(sent).toHaveLength(0)
  })

  test('that needs a user fails with `token_missing` unsent when no user is signed in', async () => {
    const { client, sent } = setUp([], [])
    await expect(client.call('getPersons', {})).rejects.toMatchObject({ code: 'token_missing' })
    expect(sent).toHaveLength(0)
  })

  test('is sent again with a new token when the first ran out on the way', async () => {
    const { client, sent } = setUp([failure('token_expired', 401), persons()])
    await expect(client.call('getPersons', {})).resolves.toEqual({ persons: [] })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['token-1', 'token-2'])
  })

  test('carries code and request id of the error body', async () => {
    const { client } = setUp([failure('person_not_found', 404)])
    await expect(client.call('getPerson', { query: { personid: PERSON_ID } })).rejects.toMatchObject({
      code: 'person_not_found',
      requestId: REQUEST_ID,
    })
  })

  test('whose answer breaks the contract is a bad response', async () => {
    const broken = () => Response.json({ persons: 'none' })
    const { client } = setUp([broken(), broken(), broken()])
    await expect(client.call('getPersons', {})).rejects.toMatchObject({ code: 'bad_response' })
  })

  test('that was given up by the caller is canceled', async () => {
    const { client } = setUp([new DOMException('aborted', 'AbortError')])
    await expect(client.call('getPersons', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'canceled',
    })
  })
})

describe('what fails for a moment', () => {
  test('is read again, after a pause of random length within a growing bound', async () => {
    const { client, waits } = setUp([new TypeError('network'), failure('unavailable', 503), persons()])
    await expect(client.call('getPersons', {})).resolves.toEqual({ persons: [] })
    expect(waits).toHaveLength(2)
    expect(waits[0]).toBeLessThanOrEqual(300)
    expect(waits[1]).toBeLessThanOrEqual(600)
  })

  test('is given up after three attempts', async () => {
    const { client, sent } = setUp([1, 2, 3, 4].map(() => new TypeError('network')))
    await expect(client.call('getPersons', {})).rejects.toMatchObject({ code: 'network' })
    expect(sent).toHaveLength(3)
  })

  test('waits as long as the server asks', async () => {
    const { client, waits } = setUp([failure('rate_limited', 429, { 'retry-after': '2' }), persons()])
    await client.call('getPersons', {})
    expect(waits).toEqual([2000])
  })

  test('is not sent again when it changes something', async () => {
    const { client, sent } = setUp([failure('unavailable', 503), persons()])
    const body = { name: 'Mara', gender: 'female' } as const
    await expect(client.call('createPerson', { body })).rejects.toMatchObject({ code: 'unavailable' })
    expect(sent).toHaveLength(1)
  })
})
