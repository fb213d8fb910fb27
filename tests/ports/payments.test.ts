import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import Stripe from 'stripe'
import {
  PaymentError,
  SignatureError,
  type PaymentGateway,
  type SessionRequest,
} from '#backend/providers/payments/payments-port.ts'
import { createStripeGateway } from '#backend/providers/payments/stripe.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { idOf } from '#emulators/stripe/state.ts'
import { testEach } from '#tests/support/each.ts'
import {
  ACCOUNTS,
  answerBank,
  CARDS,
  payOnPage,
  SECRET_KEY,
  startEmulator,
} from '#tests/support/stripe-emulator.ts'

const SECRETS = { orders: ['whsec_of_orders'], seats: ['whsec_of_seats'] }
const AMOUNT_MINOR = 900

interface Received {
  body: Buffer
  signature: string | undefined
}

let emulator: Awaited<ReturnType<typeof startEmulator>>
let gateway: PaymentGateway
let stripe: Stripe
let closeHook: () => void
const received: Received[] = []

/** Hears of everything; refuses each event the first time, as a process that is just starting would. */
async function openHook(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const isFirst = !received.some((earlier) => earlier.body.equals(body))
      received.push({ body, signature: String(request.headers['stripe-signature']) })
      response.writeHead(isFirst ? 503 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

before(async () => {
  const hook = await openHook()
  closeHook = hook.close
  const events = ['checkout.session.completed']
  emulator = await startEmulator({ hooks: [{ url: hook.url, secret: 'whsec_of_orders', events }] })
  gateway = createStripeGateway({ secretKey: SECRET_KEY, webhookSecrets: SECRETS, apiBase: emulator.url })
  const { hostname, port } = new URL(emulator.url)
  stripe = new Stripe(SECRET_KEY, { protocol: 'http', host: hostname, port })
})
after(async () => {
  await emulator.close()
  closeHook()
})

const PAYMENT = randomUUID()

const requestOf = (change: Partial<SessionRequest> = {}): SessionRequest => ({
  paymentId: randomUUID(),
  amountMinor: AMOUNT_MINOR,
  currency: 'EUR',
  items: [{ name: 'Studio Grau', regularAmountMinor: AMOUNT_MINOR }],
  discount: null,
  allowsLocalCurrency: false,
  locale: 'de',
  customerEmail: 'anna@example.org',
  form: 'page',
  successUrl: 'http://site.example/de/checkout/complete?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://site.example/de/persons',
  expiresAt: new Date(Date.now() + 60 * 60_000),
  ...change,
})

/** A session paid with this card. */
async function paid(card: string = CARDS.paid) {
  const request = requestOf()
  const { reference, url } = await gateway.createSession(request)
  await payOnPage(url ?? '', card)
  return { request, reference }
}

const codeOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => 'nothing',
    (error: unknown) => {
      if (error instanceof UnavailableError) return 'unavailable'
      return error instanceof PaymentError ? error.code : error
    },
  )

test('a session is open, is requested twice and is one, and is paid on its page', async () => {
  const request = requestOf()
  const session = await gateway.createSession(request)
  expect(await gateway.createSession(request)).toEqual(session)
  const { reference, url } = session
  expect(await gateway.readSession(reference)).toMatchObject({
    status: 'open',
    url,
    paidAmountMinor: 0,
    dispute: 'none',
  })
  const back = await payOnPage(url ?? '', CARDS.paid)
  expect(back).toMatchObject({
    status: 303,
    location: request.successUrl.replace('{CHECKOUT_SESSION_ID}', reference),
  })
  const reading = await gateway.readSession(reference)
  expect(reading).toMatchObject({
    status: 'paid',
    url: null,
    paidAmountMinor: AMOUNT_MINOR,
    refundedAmountMinor: 0,
  })
  expect(await gateway.findSession(reading.paymentReference ?? '')).toBe(reference)
  expect((await fetch(reading.receiptUrl ?? '')).status).toBe(200)
})

test("Stripe's session holds the price with its tax, the language, and the payment's id", async () => {
  const request = requestOf({
    amountMinor: 720,
    discount: { name: 'Frühling', amountMinor: 180 },
    allowsLocalCurrency: true,
  })
  const { reference } = await gateway.createSession(request)
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: ['line_items', 'discounts.coupon'],
  })
  expect(session).toMatchObject({
    amount_subtotal: AMOUNT_MINOR,
    amount_total: 720,
    currency: 'eur',
    locale: 'de',
    mode: 'payment',
    metadata: { payment_id: request.paymentId },
    customer_email: request.customerEmail,
    adaptive_pricing: { enabled: true },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    discounts: [{ coupon: { name: 'Frühling', amount_off: 180, max_redemptions: 1 } }],
    line_items: {
      data: [{ description: 'Studio Grau', price: { tax_behavior: 'inclusive', unit_amount: 900 } }],
    },
  })
})

