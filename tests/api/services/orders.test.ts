import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { and, eq } from 'drizzle-orm'
import type { StyleId } from '#contract/styles.ts'
import { balanceOf, grantCredits } from '#backend/features/credits/credits-service.ts'
import { refundByOperator } from '#backend/features/checkout/checkout-service.ts'
import { createDiscount, usesOf, type NewDiscount } from '#backend/features/discounts/discounts-service.ts'
import { orderOf, totalsOf, type PaymentRow } from '#backend/features/payments/payments-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { PaymentError, type PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { createTestBackend, roundIn, type World } from '../support/test-backend.ts'

const { bundles, creditEntries, mails, payments } = tables
/** `library` with the training, as the dearer one, and `studio-grey`. */
const [FIRST_MINOR, FURTHER_MINOR] = [900, 99]

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.payPage = 'https://pay.example/session'
  world.behaviour.refunds = []
  world.behaviour.afterRefund = () => Promise.resolve()
})

const queries = () => world.database.queries

async function buyer() {
  const person = await world.personWithSelfies()
  const order = (given: Partial<Parameters<World['checkout']['purchase']>[0]> = {}) =>
    world.checkout.purchase({
      uid: person.uid,
      personId: person.id,
      currency: 'EUR',
      locale: 'de',
      styleId: 'studio-grey',
      alsoStyleIds: ['library'],
      ...given,
    })
  const rows = async () => {
    const all = await queries()
      .select()
      .from(payments)
      .where(eq(payments.uid, person.uid))
      .orderBy(payments.createdAt)
    return all.filter(({ state }) => state !== 'expired')
  }
  /** The payments of the order, the leading one first. */
  const current = async () => {
    const [row] = await rows()
    if (!row) throw new Error('there is no order')
    return orderOf(queries(), row)
  }
  /** What the provider says of the order from now on. */
  const says = async (outcome: Partial<PaymentOutcome>) => {
    const [lead] = await current()
    world.behaviour.readings.set(lead.id, { ...world.behaviour.readings.get(lead.id), ...outcome })
  }
  const settle = async () => world.checkout.settle((await current())[0].id)
  const statesOf = async () => (await current()).map(({ state }) => state)
  const bundlesOf = async () => {
    const made = await queries().select().from(bundles).where(eq(bundles.personId, person.id))
    return Object.fromEntries(made.map(({ styleId, state }) => [styleId, state]))
  }
  /** Of this order, by their template. */
  const mailsOf = async (template: string) => {
    const ids = (await current()).map(({ id }) => id)
    const sent = await queries().select().from(mails)
    return sent.filter((mail) => mail.template === template && ids.some((id) => mail.occasion.includes(id)))
  }
  const giveBack = async (styleId: StyleId) => {
    const payment = (await current()).find((row) => row.styleId === styleId)
    return world.refunds.giveBack(person.uid, person.id, payment?.bundleId ?? '')
  }
  const work = async () => {
    for (const { paymentId } of await world.takeJobs('refund-payment')) await world.refunds.refund(paymentId)
  }
  return { ...person, order, rows, current, says, settle, statesOf, bundlesOf, mailsOf, giveBack, work }
}

/** An order of both styles that was paid. */
async function paid(given: Parameters<Awaited<ReturnType<typeof buyer>>['order']>[0] = {}) {
  const person = await buyer()
  await person.order(given)
  await person.says({ status: 'paid' })
  await person.settle()
  return person
}

const refundsMade = () => world.behaviour.refunds.map(({ amountMinor }) => amountMinor)
const backOf = async ({ current }: Awaited<ReturnType<typeof buyer>>) =>
  (await current()).map(({ refundedAmountMinor }) => refundedAmountMinor)

