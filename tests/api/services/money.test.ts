import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { and, eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import type { PaymentHookName } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'
import { balanceOf, grantCredits } from '#backend/features/credits/credits-service.ts'
import { disableUnusedUses } from '#backend/features/discounts/discounts-service.ts'
import { closeItem, listReviews } from '#backend/features/review/review-service.ts'
import { resolveWithdrawal, withdrawalsInReview } from '#backend/features/withdrawals/withdrawals-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import {
  PaymentError,
  type PaymentOutcome,
  type SeatPurchase,
} from '#backend/providers/payments/payments-port.ts'
import { createStripeGateway } from '#backend/providers/payments/stripe.ts'
import { testEach } from '#tests/support/each.ts'
import { asyncOf, createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'

const {
  bundles,
  discounts,
  headshots,
  mails,
  paymentEvents,
  payments,
  reviewItems,
  seatOrders,
  withdrawals,
} = tables
const DAY_MS = 24 * 3_600_000
/** Those of orders change from one to the other. */
const SECRETS = { orders: 'whsec_of_orders', seats: 'whsec_of_seats' }
const OLDER_SECRET = 'whsec_of_orders_until_today'
const stripe = new Stripe('sk_test_none')

let world: World
before(async () => {
  world = await createTestBackend()
  const { verifyEvent } = createStripeGateway({
    secretKey: 'sk_test_none',
    webhookSecrets: { orders: [SECRETS.orders, OLDER_SECRET], seats: [SECRETS.seats] },
    apiBase: undefined,
  })
  world.gateway.verifyEvent = verifyEvent
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.payPage = null
})

const queries = () => world.database.queries
const jobsOf = async (name: string, about: string) => {
  const found = await queries()
    .select({ id: sql`id` })
    .from(sql`pgboss.job`)
    .where(sql`name = ${name} and data::text like ${`%${about}%`}`)
  return found.length
}
const mailsOf = async (occasion: string) => {
  const found = await queries()
    .select()
    .from(mails)
    .where(sql`${mails.occasion} like ${`${occasion}%`}`)
  return found.map(({ template, data }) => ({ template, data }))
}

/** A user whose first bundle is paid and ready. */
async function owner() {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  const payment = async () => {
    const [row] = await queries().select().from(payments).where(eq(payments.bundleId, bundleId))
    if (!row) throw new Error('no payment')
    return row
  }
  const paymentId = (await payment()).id
  /** Sets the provider's answer and makes the backend ask for it. */
  const hear = async (reading: Partial<PaymentOutcome>) => {
    world.behaviour.readings.set(paymentId, reading)
    return world.checkout.settle(paymentId)
  }
  const bundle = () => world.bundles.get(person.uid, person.id, bundleId)
  const giveBack = () => world.refunds.giveBack(person.uid, person.id, bundleId)
  return { ...person, bundleId, paymentId, payment, hear, bundle, giveBack }
}

describe("a webhook's event", () => {
  const event = (id: string, reference: string) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'checkout.session.completed',
      created: 1_800_000_000,
      data: { object: { id: reference, object: 'checkout.session', payment_intent: null } },
    })
  const send = (
    body: string,
    {
      hook = 'orders',
      secret = SECRETS[hook],
      ageMs = 0,
    }: { hook?: PaymentHookName; secret?: string; ageMs?: number } = {},
  ) => {
    const timestamp = Math.floor((Date.now() - ageMs) / 1000)
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    return world.paymentEvents.receive(hook, Buffer.from(body), header)
  }
  const recorded = (eventId: string) =>
    queries().select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId))

  testEach([
    ['signed by a stranger', { secret: 'whsec_of_a_stranger' }],
    ['signed for the other hook', { secret: SECRETS.seats }],
    ['repeated after a day', { ageMs: DAY_MS }],
  ])('%s is refused, and no row is kept', async (_what, how) => {
    const id = randomUUID()
    await expect(send(event(id, 'cs_1'), how)).rejects.toMatchObject({ code: 'signature_invalid' })
    expect(await recorded(id)).toEqual([])
  })

  test('signed by the secret that is on its way out is taken', async () => {
    const id = randomUUID()
    await send(event(id, randomUUID()), { secret: OLDER_SECRET })
    expect(await recorded(id)).toHaveLength(1)
  })

  test('without a signature, or changed after signing, is refused', async () => {
    const body = event(randomUUID(), 'cs_1')
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRETS.orders })
    const changed = Buffer.from(body.replace('cs_1', 'cs_2'))
    for (const signature of [undefined, '', 't=1,v1=00', header]) {
      await expect(world.paymentEvents.receive('orders', changed, signature)).rejects.toMatchObject({
        code: 'signature_invalid',
      })
    }
  })

  test('is stored once and has one job, however often it is delivered', async () => {
    const [id, reference] = [randomUUID(), randomUUID()]
    await Promise.all([1, 2, 3].map(() => send(event(id, reference))))
    expect(await recorded(id)).toHaveLength(1)
    expect(await jobsOf('settle-payment', reference)).toBe(1)
  })

  test('two events of one payment have a job each, because the payment may have changed in between', async () => {
    const reference = randomUUID()
    await send(event(randomUUID(), reference))
    await send(event(randomUUID(), reference))
    expect(await jobsOf('settle-payment', reference)).toBe(2)
  })

  test("is a hint: the provider's current answer counts, in any order of events", async () => {
    const person = await world.personWithSelfies()
    world.behaviour.payPage = 'https://pay.example/session'
    await person.order()
    const [payment] = await queries().select().from(payments).where(eq(payments.uid, person.uid))
    const reference = payment?.providerReference ?? ''
    const settle = () => world.paymentEvents.settleOrder({ reference, paymentReference: null })
    world.behaviour.readings.set(reference, { status: 'open' })
    await settle()
    expect((await person.look()).payments).toEqual(['pending'])
    world.behaviour.readings.set(reference, { status: 'paid' })
    await Promise.all([settle(), settle(), world.checkout.confirm(person.uid, payment?.id ?? '')])
    const { person: shown, payments: paid } = await person.look()
    expect([paid, shown.bundles.length]).toEqual([['paid'], 1])
    expect(await mailsOf(`receipt:${payment?.id}`)).toMatchObject([{ template: 'receipt' }])
  })

  test("of another user's session changes nothing", async () => {
    await world.paymentEvents.settleOrder({ reference: 'cs_of_somebody', paymentReference: null })
  })
})

