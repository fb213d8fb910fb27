import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { SECRET_KEY, startEmulator } from '#tests/support/stripe-emulator.ts'

let emulator: Awaited<ReturnType<typeof startEmulator>>
before(async () => {
  emulator = await startEmulator()
})
after(() => emulator.close())

test("Stripe's Python client works with the emulator", async () => {
  const python = process.env.TEST_STRIPE_PYTHON
  if (python === undefined) throw new Error('TEST_STRIPE_PYTHON names no Python')
  const walk = ['tests/foreign/python-stripe.py', emulator.url, SECRET_KEY]
  const { stdout } = await promisify(execFile)(python, walk, { timeout: 25_000 })
  const refused = (name: string, status: number, code: string | null, param: string | null = null) => [
    ...[name, status, code, param],
  ]
  expect(JSON.parse(stdout)).toEqual({
    total: 750,
    same: true,
    'other parameters': refused('IdempotencyError', 400, null),
    declined: 402,
    paid: 303,
    status: 'paid',
    expanded: [750, 'First bundle', '7'],
    refunded: ['succeeded', 250],
    'too much': refused('InvalidRequestError', 400, null, 'amount'),
    held: refused('InvalidRequestError', 400, 'charge_disputed'),
    closed: 'lost',
    pages: 14,
    expired: 'expired',
    unknown: refused('InvalidRequestError', 400, 'parameter_unknown', 'colour'),
    'nested unknown': refused('InvalidRequestError', 400, 'parameter_unknown', 'adaptive_pricing[rate]'),
    missing: refused('InvalidRequestError', 400, 'parameter_missing', 'line_items'),
    'no such': refused('InvalidRequestError', 404, 'resource_missing', 'session'),
    'wrong key': refused('AuthenticationError', 401, null),
    verified: 'evt_1',
  })
})