describe('an order of two styles', () => {
  test('is one page for the sum, with the training paid once, by the dearer style', async () => {
    const { order, current } = await buyer()
    const session = await order()
    const rows = await current()
    expect(rows).toMatchObject([
      { styleId: 'library', includesTraining: true, amountMinor: FIRST_MINOR, leadId: null },
      { styleId: 'studio-grey', includesTraining: false, amountMinor: FURTHER_MINOR, leadId: rows[0].id },
    ])
    expect(session).toMatchObject({ status: 'redirect', paymentId: rows[0].id })
    expect(rows.map(({ state }) => state)).toEqual(['pending', 'pending'])
  })

  test('asks the provider for a line each, and for their sum', async () => {
    const asked: Parameters<World['gateway']['createSession']>[0][] = []
    const { createSession } = world.gateway
    world.gateway.createSession = (request) => {
      asked.push(request)
      return createSession(request)
    }
    const { order } = await buyer()
    await order()
    world.gateway.createSession = createSession
    expect(asked).toMatchObject([
      {
        amountMinor: FIRST_MINOR + FURTHER_MINOR,
        discount: null,
        items: [{ regularAmountMinor: FIRST_MINOR }, { regularAmountMinor: FURTHER_MINOR }],
      },
    ])
  })

  test('is delivered whole, with one receipt and one number', async () => {
    const person = await paid()
    expect(await person.statesOf()).toEqual(['paid', 'paid'])
    expect(await person.bundlesOf()).toEqual({ library: 'paid', 'studio-grey': 'paid' })
    expect(await person.mailsOf('receipt')).toHaveLength(1)
    const [lead, further] = await person.current()
    expect([lead.receiptNumber, further?.receiptNumber]).toEqual([expect.any(Number), null])
    const shown = await world.checkout.confirm(person.uid, further?.id ?? '')
    expect(shown).toMatchObject({
      orderReference: lead.orderReference,
      receiptNumber: expect.any(String),
      lines: [{ styleId: 'library' }, { styleId: 'studio-grey' }],
    })
    await person.settle()
    expect(Object.keys(await person.bundlesOf())).toHaveLength(2)
    expect(await person.mailsOf('receipt')).toHaveLength(1)
  })

  test('is found again by a repeat, in any order of its styles, and by its key', async () => {
    const { order, rows, says } = await buyer()
    const first = await order({ orderKey: 'key-of-two-styles' })
    await says({ status: 'open' })
    expect(await order({ styleId: 'library', alsoStyleIds: ['studio-grey'] })).toEqual(first)
    expect(await order({ orderKey: 'key-of-two-styles', alsoStyleIds: [] })).toEqual(first)
    expect(await rows()).toHaveLength(2)
  })

  test('ends as a whole when another is wished', async () => {
    const { order, rows, says, uid } = await buyer()
    await order()
    await says({ status: 'open' })
    await order({ alsoStyleIds: [] })
    expect(await rows()).toMatchObject([{ styleId: 'studio-grey', amountMinor: FIRST_MINOR }])
    const all = await queries().select().from(payments).where(eq(payments.uid, uid))
    expect(all.filter(({ state }) => state === 'expired')).toHaveLength(2)
  })

  test('takes the place of as many single orders as stand open', async () => {
    const person = await paid({ alsoStyleIds: [] })
    const wanted: StyleId[] = ['library', 'swiss-alps', 'garden-bokeh', 'city-dusk', 'loft-brick']
    for (const styleId of wanted) {
      const session = await person.order({ styleId, alsoStyleIds: [] })
      if (!('paymentId' in session)) throw new Error('there is nothing to pay')
      world.behaviour.readings.set(session.paymentId, { status: 'open' })
    }
    const together = await person.order({ styleId: 'library', alsoStyleIds: wanted.slice(1) })
    expect(together).toMatchObject({ status: 'redirect' })
    const open = (await person.rows()).filter(({ state }) => state === 'pending')
    expect(open.map(({ styleId }) => styleId).sort()).toEqual([...wanted].sort())
    expect(new Set(open.map(({ leadId, id }) => leadId ?? id)).size).toBe(1)
  })

  test('leaves out what the person has', async () => {
    const person = await paid({ alsoStyleIds: [] })
    await person.order({ alsoStyleIds: ['library', 'swiss-alps'] })
    const open = (await person.rows()).filter(({ state }) => state === 'pending')
    expect(open.map(({ styleId, amountMinor }) => [styleId, amountMinor]).sort()).toEqual([
      ['library', 299],
      ['swiss-alps', 399],
    ])
  })

  test('expires as a whole, by the clock', async () => {
    const { order, uid } = await buyer()
    await order()
    const all = () => queries().select().from(payments).where(eq(payments.uid, uid))
    for (const { id } of await all()) world.behaviour.readings.set(id, { status: 'expired' })
    await world.checkout.reconcile(roundIn(2))
    expect((await all()).map(({ state }) => state)).toEqual(['expired', 'expired'])
  })

  test('waits for a bank as a whole, and a refusal is told of once', async () => {
    const person = await buyer()
    await person.order()
    await person.says({ status: 'processing' })
    await person.settle()
    expect(await person.statesOf()).toEqual(['processing', 'processing'])
    expect(await person.order()).toMatchObject({ status: 'processing' })
    const order = await person.current()
    await person.says({ status: 'expired' })
    await person.settle()
    const sent = await queries().select().from(mails)
    const failed = sent.filter(({ occasion }) => order.some(({ id }) => occasion === `payment-failed:${id}`))
    expect(failed).toMatchObject([{ data: { amountMinor: FIRST_MINOR + FURTHER_MINOR } }])
  })
})