describe('the nightly reconciliation', () => {
  test('finds unreported payments: sessions whose answer was lost, and events', async () => {
    const person = await world.personWithSelfies()
    world.behaviour.payPage = 'https://pay.example/session'
    await person.order()
    const [payment] = await queries().select().from(payments).where(eq(payments.uid, person.uid))
    const id = payment?.id ?? ''
    await queries().update(payments).set({ providerReference: null }).where(eq(payments.id, id))
    world.behaviour.readings.set(id, { status: 'paid' })
    const told = { id: randomUUID(), type: 'charge.refunded', happenedAt: new Date() }
    world.gateway.sessionsSince = () => asyncOf([{ reference: id, paymentId: id }])
    world.gateway.eventsSince = () => asyncOf([{ ...told, reference: null, paymentReference: `pi_${id}` }])
    await world.paymentEvents.reconcileNightly(roundIn(0))
    await world.paymentEvents.reconcileNightly(roundIn(0))
    expect((await person.look()).payments).toEqual(['paid'])
    expect(await jobsOf('settle-payment', `pi_${id}`)).toBe(1)
  })
})

describe('the guarantee', () => {
  test('refunds everything on one click, and deletes the headshots', async () => {
    const { uid, giveBack, bundle, payment, paymentId, bundleId } = await owner()
    expect((await bundle()).refundableUntil).not.toBeNull()
    expect(await giveBack()).toMatchObject({ state: 'refunding', refundDueAmountMinor: 900 })
    await world.refunds.refund(paymentId)
    expect(await payment()).toMatchObject({ state: 'refunded', refundReason: 'guarantee' })
    expect(await bundle()).toMatchObject({ state: 'refunded', headshots: [], refundableUntil: null })
    expect(await queries().select().from(headshots).where(eq(headshots.bundleId, bundleId))).toEqual([])
    expect(await giveBack()).toMatchObject({ state: 'refunded' })
    expect(await mailsOf(`payment-refunded:${paymentId}`)).toMatchObject([
      { template: 'payment-refunded', data: { reason: 'guarantee', amountMinor: 900 } },
    ])
    expect((await world.offers.to(uid, (await bundle()).personId, 'EUR')).offers[0]?.price.amountMinor).toBe(
      900,
    )
  })

  test('ends after its days', async () => {
    const { giveBack, bundle, paymentId } = await owner()
    const paidAt = new Date(Date.now() - (GUARANTEE_DAYS + 2) * DAY_MS)
    await queries().update(payments).set({ paidAt }).where(eq(payments.id, paymentId))
    await expect(giveBack()).rejects.toMatchObject({ code: 'refund_refused' })
    expect(await bundle()).toMatchObject({ state: 'ready', refundableUntil: null })
  })

  test('refunds credits as credits', async () => {
    const person = await world.personWithSelfies()
    await world.database.transaction((tx) =>
      grantCredits(tx, { uid: person.uid, amount: FIRST_BUNDLE_CREDITS, reason: 'granted', key: 'test' }),
    )
    const wish = { uid: person.uid, personId: person.id, currency: 'EUR', locale: 'de' } as const
    const styleId: StyleId = 'library'
    const session = await world.checkout.purchase({ ...wish, styleId, withCredits: true })
    expect(session.status).toBe('fulfilled')
    expect(await balanceOf(queries(), person.uid)).toBe(0)
    const [payment] = await queries().select().from(payments).where(eq(payments.uid, person.uid))
    await world.refunds.giveBack(person.uid, person.id, payment?.bundleId ?? '')
    await world.refunds.refund(payment?.id ?? '')
    expect(await balanceOf(queries(), person.uid)).toBe(FIRST_BUNDLE_CREDITS)
  })
})