test("a payment in Stripe's form has a secret instead of a page, and one way back", async () => {
  const request = requestOf({ form: 'embedded' })
  const session = await gateway.createSession(request)
  const { reference, url, clientSecret } = session
  expect(url).toBeNull()
  expect(clientSecret).toMatch(/^cs_test_\w+_secret_\w+$/)
  expect(await gateway.createSession(request)).toEqual(session)
  expect(await gateway.readSession(reference)).toMatchObject({ status: 'open', url: null, clientSecret })
  expect(await stripe.checkout.sessions.retrieve(reference)).toMatchObject({
    ui_mode: 'embedded_page',
    return_url: request.successUrl,
    success_url: null,
    cancel_url: null,
    redirect_on_completion: 'always',
    metadata: { payment_id: request.paymentId },
  })
  expect((await fetch(`${emulator.url}/c/pay/${reference}`)).status).toBe(404)
  expect(await gateway.expireSession(reference)).toMatchObject({ status: 'expired', clientSecret: null })
})

test('a decline is reported until the payment is made', async () => {
  const { reference, url } = await gateway.createSession(requestOf())
  expect((await gateway.readSession(reference)).wasDeclined).toBe(false)
  await payOnPage(url ?? '', CARDS.declined)
  expect(await gateway.readSession(reference)).toMatchObject({ status: 'open', wasDeclined: true })
  await payOnPage(url ?? '', CARDS.paid)
  expect(await gateway.readSession(reference)).toMatchObject({
    status: 'paid',
    wasDeclined: false,
    paidBy: 'card/visa',
  })
})

test('the same payment with other parameters is a conflict', async () => {
  const request = requestOf()
  await gateway.createSession(request)
  expect(await codeOf(gateway.createSession({ ...request, locale: 'fr' }))).toBe('conflict')
})

testEach([
  ['declined', CARDS.declined, 'Karte wurde abgelehnt'],
  ['without money', CARDS.insufficient, 'zu wenig Geld'],
  ['not one of the test cards', '4111 1111 1111 1111', 'unten genannten'],
])('a card that is %s leaves the session open, and says why', async (_what, card, sentence) => {
  const { reference, url } = await gateway.createSession(requestOf())
  const answer = await payOnPage(url ?? '', card)
  expect([answer.status, answer.text.includes(sentence)]).toEqual([402, true])
  expect(await gateway.readSession(reference)).toMatchObject({ status: 'open', paidAmountMinor: 0 })
  await payOnPage(url ?? '', CARDS.paid)
  expect(await gateway.readSession(reference)).toMatchObject({ status: 'paid' })
})

testEach([
  ['confirm', 303, 'paid'],
  ['refuse', 402, 'open'],
] as const)('the bank asks, and is told to %s', async (answer, status, state) => {
  const { reference, url } = await gateway.createSession(requestOf())
  const asked = await payOnPage(url ?? '', CARDS.challenge)
  expect((await gateway.readSession(reference)).status).toBe('open')
  expect((await answerBank(url ?? '', asked.location, answer)).status).toBe(status)
  expect((await gateway.readSession(reference)).status).toBe(state)
})

test('an ended session cannot be paid, and a paid one cannot be ended', async () => {
  const { reference, url } = await gateway.createSession(requestOf())
  expect(await gateway.expireSession(reference)).toMatchObject({ status: 'expired', url: null })
  expect(await gateway.expireSession(reference)).toMatchObject({ status: 'expired' })
  expect((await payOnPage(url ?? '', CARDS.paid)).status).toBe(410)
  const bought = await paid()
  expect(await gateway.expireSession(bought.reference)).toMatchObject({ status: 'paid' })
  expect(await codeOf(gateway.expireSession('cs_test_of_nobody'))).toBe('unknown')
})