describe('an order of two styles of which a process of the release before knew the leading payment alone', () => {
  /** Begun, as that process left it. */
  async function split(lead: Partial<PaymentRow>, further: Partial<PaymentRow>) {
    const person = await buyer()
    await person.order()
    const [first, second] = await person.current()
    const set = async (id: string | undefined, values: Partial<PaymentRow>) =>
      queries()
        .update(payments)
        .set(values)
        .where(eq(payments.id, id ?? ''))
    await set(first.id, lead)
    await set(second?.id, further)
    const states = async () => (await orderOf(queries(), first)).map(({ state }) => state)
    return { ...person, leadId: first.id, states }
  }
  const unasked = { providerReference: null } as const

  test('ends as a whole by the clock, where that process ended it before any provider was asked', async () => {
    const { states } = await split({ ...unasked, state: 'expired' }, { state: 'created' })
    await world.checkout.reconcile(roundIn(2))
    expect(await states()).toEqual(['expired', 'expired'])
  })

  test('is in the way of no other order', async () => {
    const { order, leadId, states } = await split({ ...unasked, state: 'expired' }, { state: 'created' })
    const { createSession } = world.gateway
    world.gateway.createSession = (request) =>
      request.paymentId === leadId
        ? Promise.reject(new PaymentError('rejected', 'its time is over'))
        : createSession(request)
    const session = await order().finally(() => (world.gateway.createSession = createSession))
    expect(session).toMatchObject({ status: 'redirect', paymentId: expect.not.stringMatching(leadId) })
    expect(await states()).toEqual(['expired', 'expired'])
  })

  for (const [what, outcome, expected] of [
    ['paid', { status: 'paid' }, ['paid', 'paid']],
    ['expired', { status: 'expired' }, ['expired', 'expired']],
  ] as const)
    test(`is ${what} as a whole by the clock, where the provider says so`, async () => {
      const { leadId, states } = await split({ state: what }, { state: 'created' })
      world.behaviour.readings.set(leadId, outcome)
      await world.checkout.reconcile(roundIn(2))
      expect(await states()).toEqual(expected)
    })

  test('is delivered as a whole, where that process ended the further one', async () => {
    const { leadId, states, bundlesOf } = await split({ state: 'pending' }, { state: 'expired' })
    world.behaviour.readings.set(leadId, { status: 'paid' })
    await world.checkout.settle(leadId)
    expect(await states()).toEqual(['paid', 'paid'])
    expect(await bundlesOf()).toEqual({ library: 'paid', 'studio-grey': 'paid' })
  })
})

