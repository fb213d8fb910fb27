import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { createApi } from './api.ts'
import { createInjectedErrors } from './control.ts'
import { openStore } from './store.ts'
import { createState } from './state.ts'

const KEY = 'sk_test_1'
const LINE =
  'line_items[0][quantity]=1&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=900&line_items[0][price_data][product_data][name]=A'
const SESSION = `mode=payment&success_url=https%3A%2F%2Fa.example%2F%3Fs%3D%7BCHECKOUT_SESSION_ID%7D&${LINE}`

const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
after(() => rmSync(folder, { recursive: true }))

interface Answered {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown> & { error?: Record<string, unknown> }
}

function open(file?: string) {
  const state = createState({ store: openStore(file), publicUrl: 'http://pay.example', nowMs: Date.now })
  const injected = createInjectedErrors()
  const api = createApi(state, undefined, injected)
  const call = (method: string, path: string, form = '', headers: Record<string, string> = {}): Answered => {
    const isPost = method === 'POST'
    const {
      status,
      headers: sent,
      body,
    } = api({
      method,
      path,
      query: isPost ? '' : form,
      body: isPost ? form : '',
      headers: { authorization: `Bearer ${KEY}`, ...headers },
    })
    return { status, headers: sent, body: JSON.parse(body) as Answered['body'] }
  }
  return { state, injected, call }
}

let emulator: ReturnType<typeof open>
beforeEach(() => {
  emulator = open()
})
const create = (form = SESSION, headers = {}) => emulator.call('POST', '/v1/checkout/sessions', form, headers)

testEach([
  ['an unknown parameter', `${SESSION}&colour=red`, 'parameter_unknown', 'colour'],
  ['an unknown one within', `${SESSION}&line_items[0][size]=4`, 'parameter_unknown', 'line_items[0][size]'],
  ['one that every object has', `${SESSION}&constructor=1`, 'parameter_unknown', 'constructor'],
  [
    'a number that is none',
    SESSION.replace('=900', '=nine'),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  ['a value unset that cannot be', `${SESSION}&locale=`, 'parameter_invalid_empty', 'locale'],
  ['a choice that is none', `${SESSION}&locale=xx`, undefined, 'locale'],
  [
    'a line without its currency',
    SESSION.replace('[currency]=eur', '[unit_amount_decimal]=1'),
    'parameter_missing',
    'line_items[0][price_data][currency]',
  ],
  ['no line at all', 'mode=payment&success_url=https://a.example', 'parameter_missing', 'line_items'],
  ['no way back', `mode=payment&${LINE}`, 'parameter_missing', 'success_url'],
  ['less than a card takes', SESSION.replace('=900', '=49'), 'amount_too_small', undefined],
  [
    'a session of minutes',
    `${SESSION}&expires_at=${Math.floor(Date.now() / 1000) + 600}`,
    undefined,
    'expires_at',
  ],
  ['two currencies', `${SESSION}&currency=usd`, undefined, 'line_items'],
  [
    'a currency that Stripe does not charge in',
    SESSION.replace('=eur', '=xyz'),
    undefined,
    'line_items[0][price_data][currency]',
  ],
  ['a currency that is none', `${SESSION}&currency=euro`, undefined, 'currency'],
  [
    'a debit in a currency without one',
    `${SESSION.replace('=eur', '=usd')}&allowed_payment_method_types[0]=sepa_debit`,
    undefined,
    'allowed_payment_method_types',
  ],
  [
    'a boolean that is none',
    `${SESSION}&adaptive_pricing[enabled]=yes`,
    undefined,
    'adaptive_pricing[enabled]',
  ],
  ['no coupon of this name', `${SESSION}&discounts[0][coupon]=none`, 'resource_missing', 'coupon'],
  [
    'what Stripe knows and the emulator does not',
    `${SESSION}&automatic_tax[enabled]=true`,
    undefined,
    'automatic_tax',
  ],
])('%s is refused', (_what, form, code, param) => {
  const { status, body } = create(form)
  expect([status, body.error?.code, body.error?.param]).toEqual([
    code === 'resource_missing' ? 404 : 400,
    code,
    param,
  ])
  expect(body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) })
  expect(emulator.state.store.all('sessions')).toEqual([])
})

testEach([
  ['true', true],
  ['True', true],
  ['False', false],
])('a boolean written %s is read', (written, enabled) => {
  expect(create(`${SESSION}&adaptive_pricing[enabled]=${written}`).body.adaptive_pricing).toEqual({ enabled })
})

