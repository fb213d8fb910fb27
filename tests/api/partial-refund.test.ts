import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { createCheckout, createRefunds } from '#backend/features/checkout/checkout-service.ts'
import { findPayment, orderOf } from '#backend/features/payments/payments-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createStripeGateway } from '#backend/providers/payments/stripe.ts'
import { OperatorAnswer, operatorEndpoints, type OperatorCall } from '#contract/operators.ts'
import type { StyleId } from '#contract/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { CARDS, payOnPage, SECRET_KEY, startEmulator } from '#tests/support/stripe-emulator.ts'
import { openDoor, OPERATOR_SECRET } from './support/door.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let app: Awaited<ReturnType<typeof door.openApp>>
let emulator: Awaited<ReturnType<typeof startEmulator>>
let gateways: typeof door.world.ports.gateways
let stripe: Stripe

before(async () => {
  ;[door, emulator] = await Promise.all([openDoor(), startEmulator()])
  const webhookSecrets = { orders: [], seats: [] }
  const gateway = createStripeGateway({ secretKey: SECRET_KEY, webhookSecrets, apiBase: emulator.url })
  gateways = { ...door.world.ports.gateways, stripe: gateway }
  const { hostname, port } = new URL(emulator.url)
  stripe = new Stripe(SECRET_KEY, { protocol: 'http', host: hostname, port })
  app = await door.openApp({}, true, { gateways })
})
after(async () => {
  await app.close()
  await emulator.close()
  await door.close()
})

const queries = () => door.world.database.queries

async function refund(body: { order: string; amount?: string; why: string; by?: string }) {
  const answer = await app.inject({
    method: 'POST',
    url: operatorEndpoints.operatorRefund.path,
    headers: { authorization: OPERATOR_SECRET },
    payload: { by: 'anna', ...body },
  })
  expect(answer.statusCode).toBe(200)
  return OperatorAnswer.parse(answer.json())
}

/** A bundle for nine euros, paid by card; with another style, an order of the two. */
async function paidOrder({ alsoStyleIds = [] }: { alsoStyleIds?: StyleId[] } = {}) {
  const { world } = door
  const checkout = createCheckout({ ...world.ports, gateways })
  const { uid, id: personId } = await world.personWithSelfies()
  const session = await checkout.purchase({
    uid,
    personId,
    styleId: 'studio-grey',
    alsoStyleIds,
    currency: 'EUR',
    locale: 'de',
  })
  if (session.status !== 'redirect') throw new Error('there is no page to pay on')
  await payOnPage(session.url, CARDS.paid)
  const { orderReference, bundleId } = await checkout.confirm(uid, session.paymentId)
  const payment = async () => {
    const found = await findPayment(queries(), session.paymentId)
    if (!found) throw new Error('no payment')
    return found
  }
  return {
    orderReference,
    payment,
    order: async () => orderOf(queries(), await payment()),
    settle: () => checkout.settle(session.paymentId),
    isThere: async () => {
      const rows = await queries()
        .select()
        .from(tables.bundles)
        .where(eq(tables.bundles.id, bundleId ?? ''))
      return rows.some(({ state }) => state !== 'refunded')
    },
    /** What the job does, and then what Stripe says went back. */
    async giveBack() {
      await createRefunds({ ...world.ports, gateways }).refund(session.paymentId)
      return (await gateways.stripe.readSession((await payment()).providerReference ?? ''))
        .refundedAmountMinor
    },
  }
}

const actionsOf = async (orderReference: string) => {
  const { operatorActions } = tables
  const rows = await queries()
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.subject, orderReference))
    .orderBy(operatorActions.createdAt)
  return rows.map(({ command, operator, why }) => `${command} by ${operator}: ${why}`)
}
const refundMailsOf = async (paymentId: string) =>
  (await queries().select().from(tables.mails))
    .filter(({ occasion }) => occasion.startsWith(`payment-refunded:${paymentId}`))
    .map(({ data }) => data)