describe('what goes back of an order of two styles', () => {
  test('by the guarantee, one style: its amount alone', async () => {
    const person = await paid()
    await person.giveBack('studio-grey')
    await person.work()
    await person.work()
    expect(refundsMade()).toEqual([FURTHER_MINOR])
    expect(await person.statesOf()).toEqual(['paid', 'refunded'])
    expect(await person.bundlesOf()).toEqual({ library: 'paid', 'studio-grey': 'refunded' })
    const [{ id }] = await person.current()
    expect(await world.checkout.confirm(person.uid, id)).toMatchObject({
      lines: [{ isKept: true }, { isKept: false }],
    })
    expect(await person.mailsOf('payment-refunded')).toMatchObject([
      { data: { amountMinor: FURTHER_MINOR, styleIds: ['studio-grey'] } },
    ])
  })

  test('of a style that the studio could not make: the mail names it, and says that the rest is kept', async () => {
    const person = await paid()
    const failed = async (styleId: StyleId) => {
      const payment = (await person.current()).find((row) => row.styleId === styleId)
      await world.bundles.giveUp(payment?.bundleId ?? '')
      await person.work()
    }
    await failed('studio-grey')
    await failed('library')
    expect(await person.mailsOf('training-failed-refunded')).toMatchObject([
      { data: { styleIds: ['studio-grey'], isPart: true, givenBack: { amountMinor: FURTHER_MINOR } } },
      { data: { styleIds: ['library'], isPart: false, givenBack: { amountMinor: FIRST_MINOR } } },
    ])
  })

  test('of both whose training failed: one mail names both, also the one that a code paid for', async () => {
    const { label: discountCode } = (await createDiscount(queries(), {
      code: randomUUID(),
      percent: 100,
      isFirstBundleOnly: true,
    })) ?? { label: '' }
    const person = await paid({ discountCode })
    await world.trainings.giveUp((await person.look()).trainingId, 'engine_failed')
    await person.work()
    expect(await person.mailsOf('training-failed-refunded')).toMatchObject([
      {
        data: {
          styleIds: ['library', 'studio-grey'],
          isPart: false,
          givenBack: { kind: 'money', amountMinor: FURTHER_MINOR },
        },
      },
    ])
  })

  test('by an operator, of one style: the mail says that it is a part of the order', async () => {
    const person = await paid()
    const [, further] = await person.current()
    await world.database.transaction((tx) => refundByOperator(tx, world.queue, further?.id ?? ''))
    await person.work()
    expect(await person.mailsOf('payment-refunded')).toMatchObject([
      { data: { reason: 'other', styleIds: ['studio-grey'], isPart: true } },
    ])
  })

  test('when the person is deleted, what was not delivered; the mail does not say that the rest is kept', async () => {
    const person = await paid()
    await queries()
      .update(bundles)
      .set({ state: 'ready' })
      .where(and(eq(bundles.personId, person.id), eq(bundles.styleId, 'library')))
    await world.personDeletions.remove(person.uid, person.id)
    await person.work()
    expect(refundsMade()).toEqual([FURTHER_MINOR])
    expect(await person.mailsOf('payment-refunded')).toMatchObject([
      { data: { reason: 'withdrawal', styleIds: ['studio-grey'], isPart: false } },
    ])
  })

  test('of both: two refunds, one mail for those that were due together', async () => {
    const person = await paid()
    await person.giveBack('studio-grey')
    await person.giveBack('library')
    await person.work()
    expect(refundsMade()).toEqual([FIRST_MINOR, FURTHER_MINOR])
    expect(await person.statesOf()).toEqual(['refunded', 'refunded'])
    expect(await person.mailsOf('payment-refunded')).toMatchObject([
      { data: { amountMinor: FIRST_MINOR + FURTHER_MINOR } },
    ])
  })

  test('an attempt that was interrupted between the two refunds neither twice', async () => {
    const person = await paid()
    await person.giveBack('studio-grey')
    await person.giveBack('library')
    const [{ id }] = await person.current()
    world.behaviour.afterRefund = () => Promise.reject(new Error('the line broke'))
    await expect(world.refunds.refund(id)).rejects.toThrow('the line broke')
    world.behaviour.afterRefund = () => Promise.resolve()
    await world.refunds.refund(id)
    await person.work()
    expect(await backOf(person)).toEqual([FIRST_MINOR, FURTHER_MINOR])
    expect(refundsMade()).toEqual([FIRST_MINOR, FURTHER_MINOR])
  })

  test('by hand at the provider, all of it: both styles', async () => {
    const person = await paid()
    await person.says({ refundedAmountMinor: FIRST_MINOR + FURTHER_MINOR })
    await person.settle()
    expect(await person.statesOf()).toEqual(['refunded', 'refunded'])
    expect(await person.bundlesOf()).toEqual({ library: 'refunded', 'studio-grey': 'refunded' })
    expect(await person.mailsOf('payment-refunded')).toHaveLength(1)
  })

  test('by hand, a part: divided by price, and both are kept; the guarantee then gives back the rest', async () => {
    const person = await paid()
    await person.says({ refundedAmountMinor: 500 })
    await person.settle()
    expect(await backOf(person)).toEqual([451, 49])
    expect(await person.statesOf()).toEqual(['paid', 'paid'])
    await person.giveBack('studio-grey')
    await person.work()
    expect(refundsMade()).toEqual([50])
    expect(await backOf(person)).toEqual([451, FURTHER_MINOR])
    await person.giveBack('library')
    await person.work()
    expect(await backOf(person)).toEqual([FIRST_MINOR, FURTHER_MINOR])
    expect(refundsMade()).toEqual([50, 449])
  })

  test('a dispute freezes both styles; one that is won thaws, one that is lost takes both', async () => {
    const person = await paid()
    await person.says({ dispute: 'open' })
    await person.settle()
    expect(await person.statesOf()).toEqual(['disputed', 'disputed'])
    await person.says({ dispute: 'won' })
    await person.settle()
    expect(await person.statesOf()).toEqual(['paid', 'paid'])
    await person.says({ dispute: 'lost', lostAmountMinor: FIRST_MINOR + FURTHER_MINOR })
    await person.settle()
    expect(await person.bundlesOf()).toEqual({ library: 'refunded', 'studio-grey': 'refunded' })
    expect(await backOf(person)).toEqual([FIRST_MINOR, FURTHER_MINOR])
    const items = await queries().select().from(tables.reviewItems)
    const ids = (await person.current()).map(({ id }) => id)
    expect(items.filter(({ subject }) => ids.includes(subject))).toMatchObject([{ kind: 'dispute_lost' }])
  })

  test('a style that was bought elsewhere meanwhile', async () => {
    const person = await buyer()
    await person.order()
    const [lead] = await person.current()
    await queries().insert(bundles).values({
      id: randomUUID(),
      personId: person.id,
      styleId: 'studio-grey',
      state: 'ready',
      totalCount: 10,
      deadlineAt: new Date(),
    })
    world.behaviour.readings.set(lead.id, { status: 'paid' })
    await person.settle()
    await person.work()
    expect(await person.statesOf()).toEqual(['paid', 'refunded'])
    expect(refundsMade()).toEqual([FURTHER_MINOR])
  })

  test('all of it when its person was deleted', async () => {
    const person = await buyer()
    await person.order()
    const order = await person.current()
    await queries().update(payments).set({ personId: null }).where(eq(payments.uid, person.uid))
    world.behaviour.readings.set(order[0].id, { status: 'paid' })
    await person.settle()
    await person.work()
    expect(await backOf(person)).toEqual([FIRST_MINOR, FURTHER_MINOR])
    expect(await person.mailsOf('payment-refunded')).toHaveLength(1)
  })

  test('by a withdrawal: every style of the order', async () => {
    const person = await paid()
    const email = `${person.uid}@example.com`
    world.behaviour.emails.set(person.uid, email)
    const [{ orderReference }] = await person.current()
    await world.withdrawals.request({ email, orderReference, locale: 'de' })
    const [asked] = (await world.sendMails()).filter(({ to }) => to === email).slice(-1)
    const token = /token=([\w-]+)/.exec(asked?.text ?? '')?.[1] ?? ''
    await world.withdrawals.confirm(token)
    await person.work()
    expect(await backOf(person)).toEqual([FIRST_MINOR, FURTHER_MINOR])
    expect(await person.statesOf()).toEqual(['refunded', 'refunded'])
  })
})