test('refunds in parts are each made once', async () => {
  const { reference } = await paid()
  await gateway.refund(reference, 300, 'first', PAYMENT)
  await gateway.refund(reference, 300, 'first', PAYMENT)
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(300)
  await gateway.refund(reference, 600, 'second', PAYMENT)
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(AMOUNT_MINOR)
  expect(await codeOf(gateway.refund(reference, 1, 'third', PAYMENT))).toBe('rejected')
})

test('a returned refund is not counted, and is sent again under the same key', async () => {
  const { reference } = await paid()
  await gateway.refund(reference, AMOUNT_MINOR, `${reference}:900`, PAYMENT)
  const [refund] = (await stripe.refunds.list({ limit: 1 })).data
  await emulator.command(`refunds/${refund?.id ?? ''}/fail`)
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(0)
  await gateway.refund(reference, AMOUNT_MINOR, `${reference}:900`, PAYMENT)
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(AMOUNT_MINOR)
})

testEach([
  ['debit-paid', { status: 'paid', paidAmountMinor: AMOUNT_MINOR }],
  ['debit-failed', { status: 'expired', paidAmountMinor: 0, wasDeclined: true }],
] as const)('a bank that takes its time is told of, until %s', async (end, outcome) => {
  const request = requestOf()
  const { reference, url } = await gateway.createSession(request)
  const back = await payOnPage(url ?? '', ACCOUNTS.paidLate)
  expect(back).toMatchObject({
    status: 303,
    location: request.successUrl.replace('{CHECKOUT_SESSION_ID}', reference),
  })
  const meanwhile = { status: 'processing', url: null, paidAmountMinor: 0, wasDeclined: false }
  expect(await gateway.readSession(reference)).toMatchObject(meanwhile)
  expect(await gateway.expireSession(reference)).toMatchObject(meanwhile)
  await emulator.command(`sessions/${reference}/${end}`)
  expect(await gateway.readSession(reference)).toMatchObject(outcome)
  const type = `checkout.session.async_payment_${end === 'debit-paid' ? 'succeeded' : 'failed'}`
  const [event] = (await stripe.events.list({ type, limit: 1 })).data
  expect(event?.data.object).toMatchObject({ id: reference, status: 'complete' })
})

test('money that was debited goes back like any other', async () => {
  const { reference } = await paid(ACCOUNTS.paidLate)
  await emulator.command(`sessions/${reference}/debit-paid`)
  await gateway.refund(reference, AMOUNT_MINOR, 'all', PAYMENT)
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(AMOUNT_MINOR)
})

test('an expiry an hour ahead is taken from a clock that is half an hour slow', async () => {
  const fast = await startEmulator()
  const theirs = createStripeGateway({ secretKey: SECRET_KEY, webhookSecrets: SECRETS, apiBase: fast.url })
  await fast.command('clock', { seconds: 29 * 60 })
  expect((await theirs.createSession(requestOf())).url).not.toBeNull()
  await fast.close()
})

test('accounts of the tests end by themselves, by the clock', async () => {
  const later = await startEmulator()
  const theirs = createStripeGateway({ secretKey: SECRET_KEY, webhookSecrets: SECRETS, apiBase: later.url })
  const { reference, url } = await theirs.createSession(requestOf())
  await payOnPage(url ?? '', ACCOUNTS.paidLate)
  await later.command('clock', { seconds: 180 })
  expect((await theirs.readSession(reference)).status).toBe('paid')
  await later.close()
})

test('dollars are not debited', async () => {
  const dollars = await gateway.createSession(requestOf({ currency: 'USD' }))
  expect((await payOnPage(dollars.url ?? '', ACCOUNTS.paid)).status).toBe(422)
})

test('a refund that waits for the customer can be canceled, and is not counted then', async () => {
  const { reference } = await paid()
  await gateway.refund(reference, 300, 'part', PAYMENT)
  const [refund] = (await stripe.refunds.list({ limit: 1 })).data
  const id = refund?.id ?? ''
  await expect(stripe.refunds.cancel(id)).rejects.toThrow('requires_action')
  await emulator.command(`refunds/${id}/await-customer`)
  expect((await stripe.refunds.cancel(id)).status).toBe('canceled')
  expect(await gateway.readSession(reference)).toMatchObject({
    refundedAmountMinor: 0,
    hasFailedRefund: true,
  })
})

