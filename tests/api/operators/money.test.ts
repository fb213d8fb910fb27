import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { createB2bCode, findDiscount } from '#backend/features/discounts/discounts-service.ts'
import { findPaymentOfBundle } from '#backend/features/payments/payments-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { testEach } from '#tests/support/each.ts'
import { openOperatorDoor, reason, type OperatorDoor } from '../support/operators.ts'
import { signal } from '../support/test-backend.ts'

let door: OperatorDoor
before(async () => {
  door = await openOperatorDoor()
})
after(() => door.close())

const queries = () => door.world.database.queries

describe('orders', () => {
  test('a refund goes the way of every refund, once, and is on record', async () => {
    const { reference, payment, bundleId } = await door.order()
    expect(await door.ask('operatorRefund', { order: reference, ...reason })).toMatchObject({
      outcome: 'done',
    })
    expect(await payment()).toMatchObject({ state: 'refunding', refundReason: 'operator' })
    expect(await door.auditOf(reference)).toMatchObject([{ command: 'refund', ...reason }])
    expect(await door.world.takeJobs('refund-payment')).toContainEqual({ paymentId: (await payment()).id })
    const left = await queries()
      .select()
      .from(tables.headshots)
      .where(eq(tables.headshots.bundleId, bundleId))
    expect(left).toEqual([])
    expect(await door.ask('operatorRefund', { order: reference, ...reason })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('refunding'),
    })
    // What was refused changed nothing.
    expect(await door.auditOf(reference)).toHaveLength(1)
  })

  test('a pause of refunds by an operator wins over the configuration, until it is ended', async () => {
    const { reference, payment } = await door.order()
    await door.ask('operatorPause', { name: 'refunds', ...reason })
    await door.ask('operatorRefund', { order: reference, ...reason })
    const { id } = await payment()
    await door.world.refunds.refund(id)
    expect((await payment()).state).toBe('refunding')
    expect(await door.ask('operatorPause', { name: 'refunds', ...reason })).toMatchObject({
      outcome: 'refused',
    })
    await door.ask('operatorResume', { name: 'refunds', ...reason })
    await door.world.refunds.refund(id)
    expect((await payment()).state).toBe('refunded')
  })

  test('a pause of purchases makes them wait', async () => {
    const person = await door.world.personWithSelfies()
    await door.ask('operatorPause', { name: 'purchases', ...reason })
    await expect(person.order()).rejects.toThrow('unavailable')
    await door.ask('operatorResume', { name: 'purchases', ...reason })
    expect(await person.order()).toMatchObject({ status: 'fulfilled' })
  })

  test('retry enqueues the open work of an order, and refuses an order that is done', async () => {
    const person = await door.world.personWithSelfies()
    const bundleId = await person.buy()
    await door.world.takeJobs('train-person')
    const reference = (await findPaymentOfBundle(queries(), bundleId))?.orderReference ?? ''
    expect(await door.ask('operatorRetry', { order: reference, ...reason })).toMatchObject({
      note: expect.stringContaining('the training'),
    })
    expect(await door.world.takeJobs('train-person')).toEqual([
      { trainingId: (await person.look()).trainingId },
    ])
    const ready = await door.order()
    expect(await door.ask('operatorRetry', { order: ready.reference, ...reason })).toMatchObject({
      outcome: 'refused',
    })
  })

  test('retry of an order of two styles enqueues both, and names what they are once', async () => {
    const { world } = door
    const { uid, id: personId, look } = await world.personWithSelfies()
    const session = await world.checkout.purchase({
      uid,
      personId,
      styleId: 'studio-grey',
      alsoStyleIds: ['library'],
      currency: 'EUR',
      locale: 'de',
    })
    if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
    await world.trainings.run((await look()).trainingId, signal)
    const made = await queries().select().from(tables.bundles).where(eq(tables.bundles.personId, personId))
    await world.takeJobs('generate-bundle')
    const reference = (await findPaymentOfBundle(queries(), session.bundleId))?.orderReference ?? ''
    expect(await door.ask('operatorRetry', { order: reference, ...reason })).toMatchObject({
      note: `Tried at once: the bundle of order ${reference}.`,
    })
    const ids = (await world.takeJobs('generate-bundle')).map(({ bundleId }) => bundleId)
    expect(ids.sort()).toEqual(made.map(({ id }) => id).sort())
  })

  test('replay-hook asks the provider again about what an event told', async () => {
    const eventId = `evt_${randomUUID()}`
    await queries()
      .insert(tables.paymentEvents)
      .values({ hook: 'orders', eventId, type: 'x', reference: 'cs_1', happenedAt: new Date() })
    await door.ask('operatorReplayHook', { event: eventId, ...reason })
    expect(await door.world.takeJobs('settle-payment')).toContainEqual({
      reference: 'cs_1',
      paymentReference: null,
    })
    expect(await door.ask('operatorReplayHook', { event: 'evt_none', ...reason })).toMatchObject({
      outcome: 'refused',
    })
  })
})