describe('changes at the provider', () => {
  test('a dispute freezes the bundle and further purchases; a won one restores both', async () => {
    const { hear, bundle, order, bundleId, giveBack } = await owner()
    await hear({ dispute: 'open' })
    expect(await bundle()).toMatchObject({ state: 'ready', isFrozen: true, headshots: [] })
    await expect(order('library')).rejects.toMatchObject({ code: 'purchases_frozen' })
    await expect(giveBack()).rejects.toMatchObject({ code: 'refund_refused' })
    expect(await queries().select().from(headshots).where(eq(headshots.bundleId, bundleId))).not.toEqual([])
    await hear({ dispute: 'won' })
    const { isFrozen, headshots: shown } = await bundle()
    expect([isFrozen, shown.length > 0]).toEqual([false, true])
    expect((await order('library')).status).toBe('fulfilled')
  })

  test('a dispute hides the bundle from recipients; a won one shows it again', async () => {
    const { hear, uid, id, bundle } = await owner()
    const [shown] = (await bundle()).headshots
    const view = { userImageKey: shown?.userImageKey ?? '', showsName: false, showsBefore: false }
    const { sharableKey } = await world.imageSharing.publish(uid, view)
    const { shareId } = await world.sharing.createShare(uid, id)
    const friend = { shareId, personId: id, recipientId: null }
    const seenByFriends = async () => (await world.sharing.sharedPerson(friend)).headshots.length > 0
    expect(await seenByFriends()).toBe(true)
    await hear({ dispute: 'open' })
    expect(await seenByFriends()).toBe(false)
    await expect(world.imageSharing.open(sharableKey)).rejects.toMatchObject({
      code: 'image_share_not_found',
    })
    await expect(world.imageSharing.publish(uid, view)).rejects.toMatchObject({ code: 'headshot_not_found' })
    await hear({ dispute: 'won' })
    expect(await seenByFriends()).toBe(true)
    expect(await world.imageSharing.open(sharableKey)).toMatchObject({ styleId: 'studio-grey' })
  })

  test('a dispute pauses running work and its deadline; a won one resumes it', async () => {
    const person = await world.personWithSelfies()
    const bundleId = await person.buy()
    await world.trainings.run((await person.look()).trainingId, signal)
    const [payment] = await queries().select().from(payments).where(eq(payments.bundleId, bundleId))
    const hear = async (reading: Partial<PaymentOutcome>) => {
      world.behaviour.readings.set(payment?.id ?? '', reading)
      await world.checkout.settle(payment?.id ?? '')
    }
    const state = async () => (await world.bundles.get(person.uid, person.id, bundleId)).state
    await hear({ dispute: 'open' })
    await world.bundles.generate(bundleId, signal)
    await world.bundles.reconcile(roundIn(48))
    expect(await state()).toBe('queued')
    await hear({ dispute: 'won' })
    await world.bundles.generate(bundleId, signal)
    expect(await state()).toBe('ready')
  })

  testEach([
    ['a dispute that is lost', { dispute: 'lost' }],
    ['a refund of all at the dashboard', { refundedAmountMinor: 900 }],
  ] as const)('%s takes the bundle away', async (_what, reading) => {
    const { hear, bundle, payment } = await owner()
    await hear(reading)
    expect(await payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: 900 })
    expect(await bundle()).toMatchObject({ state: 'refunded', headshots: [] })
  })

  test('of a payment that a bank took in part, the rest that is owed goes back, or a person is told how much it is', async () => {
    const lost = { dispute: 'lost', lostAmountMinor: 100 } as const
    const refused = new PaymentError('disputed', 'charged back')
    const rest = await owner()
    await rest.giveBack()
    await rest.hear(lost)
    await world.refunds.refund(rest.paymentId)
    expect(world.behaviour.readings.get(rest.paymentId)).toMatchObject({ refundedAmountMinor: 800 })
    expect(await rest.payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: 900 })

    const { giveBack, hear, payment, paymentId } = await owner()
    await giveBack()
    await hear(lost)
    const refund = world.gateway.refund.bind(world.gateway)
    world.gateway.refund = () => Promise.reject(refused)
    await world.refunds.refund(paymentId)
    world.gateway.refund = refund
    await world.checkout.settle(paymentId)
    expect(await payment()).toMatchObject({
      state: 'paid',
      refundDueAmountMinor: 100,
      refundedAmountMinor: 100,
    })
    const isAbout = and(eq(reviewItems.subject, paymentId), eq(reviewItems.kind, 'refund_failed'))
    const [item] = await queries().select().from(reviewItems).where(isAbout)
    expect(item).toMatchObject({ state: 'open', detail: expect.stringContaining('8.00 EUR') })
  })

  test('a partial refund at the dashboard is recorded, and leaves the bundle', async () => {
    const { hear, bundle, payment } = await owner()
    await hear({ refundedAmountMinor: 200 })
    expect(await payment()).toMatchObject({ state: 'paid', refundedAmountMinor: 200 })
    expect((await bundle()).state).toBe('ready')
  })
})