test("amounts are in the price's currency, whichever the customer saw and paid", async () => {
  const { reference } = await gateway.createSession(requestOf({ allowsLocalCurrency: true }))
  const presentment = { amount: 1470, currency: 'aud' }
  await emulator.command(`sessions/${reference}/pay`, { number: CARDS.paid, presentment })
  expect(await gateway.readSession(reference)).toMatchObject({
    status: 'paid',
    paidAmountMinor: AMOUNT_MINOR,
  })
  await gateway.refund(reference, 300, 'a third', PAYMENT)
  const [refund] = (await stripe.refunds.list({ limit: 1 })).data
  expect(refund).toMatchObject({
    amount: 300,
    currency: 'eur',
    presentment_details: { presentment_amount: 490, presentment_currency: 'aud' },
  })
  expect((await gateway.readSession(reference)).refundedAmountMinor).toBe(300)
})

/** A dispute of what this session was paid with. */
async function dispute(reference: string, opening: object) {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(reference)
  const [charge] = (await stripe.charges.list({ payment_intent: idOf(intent) })).data
  const opened = await emulator.command(`charges/${charge?.id ?? ''}/dispute`, opening)
  return (opened as { id: string }).id
}

test('a dispute that was prevented is over, and the money gone with it', async () => {
  const { reference } = await paid()
  await dispute(reference, { status: 'prevented' })
  expect((await gateway.readSession(reference)).dispute).toBe('lost')
  const open = await paid(CARDS.disputed)
  const [opened] = (await stripe.disputes.list({ limit: 1 })).data
  await emulator.command(`disputes/${opened?.id ?? ''}/prevented`)
  expect((await gateway.readSession(open.reference)).dispute).toBe('lost')
})

test('of a payment that was disputed in part, a lost dispute takes that part', async () => {
  const { reference } = await paid()
  const id = await dispute(reference, { amount: 300 })
  await emulator.command(`disputes/${id}/lost`)
  expect(await gateway.readSession(reference)).toMatchObject({
    dispute: 'lost',
    lostAmountMinor: 300,
    refundedAmountMinor: 0,
  })
})

test('an inquiry holds no money; it is closed, or becomes a dispute', async () => {
  const { reference } = await paid()
  const id = await dispute(reference, { status: 'warning_needs_response' })
  expect((await gateway.readSession(reference)).dispute).toBe('none')
  await gateway.refund(reference, 100, `${reference}:100`, PAYMENT)
  await stripe.disputes.update(id, { evidence: { uncategorized_text: 'It was delivered.' } })
  expect((await stripe.disputes.retrieve(id)).status).toBe('warning_under_review')
  expect((await gateway.readSession(reference)).dispute).toBe('none')
  await emulator.command(`disputes/${id}/warning_closed`)
  expect((await gateway.readSession(reference)).dispute).toBe('won')
  const other = await paid()
  const inquiry = await dispute(other.reference, { status: 'warning_needs_response' })
  await emulator.command(`disputes/${inquiry}/escalate`)
  expect((await gateway.readSession(other.reference)).dispute).toBe('open')
})

testEach(['won', 'lost'] as const)('a dispute holds the money until it is %s', async (verdict) => {
  const { reference } = await paid(CARDS.disputed)
  expect((await gateway.readSession(reference)).dispute).toBe('open')
  expect(await codeOf(gateway.refund(reference, 100, `${reference}:100`, PAYMENT))).toBe('disputed')
  const [dispute] = (await stripe.disputes.list({ limit: 1 })).data
  await emulator.command(`disputes/${dispute?.id ?? ''}/${verdict}`)
  expect((await gateway.readSession(reference)).dispute).toBe(verdict)
})

test('a failing provider is asked again, and then reported as unreachable', async () => {
  const route = 'GET /v1/checkout/sessions/{id}'
  const { reference } = await paid()
  await emulator.command('failures', { route, status: 503, times: 2 })
  expect((await gateway.readSession(reference)).status).toBe('paid')
  await emulator.command('failures', { route, status: 429 })
  expect(await codeOf(gateway.readSession(reference))).toBe('unavailable')
})