describe('discount codes', () => {
  test('a code is made, listed and withdrawn, each on record', async () => {
    const terms = { code: 'Summer-20', percent: 20, uses: 100, 'per-user': 1, until: '2027-01-31' }
    expect(await door.ask('operatorCreateDiscount', { ...terms, ...reason })).toMatchObject({
      note: 'Summer-20 takes 20 % off.',
    })
    const fixed = { code: 'MINUS250', euros: '2,50', minimum: '9', 'first-bundle': true }
    await door.ask('operatorCreateDiscount', { ...fixed, ...reason })
    const listed = async (code: string) =>
      (await door.rowsOf('operatorDiscounts')).find((row) => row['code'] === code)
    expect(await listed('Summer-20')).toMatchObject({
      off: '20 %',
      used: 0,
      of: 100,
      perUser: 1,
      until: '2027-01-31T23:59:59.999Z',
      withdrawn: null,
    })
    expect(await listed('MINUS250')).toMatchObject({
      off: '2.50 EUR',
      from: '9.00 EUR',
      firstBundleOnly: true,
    })
    await door.ask('operatorDisableDiscount', { code: 'summer20', ...reason })
    expect((await listed('Summer-20'))?.['withdrawn']).not.toBeNull()
    expect(await door.auditOf('summer20')).toMatchObject([{ command: 'disable-discount' }])
  })

  test('a company whose mail was lost gets a new code, and the old code becomes invalid', async () => {
    const { database } = door.world
    const old = await database.transaction((tx) => createB2bCode(tx, { uses: 5, orderReference: 'order-1' }))
    const answer = await door.ask('operatorRenewDiscount', { order: 'order-1', ...reason })
    const [code = ''] = (answer.outcome === 'done' && answer.note?.split(' ')) || []
    expect(await findDiscount(database.queries, old)).toBeUndefined()
    expect(await findDiscount(database.queries, code)).toMatchObject({ usesMax: 5, percent: 100 })
    // Codes are worth money, so none is stored in plain text.
    for (const call of ['operatorDiscounts', 'operatorAudit'] as const)
      expect(JSON.stringify(await door.rowsOf(call))).not.toContain(code)
  })

  testEach([
    ['operatorCreateDiscount', { code: 'ABC' }, 'A code takes one of --percent and --euros.'],
    [
      'operatorCreateDiscount',
      { code: 'ABC', percent: 5, euros: '1' },
      'A code takes one of --percent and --euros.',
    ],
    [
      'operatorCreateDiscount',
      { code: 'ABC', percent: 5, until: '2027-02-30' },
      'There is no day 2027-02-30.',
    ],
    ['operatorCreateDiscount', { code: 'ABC', euros: '0.00' }, '0.00 is nothing.'],
    ['operatorCreateDiscount', { code: 'minus250', percent: 5 }, 'minus250 is taken.'],
    ['operatorDisableDiscount', { code: 'unknown' }, 'There is no code unknown.'],
    ['operatorRenewDiscount', { order: 'order-2' }, 'There is no order order-2.'],
  ] as const)('%s %j is refused', async (call, given, said) => {
    expect(await door.ask(call, { ...given, ...reason })).toEqual({ outcome: 'refused', reason: said })
  })
})