describe('seats of a company', () => {
  const buy = (reference: string, purchase: Partial<SeatPurchase> = {}) => {
    world.gateway.readSeats = () =>
      Promise.resolve({
        status: 'paid',
        seats: 5,
        paidAmountMinor: 4500,
        refundedAmountMinor: 0,
        currency: 'eur',
        paymentId: null,
        dispute: 'none',
        buyer: { email: 'buyer@company.example', name: 'Company' },
        locale: 'de-AT',
        ...purchase,
      })
    return world.paymentEvents.settleSeatOrder({ reference, paymentReference: null })
  }
  const orderOf = async (reference: string) => {
    const [row] = await queries().select().from(seatOrders).where(eq(seatOrders.providerReference, reference))
    return row
  }
  const codeOf = async (orderId: string) => {
    const [row] = await queries().select().from(discounts).where(eq(discounts.orderReference, orderId))
    return row
  }

  test('become one code by mail, once per session, in its language', async () => {
    const reference = randomUUID()
    await Promise.all([buy(reference), buy(reference)])
    await buy(reference)
    const order = await orderOf(reference)
    expect(order).toMatchObject({ seatCount: 5, amountMinor: 4500, currency: 'eur', locale: 'de' })
    expect(await codeOf(order?.id ?? '')).toMatchObject({ usesMax: 5, percent: 100, isFirstBundleOnly: true })
    const sent = await mailsOf(`b2b-code:${order?.id}`)
    expect(sent).toMatchObject([{ template: 'b2b-code', data: { count: 5 } }])
  })

  test('that are not paid, or refunded before the backend heard of them, become no code', async () => {
    const [open, back] = [randomUUID(), randomUUID()]
    await buy(open, { status: 'open' })
    await buy(back, { refundedAmountMinor: 4500 })
    expect([await orderOf(open), await orderOf(back)]).toEqual([undefined, undefined])
  })

  test('refunded lose the unused seats', async () => {
    const reference = randomUUID()
    await buy(reference)
    const order = await orderOf(reference)
    expect((await codeOf(order?.id ?? ''))?.disabledAt).toBeNull()
    await buy(reference, { refundedAmountMinor: 4500 })
    expect((await codeOf(order?.id ?? ''))?.disabledAt).not.toBeNull()
    expect((await orderOf(reference))?.disabledAt).not.toBeNull()
  })

  test('disputed are withdrawn until the dispute is won, or for good', async () => {
    const reference = randomUUID()
    await buy(reference)
    const id = (await orderOf(reference))?.id ?? ''
    const isGood = async () => (await codeOf(id))?.disabledAt === null
    const seen: boolean[] = []
    for (const dispute of ['open', 'won', 'open', 'lost'] as const) {
      await buy(reference, { dispute })
      seen.push(await isGood())
    }
    expect(seen).toEqual([false, true, false, false])
    expect(await mailsOf(`b2b-code:${id}`)).toHaveLength(1)
  })

  test('disputed in part lose what the lost part paid for, whether it is lost before or after a code was made', async () => {
    const lost = { dispute: 'lost', lostAmountMinor: 1800 } as const
    const reference = randomUUID()
    await buy(reference)
    const id = (await orderOf(reference))?.id ?? ''
    await buy(reference, { dispute: 'open' })
    await buy(reference, lost)
    expect(await codeOf(id)).toMatchObject({ usesMax: 3, disabledAt: null })
    await buy(reference, { ...lost, refundedAmountMinor: 2700 })
    expect((await codeOf(id))?.disabledAt).not.toBeNull()

    const late = randomUUID()
    await buy(late, lost)
    const order = await orderOf(late)
    expect(order?.seatCount).toBe(5)
    expect(await codeOf(order?.id ?? '')).toMatchObject({ usesMax: 3, disabledAt: null })
    expect(await mailsOf(`b2b-code:${order?.id}`)).toMatchObject([{ data: { count: 3 } }])
  })

  test('disputed before the backend heard of them become a code once the dispute is won', async () => {
    const reference = randomUUID()
    await buy(reference, { dispute: 'open' })
    expect(await orderOf(reference)).toBeUndefined()
    await buy(reference, { dispute: 'won' })
    expect(await codeOf((await orderOf(reference))?.id ?? '')).toMatchObject({ usesMax: 5, disabledAt: null })
  })

  test('that an operator withdrew stay withdrawn after any outcome of a dispute', async () => {
    const reference = randomUUID()
    await buy(reference)
    const id = (await orderOf(reference))?.id ?? ''
    await disableUnusedUses(queries(), id, new Date(0))
    await buy(reference, { dispute: 'open' })
    await buy(reference, { dispute: 'won' })
    expect((await codeOf(id))?.disabledAt).toEqual(new Date(0))
  })
})

