import { createHmac, generateKeyPairSync, sign, createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { expect } from 'expect'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { testEach } from '#tests/support/each.ts'
import {
  createHookKeys,
  verifyBearer,
  verifyBflHook,
  verifyFalHook,
  verifyStandardWebhook,
} from './hook-signatures.ts'
import type { ReceivedHook } from './hooks-port.ts'

const bytes = (text: string) => Buffer.from(text)

testEach([
  ['Bearer first', true],
  ['Bearer second', true],
  ['Bearer third', false],
  ['first', false],
  ['', false],
  [undefined, false],
  [['Bearer first', 'Bearer second'], false],
] satisfies [string | string[] | undefined, boolean][])(
  'of two tokens %j is one: %s',
  (authorization, expected) => {
    expect(verifyBearer(['first', 'second'], authorization)).toBe(expected)
  },
)

describe('Standard Webhooks', () => {
  const first = {
    secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3',
    id: 'msg_test_1',
    timestamp: '1700000000',
    body: '{"id":"p1","status":"succeeded"}',
    signature: 'v1,TSQuybBqSPuepLbOCa1M7I00RFKekUET+4DWpRsbQMw=',
  }
  const published = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const hookOf = (from: typeof first, changed: Record<string, string | string[] | undefined> = {}) => ({
    headers: {
      'webhook-id': from.id,
      'webhook-timestamp': from.timestamp,
      'webhook-signature': from.signature,
      ...changed,
    },
    body: bytes(from.body),
  })
  const at = (from: typeof first, offset = 0) => (Number(from.timestamp) + offset) * 1000
  const verdictOn = (changed: Record<string, string | string[] | undefined>) =>
    verifyStandardWebhook(first.secret, hookOf(first, changed), at(first))

  for (const vector of [first, published]) {
    test(`the vector ${vector.id} is accepted, and its id returned`, () => {
      expect(verifyStandardWebhook(vector.secret, hookOf(vector), at(vector))).toBe(vector.id)
    })
  }

  test('another secret, id, time or body is refused', () => {
    expect(verifyStandardWebhook(published.secret, hookOf(first), at(first))).toBeNull()
    expect(verdictOn({ 'webhook-id': 'msg_test_2' })).toBeNull()
    expect(verdictOn({ 'webhook-timestamp': '1700000001' })).toBeNull()
    const changed = { ...hookOf(first), body: bytes(first.body.replace('p1', 'p2')) }
    expect(verifyStandardWebhook(first.secret, changed, at(first))).toBeNull()
  })

  test('a hook 300 seconds old or ahead is accepted, one of 301 refused', () => {
    for (const [offset, accepted] of [
      [300, true],
      [-300, true],
      [301, false],
      [-301, false],
    ] as const) {
      const verdict = verifyStandardWebhook(first.secret, hookOf(first), at(first, offset))
      expect([offset, verdict !== null]).toEqual([offset, accepted])
    }
    // Within the second, as clocks run.
    expect(verifyStandardWebhook(first.secret, hookOf(first), at(first, 300) + 999)).toBe(first.id)
  })

  test('any of several signatures is enough; malformed ones and other versions are skipped', () => {
    const other = `v1,${'A'.repeat(43)}=`
    for (const [signatures, accepted] of [
      [`${other} ${first.signature}`, true],
      [`${first.signature} ${other}`, true],
      [`v1,not-base64-$$$ ${first.signature}`, true],
      [`v2,${first.signature.slice(3)} ${first.signature}`, true],
      [`v1 , ${first.signature}`, true],
      [other, false],
      [`v2,${first.signature.slice(3)}`, false],
      [first.signature.slice(3), false],
      ['v1,', false],
      ['v1,AA==', false],
      [first.signature.slice(0, -1), false],
      [`${first.signature}AAAA`, false],
      [first.signature.replaceAll('+', '-').replaceAll('/', '_'), false],
      ['', false],
    ] as const) {
      expect([signatures, verdictOn({ 'webhook-signature': signatures }) !== null]).toEqual([
        signatures,
        accepted,
      ])
    }
  })

  test('a missing, empty or repeated header is refused', () => {
    for (const name of ['id', 'timestamp', 'signature'] as const) {
      const signed = first[name]
      for (const value of [undefined, '', [signed, signed]]) {
        expect([name, value, verdictOn({ [`webhook-${name}`]: value })]).toEqual([name, value, null])
      }
    }
  })

  test('a time that is no whole number of seconds is refused, even when it is signed', () => {
    const key = Buffer.from(first.secret.slice(6), 'base64')
    for (const timestamp of [
      '1700000000.75',
      '1700000000s',
      '+1700000000',
      ' 1700000000',
      '0x6553f100',
      'now',
    ]) {
      const signature = createHmac('sha256', key).update(`m.${timestamp}.${first.body}`).digest('base64')
      const changed = {
        'webhook-id': 'm',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      expect([timestamp, verdictOn(changed)]).toEqual([timestamp, null])
    }
  })

  test('a body that is no text is signed by its bytes', () => {
    const key = Buffer.from(first.secret.slice(6), 'base64')
    const body = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])
    const signature = createHmac('sha256', key)
      .update(Buffer.concat([bytes(`${first.id}.${first.timestamp}.`), body]))
      .digest('base64')
    const hook = { ...hookOf(first, { 'webhook-signature': `v1,${signature}` }), body }
    expect(verifyStandardWebhook(first.secret, hook, at(first))).toBe(first.id)
  })

  test('a secret that is none is an error of its own, not a refusal', () => {
    for (const secret of ['', 'whsec_', 'whsec_eA==', 'synthetic-secret', 'whsec_%%%']) {
      expect(() => verifyStandardWebhook(secret, hookOf(first), at(first))).toThrow(TypeError)
    }
  })
})