describe('a code in an order of two styles', () => {
  async function code(terms: Omit<NewDiscount, 'code'>) {
    const made = await createDiscount(queries(), { code: randomUUID(), ...terms })
    if (!made) throw new Error('the code exists')
    return { discountCode: made.label, discountId: made.id }
  }

  test('is used once, divided by price, and free again once both went back', async () => {
    const { discountCode, discountId } = await code({ percent: 20, usesMax: 1 })
    const person = await paid({ discountCode })
    const rows = await person.current()
    expect(rows.map(({ amountMinor }) => amountMinor)).toEqual([719, 80])
    expect(totalsOf(rows).amountMinor).toBe(FIRST_MINOR + FURTHER_MINOR - 200)
    const used = async () => (await usesOf(queries(), discountId, person.uid)).count
    expect(await used()).toBe(1)
    await person.giveBack('library')
    await person.work()
    expect(await used()).toBe(1)
    await person.giveBack('studio-grey')
    await person.work()
    expect(await used()).toBe(0)
    expect(refundsMade()).toEqual([719, 80])
  })

  test('for a first bundle pays for that one alone, and a bank does not touch it', async () => {
    const { discountCode } = await code({ percent: 100, isFirstBundleOnly: true })
    const person = await paid({ discountCode })
    expect(await person.current()).toMatchObject([
      { amountMinor: 0, provider: 'stripe', state: 'paid' },
      { amountMinor: FURTHER_MINOR, provider: 'stripe', state: 'paid' },
    ])
    await person.says({ refundedAmountMinor: FURTHER_MINOR })
    await person.settle()
    expect(await person.statesOf()).toEqual(['paid', 'refunded'])
  })

  test('of everything delivers at once', async () => {
    const { discountCode } = await code({ percent: 100 })
    const person = await buyer()
    expect(await person.order({ discountCode })).toMatchObject({ status: 'fulfilled', isRepeat: false })
    expect(await person.bundlesOf()).toEqual({ library: 'paid', 'studio-grey': 'paid' })
    expect(await person.mailsOf('receipt')).toEqual([])
  })
})

test('credits pay for an order of two styles whole, or not at all', async () => {
  const person = await buyer()
  const grant = (amount: number) =>
    world.database.transaction((tx) =>
      grantCredits(tx, { uid: person.uid, amount, reason: 'social_share', key: randomUUID() }),
    )
  await grant(10)
  await expect(person.order({ withCredits: true })).rejects.toMatchObject({ code: 'credits_insufficient' })
  expect(await person.rows()).toEqual([])
  await grant(1)
  expect(await person.order({ withCredits: true })).toMatchObject({ status: 'fulfilled' })
  expect(await balanceOf(queries(), person.uid)).toBe(0)
  expect((await person.current()).map(({ creditAmount }) => creditAmount)).toEqual([10, 1])
  await person.giveBack('studio-grey')
  await person.work()
  expect(await balanceOf(queries(), person.uid)).toBe(1)
  const spent = await queries().select().from(creditEntries).where(eq(creditEntries.uid, person.uid))
  expect(spent.filter(({ reason }) => reason === 'spent')).toHaveLength(2)
})