describe('a withdrawal', () => {
  const ask = async (email: string, orderReference: string) => {
    await world.withdrawals.request({ email, orderReference, locale: 'de' })
    const [row] = await queries()
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.email, email), eq(withdrawals.state, 'requested')))
    const [mail] = await mailsOf(`withdrawal-confirmation:${row?.id}`)
    const token = /token=([\w-]+)/.exec(JSON.stringify(mail?.data))?.[1] ?? ''
    return { id: row?.id ?? '', token }
  }
  const known = (uid: string) => {
    const email = `${uid}@buyer.example`
    world.behaviour.users.set(uid, { email, emailVerified: true, displayName: undefined })
    return email
  }

  test('by a caller who knows the order and reads the buyer’s mail refunds it, once, with a receipt', async () => {
    const { uid, payment, bundle } = await owner()
    const { orderReference } = await payment()
    const { id, token } = await ask(known(uid), ` ${orderReference.replace('-', ' ').toLowerCase()}`)
    const first = await world.withdrawals.confirm(token)
    expect(await world.withdrawals.confirm(token)).toEqual(first)
    expect(await payment()).toMatchObject({ state: 'refunding', refundReason: 'withdrawal' })
    expect((await bundle()).state).toBe('refunded')
    const paid = { amountMinor: 900, currency: 'EUR' }
    const bought = { ...paid, styleId: 'studio-grey', paidAt: (await payment()).paidAt?.toISOString() }
    expect(await mailsOf(`withdrawal-receipt:${id}`)).toMatchObject([
      { data: { refund: paid, bought, isInReview: false } },
    ])
    expect((await listReviews(queries())).filter(({ subject }) => subject === id)).toEqual([])
    const [row] = await queries().select().from(withdrawals).where(eq(withdrawals.id, id))
    expect(row?.email).toBeNull()
  })

  testEach([
    [
      'another person’s address',
      (uid: string) => (known(uid), 'thief@example.com'),
      (order: string) => order,
    ],
    ['an order that is not there', (uid: string) => known(uid), () => '00000-00000'],
  ])('with %s gets the same answer, and refunds nothing', async (_what, emailOf, orderOf) => {
    const { uid, payment, bundle } = await owner()
    const { id, token } = await ask(emailOf(uid), orderOf((await payment()).orderReference))
    await world.withdrawals.confirm(token)
    expect((await payment()).state).toBe('paid')
    expect((await bundle()).state).toBe('ready')
    expect(await mailsOf(`withdrawal-receipt:${id}`)).toMatchObject([
      { data: { refund: null, bought: null, isInReview: true } },
    ])
  })

  test('that matches nothing reaches the operator, and keeps its address until it is dealt with', async () => {
    const { id, token } = await ask('puzzled@example.com', '00000-00001')
    const first = await world.withdrawals.confirm(token)
    expect(await world.withdrawals.confirm(token)).toEqual(first)
    const items = async () => (await listReviews(queries())).filter(({ subject }) => subject === id)
    const [item] = await items()
    expect(item).toMatchObject({ kind: 'withdrawal', reference: '00000-00001', state: 'open' })
    const waiting = async () => (await withdrawalsInReview(queries())).filter((row) => row.id === id)
    expect(await waiting()).toMatchObject([{ email: 'puzzled@example.com', orderReference: '00000-00001' }])
    await world.withdrawals.reconcile(roundIn(48))
    expect(await waiting()).toHaveLength(1)
    await world.database.transaction(async (tx) => {
      expect(await closeItem(tx, item?.id ?? '')).toMatchObject({ subject: id })
      await resolveWithdrawal(tx, id)
    })
    expect([await waiting(), await items()]).toEqual([[], []])
    const [row] = await queries().select().from(withdrawals).where(eq(withdrawals.id, id))
    expect(row).toMatchObject({ state: 'confirmed', email: null })
  })

  test('after its period gives nothing back, and names the order to its buyer', async () => {
    const { uid, paymentId, payment } = await owner()
    const paidAt = new Date(Date.now() - 30 * DAY_MS)
    await queries().update(payments).set({ paidAt }).where(eq(payments.id, paymentId))
    const { id, token } = await ask(known(uid), (await payment()).orderReference)
    await world.withdrawals.confirm(token)
    expect((await payment()).state).toBe('paid')
    expect(await mailsOf(`withdrawal-receipt:${id}`)).toMatchObject([
      { data: { refund: null, bought: { styleId: 'studio-grey' }, isInReview: true } },
    ])
  })

  test('that was not confirmed is deleted', async () => {
    const { id, token } = await ask('slow@example.com', '00000-00000')
    await world.withdrawals.reconcile(roundIn(48))
    const [row] = await queries().select().from(withdrawals).where(eq(withdrawals.id, id))
    expect(row).toMatchObject({ state: 'expired', email: null })
    await expect(world.withdrawals.confirm(token)).rejects.toMatchObject({ code: 'withdrawal_not_found' })
  })
})

describe('a change of mind', () => {
  test('about the style of a first bundle ends the first payment page: training is paid once', async () => {
    const person = await world.personWithSelfies()
    world.behaviour.payPage = 'https://pay.example/session'
    await person.order('studio-grey')
    const [first] = await queries().select().from(payments).where(eq(payments.uid, person.uid))
    world.behaviour.readings.set(first?.id ?? '', { status: 'open' })
    await person.order('library')
    expect((await person.look()).payments.sort()).toEqual(['expired', 'pending'])
  })

  test('at the provider’s page ends the session, and releases all reservations', async () => {
    const person = await world.personWithSelfies()
    world.behaviour.payPage = 'https://pay.example/session'
    const session = await person.order()
    const paymentId = session.status === 'redirect' ? session.paymentId : ''
    world.behaviour.readings.set(paymentId, { status: 'open' })
    expect(await world.checkout.cancel(person.uid, paymentId)).toMatchObject({ state: 'expired' })
    await expect(world.checkout.cancel('another-user', paymentId)).rejects.toMatchObject({
      code: 'payment_not_found',
    })
    expect(await queries().select().from(bundles).where(eq(bundles.personId, person.id))).toEqual([])
  })
})