test('a part goes back by Stripe, once, and the headshots stay', async () => {
  const { orderReference: order, payment, giveBack, isThere } = await paidOrder()
  const wish = { order, amount: '2.50', why: 'three came out alike' }
  expect(await refund(wish)).toMatchObject({
    note: `2.50 EUR of order ${order} go back; its headshots stay.`,
  })
  // The answer was lost, and the operator asks again, before and after the money moved.
  expect(await refund(wish)).toMatchObject({ outcome: 'done', note: expect.stringContaining('already') })
  expect(await giveBack()).toBe(250)
  expect(await refund({ ...wish, amount: '2,50' })).toMatchObject({
    note: expect.stringContaining('already'),
  })
  expect(await giveBack()).toBe(250)
  expect(await payment()).toMatchObject({
    state: 'paid',
    refundDueAmountMinor: 250,
    refundedAmountMinor: 250,
    refundReason: 'operator',
  })
  expect(await isThere()).toBe(true)
  expect(await actionsOf(order)).toEqual(['refund --amount 2.50 by anna: three came out alike'])
  expect(await refundMailsOf((await payment()).id)).toMatchObject([{ amountMinor: 250, reason: 'part' }])
})

test('parts add up, and are never more than what is left; all that is left then goes the usual way', async () => {
  const { orderReference: order, payment, giveBack, isThere } = await paidOrder()
  await refund({ order, amount: '4.00', why: 'late' })
  // Asked for while the first part is still due.
  await refund({ order, amount: '4.00', why: 'late, and again' })
  for (const [amount, said] of [
    ['1.01', 'Of order # 1.00 EUR are left, and no more can be given back.'],
    [
      '1.00',
      '1.00 EUR are all that is left of order #: without an amount they go back, and its headshots are deleted.',
    ],
    ['0.00', '0.00 is nothing.'],
  ] as const) {
    const reason = said.replace('#', order)
    expect(await refund({ order, amount, why: 'more' })).toEqual({ outcome: 'refused', reason })
  }
  expect(await giveBack()).toBe(800)
  expect(await isThere()).toBe(true)
  expect(await refund({ order, why: 'all of it' })).toMatchObject({
    note: expect.stringContaining('1.00 EUR'),
  })
  expect(await giveBack()).toBe(900)
  expect((await payment()).state).toBe('refunded')
  expect(await isThere()).toBe(false)
  expect(await refund({ order, amount: '1.00', why: 'late to it' })).toMatchObject({ outcome: 'refused' })
  expect(await actionsOf(order)).toHaveLength(3)
})

test('two at once that together are more than was paid: one is refused', async () => {
  const { orderReference: order, payment, giveBack } = await paidOrder()
  const answers = await Promise.all(['one', 'two'].map((why) => refund({ order, amount: '5.00', why })))
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
  expect(await giveBack()).toBe(500)
  expect((await payment()).refundDueAmountMinor).toBe(500)
})

testEach([
  ['a bank holds the money', { state: 'disputed' as const }],
  ['it was never paid', { state: 'expired' as const }],
])('no part is given back where %s', async (_why, change) => {
  const { orderReference: order, payment } = await paidOrder()
  const { id } = await payment()
  await queries().update(tables.payments).set(change).where(eq(tables.payments.id, id))
  expect(await refund({ order, amount: '1.00', why: 'asked' })).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining(change.state),
  })
  expect(await actionsOf(order)).toEqual([])
})

test('of an order of two styles an operator names one, by its payment; Stripe is asked for that one alone', async () => {
  const { orderReference: order, order: rowsOf, giveBack } = await paidOrder({ alsoStyleIds: ['library'] })
  const [lead, further] = await rowsOf()
  const refused = await refund({ order, why: 'blurred' })
  expect(refused).toMatchObject({ outcome: 'refused' })
  expect(JSON.stringify(refused)).toContain(further?.id)
  await refund({ order: further?.id ?? '', why: 'blurred' })
  await refund({ order: lead.id, amount: '2.50', why: 'a gift' })
  // Due together, they are two refunds that one job makes.
  expect(await giveBack()).toBe(99 + 250)
  const after = await rowsOf()
  expect(after.map(({ state, refundedAmountMinor }) => [state, refundedAmountMinor])).toEqual([
    ['paid', 250],
    ['refunded', 99],
  ])
  const { refunds = [] } = await gateways.stripe.readSession(lead.providerReference ?? '')
  expect(refunds.map(({ paymentId, amountMinor }) => [paymentId, amountMinor]).sort()).toEqual(
    [
      [lead.id, 250],
      [further?.id, 99],
    ].sort(),
  )
})

