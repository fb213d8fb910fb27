import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq, sql } from 'drizzle-orm'
import { countLateOrders } from '#backend/features/deadlines.ts'
import { countFailedMails } from '#backend/features/mail/failed-mails.ts'
import { paymentTotals } from '#backend/features/payments/payment-totals.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'

const { payments, mails } = tables

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

const paidAgo = (bundleId: string, minutes: number) =>
  world.database.queries
    .update(payments)
    .set({ paidAt: sql`now() - ${minutes}::int * interval '1 minute'` })
    .where(eq(payments.bundleId, bundleId))

test('an order is late two hours after its payment, until its headshots are there', async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await paidAgo(bundleId, 115)
  expect(await countLateOrders(world)).toBe(0)
  await paidAgo(bundleId, 121)
  expect(await countLateOrders(world)).toBe(1)
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  expect(await countLateOrders(world)).toBe(0)
})

test('mails of the last day that were given up are counted by why', async () => {
  const mail = (state: 'failed' | 'sent', hoursAgo: number) => ({
    id: crypto.randomUUID(),
    occasion: crypto.randomUUID(),
    template: 'headshots-ready' as const,
    locale: 'de' as const,
    state,
    failure: state === 'failed' ? ('refused' as const) : null,
    createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
  })
  await world.database.queries.insert(mails).values([mail('failed', 1), mail('failed', 25), mail('sent', 1)])
  expect(await countFailedMails(world)).toEqual([{ failure: 'refused', count: 1 }])
})

test('what was given back is summed by why', async () => {
  const { bundleId } = await world.personWithHeadshots()
  const back = { refundDueAmountMinor: 1, refundedAmountMinor: 1, refundReason: 'guarantee' as const }
  await world.database.queries.update(payments).set(back).where(eq(payments.bundleId, bundleId))
  const totals = await paymentTotals(world)
  const sums = totals.map(({ refundReason, refundedAmountMinor }) => [refundReason, refundedAmountMinor])
  expect(sums).toContainEqual(['guarantee', 1])
})