describe("fal's hooks", () => {
  const vector = {
    jwk: { kty: 'OKP', crv: 'Ed25519', x: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw' },
    body: '{"request_id":"r1","status":"OK","payload":{}}',
    headers: {
      'x-fal-webhook-request-id': 'r1',
      'x-fal-webhook-user-id': 'u1',
      'x-fal-webhook-timestamp': '1700000000',
      'x-fal-webhook-signature':
        '0264e7fd3cfda4f46b20d684e6762a0e9d984983745e66c374a24e36f3096e6e' +
        '115a6ec3f5c04773f4b15c0304e18bd422deb7859043fdb0df38b5f402c3750a',
    },
  }
  const nowMs = 1_700_000_000_000
  const hook = (changed: Record<string, string | undefined> = {}, body = vector.body): ReceivedHook => ({
    headers: { ...vector.headers, ...changed },
    body: bytes(body),
  })

  /** A list of keys at an address of its own, and how often it was fetched. */
  const listOf = async (t: TestContext, state: { keys: unknown; status?: number }) => {
    let fetched = 0
    const server = createServer((_request, response) => {
      fetched += 1
      response.writeHead(state.status ?? 200, { 'content-type': 'application/json' })
      response.end(typeof state.keys === 'string' ? state.keys : JSON.stringify({ keys: state.keys }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, fetched: () => fetched }
  }

  test('the vector is accepted against every key of the list', async (t) => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const other = publicKey.export({ format: 'jwk' })
    const ec = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
    for (const keys of [[vector.jwk], [other, vector.jwk], [ec, vector.jwk, other]]) {
      const { url } = await listOf(t, { keys })
      expect(await verifyFalHook(createHookKeys(url), hook(), nowMs)).toBe('r1')
    }
    const { url } = await listOf(t, { keys: [other] })
    expect(await verifyFalHook(createHookKeys(url), hook(), nowMs)).toBeNull()
  })

  test('a changed part, a malformed signature and a missing header are refused', async (t) => {
    const { url, fetched } = await listOf(t, { keys: [vector.jwk] })
    const keys = createHookKeys(url)
    const refused = async (received: ReceivedHook) =>
      expect(await verifyFalHook(keys, received, nowMs)).toBeNull()
    await refused(hook({}, vector.body.replace('OK', 'ERROR')))
    for (const name of Object.keys(vector.headers)) {
      await refused(hook({ [name]: undefined }))
      await refused(hook({ [name]: '' }))
    }
    await refused(hook({ 'x-fal-webhook-request-id': 'r2' }))
    await refused(hook({ 'x-fal-webhook-user-id': 'u2' }))
    await refused(hook({ 'x-fal-webhook-timestamp': '1700000001' }))
    const signature = vector.headers['x-fal-webhook-signature']
    for (const wrong of [signature.slice(2), `${signature}00`, signature.replace('0', 'g')]) {
      await refused(hook({ 'x-fal-webhook-signature': wrong }))
    }
    // However many forged hooks come, the vendor is asked for its keys once.
    expect(fetched()).toBe(1)
  })

  test('a hook 300 seconds old or ahead is accepted, one of 301 refused', async (t) => {
    const { url } = await listOf(t, { keys: [vector.jwk] })
    const keys = createHookKeys(url)
    for (const [offset, accepted] of [
      [300, true],
      [-300, true],
      [301, false],
      [-301, false],
    ] as const) {
      const verdict = await verifyFalHook(keys, hook(), nowMs + offset * 1000)
      expect([offset, verdict !== null]).toEqual([offset, accepted])
    }
  })

  test('keys are kept for a day, and read again for a signature of a new key', async (t) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const state: { keys: unknown; status?: number } = { keys: [vector.jwk] }
    const { url, fetched } = await listOf(t, state)
    let now = 0
    const keys = createHookKeys(url, { now: () => now })
    await Promise.all([verifyFalHook(keys, hook(), nowMs), verifyFalHook(keys, hook(), nowMs)])
    now = 24 * 3600 * 1000 - 1
    expect(await verifyFalHook(keys, hook(), nowMs)).toBe('r1')
    expect(fetched()).toBe(1)

    state.keys = [publicKey.export({ format: 'jwk' })]
    const digest = createHash('sha256').update(vector.body).digest('hex')
    const signature = sign(null, bytes(`r1\nu1\n1700000000\n${digest}`), privateKey).toString('hex')
    expect(await verifyFalHook(keys, hook({ 'x-fal-webhook-signature': signature }), nowMs)).toBe('r1')
    expect(fetched()).toBe(2)
    expect(await verifyFalHook(keys, hook(), nowMs)).toBeNull()
    expect(fetched()).toBe(2)

    now += 24 * 3600 * 1000
    await verifyFalHook(keys, hook({ 'x-fal-webhook-signature': signature }), nowMs)
    expect(fetched()).toBe(3)
  })

  test('without keys a hook is unavailable, not refused, and the next one asks again', async (t) => {
    const state: { keys: unknown; status?: number } = { keys: [vector.jwk], status: 503 }
    const { url } = await listOf(t, state)
    const keys = createHookKeys(url)
    await expect(verifyFalHook(keys, hook(), nowMs)).rejects.toThrow(UnavailableError)
    Object.assign(state, { keys: '<html>', status: 200 })
    await expect(verifyFalHook(keys, hook(), nowMs)).rejects.toThrow(UnavailableError)
    state.keys = []
    await expect(verifyFalHook(keys, hook(), nowMs)).rejects.toThrow(UnavailableError)
    state.keys = [vector.jwk]
    expect(await verifyFalHook(keys, hook(), nowMs)).toBe('r1')
  })
})

describe("Black Forest Labs' hooks", () => {
  const secret = 'a secret of sixteen bytes or more'
  const body = bytes('{"id":"t1","status":"Ready"}')
  const hex = createHmac('sha256', secret).update(body).digest('hex')
  const signed = (signature: string | undefined) => ({ headers: { 'x-bfl-signature': signature }, body })

  test('the HMAC of the body is accepted, in either case of its digits', () => {
    expect(verifyBflHook(secret, signed(`sha256=${hex}`))).toBe(true)
    expect(verifyBflHook(secret, signed(`sha256=${hex.toUpperCase()}`))).toBe(true)
  })

  test('another secret, another body and a malformed signature are refused', () => {
    expect(verifyBflHook(`${secret}!`, signed(`sha256=${hex}`))).toBe(false)
    expect(verifyBflHook(secret, { ...signed(`sha256=${hex}`), body: bytes('{}') })).toBe(false)
    for (const wrong of [undefined, '', hex, `sha1=${hex}`, `sha256=${hex.slice(2)}`, `sha256=${hex}00`]) {
      expect([wrong, verifyBflHook(secret, signed(wrong))]).toEqual([wrong, false])
    }
  })

  test('a short secret is an error of its own', () => {
    expect(() => verifyBflHook('', signed(`sha256=${hex}`))).toThrow(TypeError)
  })
})