testEach([
  ['none', {}, 401],
  ['a live one', { authorization: 'Bearer sk_live_1' }, 401],
  ['one by name and password', { authorization: `Basic ${btoa(`${KEY}:`)}` }, 200],
])('a key: %s', (_what, headers, status) => {
  const { call } = emulator
  expect(call('GET', '/v1/coupons', '', { authorization: '', ...headers }).status).toBe(status)
})

test('every answer names its request id and the version of the API', () => {
  expect(create().headers).toMatchObject({
    'request-id': expect.stringMatching(/^req_/),
    'stripe-version': expect.any(String),
  })
  expect(create(SESSION, { 'stripe-version': '2022-11-15' }).headers['stripe-version']).toBe('2022-11-15')
  expect(create(SESSION, { 'stripe-version': 'newest' }).status).toBe(400)
})

test('an unknown path is refused', () => {
  const { status, body } = emulator.call('GET', '/v1/sources')
  expect([status, body.error?.type]).toEqual([404, 'invalid_request_error'])
})

describe('idempotency keys', () => {
  const keyed = (form: string) => create(form, { 'idempotency-key': 'k' })

  test('a repeated call gets the first answer, and runs once', () => {
    const first = keyed(SESSION)
    const again = keyed(SESSION)
    expect(again.body).toEqual(first.body)
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.headers['request-id'],
    })
    expect(emulator.state.store.all('sessions')).toHaveLength(1)
  })

  test('other parameters, and other paths, are refused under the same key', () => {
    keyed(SESSION)
    const { call } = emulator
    for (const answer of [
      keyed(SESSION.replace('=900', '=901')),
      call('POST', '/v1/coupons', 'percent_off=10', { 'idempotency-key': 'k' }),
    ]) {
      expect([answer.status, answer.body.error?.type]).toEqual([400, 'idempotency_error'])
    }
  })

  testEach([
    ['before the work', false, 0],
    ['after it', true, 1],
  ])('a server error %s is repeated under its key, too', (_when, afterwards, made) => {
    emulator.injected.add({ route: '*', status: 500, times: 1, afterwards })
    expect([keyed(SESSION).status, keyed(SESSION).status]).toEqual([500, 500])
    expect(keyed(SESSION).headers['stripe-should-retry']).toBe('false')
    expect(emulator.state.store.all('sessions')).toHaveLength(made)
  })

  test('a call that was never started runs on its repeat', () => {
    expect(keyed(`${SESSION}&colour=red`).status).toBe(400)
    emulator.injected.add({ route: '*', status: 429, times: 1, afterwards: false })
    expect([keyed(SESSION).status, keyed(SESSION).status]).toEqual([429, 200])
  })
})

test('lists go from the newest to the oldest, and both ways', () => {
  const ids = Array.from({ length: 5 }, () => String(create().body.id)).reverse()
  const list = (query: string) => {
    const { data, has_more: hasMore } = emulator.call('GET', '/v1/checkout/sessions', query).body
    return [(data as { id: string }[]).map(({ id }) => ids.indexOf(id)), hasMore]
  }
  expect(list('limit=2')).toEqual([[0, 1], true])
  expect(list(`limit=2&starting_after=${ids[1]}`)).toEqual([[2, 3], true])
  expect(list(`limit=2&starting_after=${ids[3]}`)).toEqual([[4], false])
  expect(list(`limit=2&ending_before=${ids[3]}`)).toEqual([[1, 2], true])
  expect(list(`created[gte]=${Math.floor(Date.now() / 1000) + 60}`)).toEqual([[], false])
  expect(emulator.call('GET', '/v1/checkout/sessions', 'limit=101').status).toBe(400)
  expect(emulator.call('GET', '/v1/checkout/sessions', 'starting_after=none').status).toBe(404)
})

test('a path that cannot be expanded is refused, and no object is created', () => {
  const { status, body } = create(`${SESSION}&expand[0]=metadata`)
  expect([status, body.error?.param]).toEqual([400, 'expand'])
  expect(emulator.state.store.all('sessions')).toEqual([])
})

describe('a restart', () => {
  test('restores every complete commit, and drops half a line', () => {
    const file = join(folder, 'kept.jsonl')
    emulator = open(file)
    const { id } = create(SESSION, { 'idempotency-key': 'k' }).body
    const written = readFileSync(file, 'utf8')
    const { id: cutOff } = create().body
    // Killed in the middle of the second.
    writeFileSync(file, `${written}${readFileSync(file, 'utf8').slice(written.length, -30)}`)
    emulator = open(file)
    expect(create(SESSION, { 'idempotency-key': 'k' }).body.id).toBe(id)
    expect(emulator.call('GET', `/v1/checkout/sessions/${String(cutOff)}`).status).toBe(404)
    expect(create().status).toBe(200)
    expect(open(file).state.store.all('sessions')).toHaveLength(2)
  })
})