test('a part that the release before gave back of a further style is not given back again', async () => {
  const { orderReference, order: rowsOf, giveBack } = await paidOrder({ alsoStyleIds: ['library'] })
  const [lead, further] = await rowsOf()
  const wish = { order: further?.id ?? '', amount: '0.40', why: 'a gift' }
  await refund(wish)
  // That release put a part on record under the payment's own reference, without the style.
  await queries()
    .update(tables.operatorActions)
    .set({ subject: further?.orderReference ?? '', command: 'refund --amount 0.40' })
    .where(eq(tables.operatorActions.subject, orderReference))
  expect(await refund(wish)).toMatchObject({ note: expect.stringContaining('already') })
  // The same part of the other style is another refund.
  await refund({ ...wish, order: lead.id })
  expect(await giveBack()).toBe(80)
})

test('what is given back in the dashboard of an order of two styles is of both', async () => {
  const { order: rowsOf, settle } = await paidOrder({ alsoStyleIds: ['library'] })
  const [lead] = await rowsOf()
  const { paymentReference } = await gateways.stripe.readSession(lead.providerReference ?? '')
  const intent = paymentReference ?? ''
  await stripe.refunds.create({ payment_intent: intent, amount: 500 })
  await settle()
  expect((await rowsOf()).map(({ refundedAmountMinor }) => refundedAmountMinor)).toEqual([451, 49])
  await stripe.refunds.create({ payment_intent: intent })
  await settle()
  expect((await rowsOf()).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
})

test('the story of an order of two styles has both', async () => {
  const { orderReference: order } = await paidOrder({ alsoStyleIds: ['library'] })
  const { path } = operatorEndpoints.operatorShow
  const headers = { authorization: OPERATOR_SECRET }
  const answer = await app.inject({ method: 'POST', url: path, headers, payload: { order } })
  const told = JSON.stringify(answer.json())
  for (const style of ['library', 'studio-grey']) expect(told).toContain(style)
  expect(told).toContain('2 styles for 9.99 EUR')
})

test('operators see an order of two styles under its one reference, everywhere', async () => {
  const { orderReference: order, order: rowsOf } = await paidOrder({ alsoStyleIds: ['library'] })
  const [lead, further] = await rowsOf()
  const furtherId = further?.id ?? ''
  const ask = async (call: OperatorCall, payload: object = {}) => {
    const { path } = operatorEndpoints[call]
    const headers = { authorization: OPERATOR_SECRET }
    const answer = OperatorAnswer.parse(
      (await app.inject({ method: 'POST', url: path, headers, payload })).json(),
    )
    return answer.outcome === 'done' ? answer.rows : []
  }

  for (const text of [order, lead.uid ?? '', further?.orderReference ?? '', furtherId]) {
    const found = await ask('operatorFind', { text })
    expect(found.filter(({ what }) => what === 'order')).toEqual([
      expect.objectContaining({
        id: order,
        about: `library and studio-grey, 9.99 EUR, paid, payments ${lead.id} and ${furtherId}`,
      }),
    ])
  }

  // The same part of each, for the same reason: neither is a repeat of the other.
  const part = { amount: '0.40', why: 'a gift' }
  for (const { id, styleId } of await rowsOf())
    expect(await refund({ order: id, ...part })).toMatchObject({
      note: `0.40 EUR of ${styleId} of order ${order} go back; its headshots stay.`,
    })
  expect((await ask('operatorAudit')).filter(({ subject }) => subject === order)).toMatchObject([
    { command: 'refund studio-grey --amount 0.40' },
    { command: 'refund library --amount 0.40' },
  ])

  await door.world.refunds.giveUp(furtherId)
  expect(await ask('operatorInbox')).toContainEqual(
    expect.objectContaining({ kind: 'refund_failed', about: order, detail: 'studio-grey' }),
  )

  await queries()
    .update(tables.payments)
    .set({ state: 'disputed' })
    .where(eq(tables.payments.uid, lead.uid ?? ''))
  const disputes = await ask('operatorDisputes')
  expect(disputes.filter(({ account }) => account === lead.uid)).toMatchObject([
    { order, amount: '9.99 EUR', provider: lead.providerReference },
  ])
})