test('seats of a company are bought at the provider, and counted from its line items', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 5, price_data: { currency: 'eur', unit_amount: 900, product_data: { name: 'Seats' } } },
    ],
    success_url: 'http://site.example/',
  })
  await payOnPage(session.url ?? '', CARDS.paid, { email: 'office@example.org' })
  expect(await gateway.readSeats(session.id)).toMatchObject({
    paymentId: null,
    status: 'paid',
    seats: 5,
    paidAmountMinor: 4500,
    currency: 'eur',
    refundedAmountMinor: 0,
    buyer: { email: 'office@example.org', name: 'Test' },
  })
  const id = await dispute(session.id, { amount: 900 })
  expect(await gateway.readSeats(session.id)).toMatchObject({ dispute: 'open' })
  await emulator.command(`disputes/${id}/lost`)
  expect(await gateway.readSeats(session.id)).toMatchObject({ dispute: 'lost', lostAmountMinor: 900 })
})

describe('events', () => {
  const since = new Date(Date.now() - 60_000)
  const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = []
    for await (const item of items) found.push(item)
    return found
  }

  test('are listed over several pages', async () => {
    const requests = Array.from({ length: 101 }, () => requestOf())
    for (const request of requests) await gateway.createSession(request)
    const known = new Set((await all(gateway.sessionsSince(since))).map(({ paymentId }) => paymentId))
    expect(requests.filter(({ paymentId }) => !known.has(paymentId))).toEqual([])
    const { reference } = await paid()
    const reading = await gateway.readSession(reference)
    expect(await all(gateway.eventsSince(since))).toContainEqual({
      id: expect.any(String),
      type: 'checkout.session.completed',
      happenedAt: expect.any(Date),
      reference,
      paymentReference: reading.paymentReference,
    })
    expect(await all(gateway.eventsSince(new Date(Date.now() + 60_000)))).toEqual([])
  })

  test('are delivered until an endpoint accepts them, signed for one endpoint alone', async () => {
    const { reference } = await paid()
    const of = () => received.filter(({ body }) => body.includes(reference))
    const until = Date.now() + 10_000
    while (of().length < 2 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    const [first, second] = of()
    if (!first || !second) throw new Error('the event was not delivered twice')
    const event = await gateway.verifyEvent('orders', first.body, first.signature)
    expect(event).toMatchObject({ type: 'checkout.session.completed', reference })
    expect(await gateway.verifyEvent('orders', second.body, second.signature)).toEqual(event)
    for (const [hook, body, signature] of [
      ['seats', first.body, first.signature],
      ['orders', Buffer.concat([first.body, Buffer.from(' ')]), first.signature],
      ['orders', first.body, undefined],
    ] as const) {
      await expect(gateway.verifyEvent(hook, body, signature)).rejects.toThrow(SignatureError)
    }
  })
})

describe('a session with several lines', () => {
  const items = [
    { name: 'Bibliothek', regularAmountMinor: 900 },
    { name: 'Studio Grau', regularAmountMinor: 99 },
  ] as const

  test('charges their sum, less the discount, and names each on the bill', async () => {
    const { reference, url } = await gateway.createSession(
      requestOf({ items, amountMinor: 799, discount: { name: 'Rabatt', amountMinor: 200 } }),
    )
    await payOnPage(url ?? '', CARDS.paid)
    expect(await gateway.readSession(reference)).toMatchObject({ status: 'paid', paidAmountMinor: 799 })
    const { line_items: lines } = await stripe.checkout.sessions.retrieve(reference, {
      expand: ['line_items'],
    })
    expect(lines?.data.map(({ description, amount_subtotal: price }) => [description, price])).toEqual([
      ['Bibliothek', 900],
      ['Studio Grau', 99],
    ])
    expect(lines?.data.reduce((sum, { amount_total: total }) => sum + total, 0)).toBe(799)
  })

  test('says of every refund which payment it was made for, also of more than Stripe shows at once', async () => {
    const { reference, url } = await gateway.createSession(requestOf({ items, amountMinor: 999 }))
    await payOnPage(url ?? '', CARDS.paid)
    const [one, other] = [randomUUID(), randomUUID()]
    for (let part = 0; part < 11; part++) await gateway.refund(reference, 1, `${reference}:${part}`, one)
    await gateway.refund(reference, 99, `${reference}:other`, other)
    const { paymentReference } = await gateway.readSession(reference)
    await stripe.refunds.create({ payment_intent: paymentReference ?? '', amount: 100 })
    const { refunds = [], refundedAmountMinor } = await gateway.readSession(reference)
    const sumOf = (paymentId: string | null) =>
      refunds
        .filter((refund) => refund.paymentId === paymentId)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect([refundedAmountMinor, sumOf(one), sumOf(other), sumOf(null)]).toEqual([210, 11, 99, 100])
  })
})
