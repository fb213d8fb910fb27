import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'
import { createTestBackend, signal, type World } from '#tests/api/support/test-backend.ts'
import { modelOf } from '#tests/api/support/scripted.ts'
import { DATABASES } from '#tests/ports/support/databases.ts'
const ROUNDS = 6
const PRICE_MINOR = 900
const SHARE_MINOR = 113
const { bundles, headshots, payments } = tables

let world: World
before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  world = await createTestBackend(openPostgres)
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order, randomUUID()))
  world.behaviour.headshotsFrom = (goodSelfies) => 2 * goodSelfies
  world.behaviour.passes = (shot) => shot < 7
})

/** A user whose bundle is about to be made, and will lack one of eight headshots. */
async function buyer() {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  const row = async () => {
    const [payment] = await world.database.queries
      .select()
      .from(payments)
      .where(eq(payments.bundleId, bundleId))
    const [bundle] = await world.database.queries.select().from(bundles).where(eq(bundles.id, bundleId))
    if (!payment || !bundle) throw new Error('nothing was bought')
    return { payment, bundle }
  }
  const paymentId = (await row()).payment.id
  const giveBack = () => world.refunds.giveBack(person.uid, person.id, bundleId)
  /** As several workers do that were all told. */
  const refund = async () => {
    await Promise.allSettled([1, 2, 3].map(() => world.refunds.refund(paymentId)))
    await world.refunds.refund(paymentId)
  }
  const back = () => world.behaviour.readings.get(paymentId)?.refundedAmountMinor ?? 0
  return { ...person, bundleId, paymentId, row, giveBack, refund, back }
}

test('finished by two workers while its owner refunds it, a bundle refunds its share or everything, each cent once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { bundleId, row, giveBack, refund, back } = await buyer()
    const ends = await Promise.allSettled([
      world.bundles.generate(bundleId, signal),
      world.otherWorker.generate(bundleId, signal),
      ...(round % 2 === 0 ? [giveBack()] : []),
    ])
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    await refund()
    const { payment, bundle } = await row()
    const isKept = round % 2 === 1
    expect([bundle.state, payment.state]).toEqual(isKept ? ['ready', 'paid'] : ['refunded', 'refunded'])
    expect(payment.refundedAmountMinor).toBe(isKept ? SHARE_MINOR : PRICE_MINOR)
    expect(back()).toBe(payment.refundedAmountMinor)
  }
})

test('a repair may finish while the bundle is refunded, its person deleted, or a headshot re-rolled', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const person = await buyer()
    const { uid, id, bundleId, row, giveBack, refund, back } = person
    await world.bundles.generate(bundleId, signal)
    await world.addSelfie(uid, id)
    await world.repairs.repair(uid, id, bundleId)
    const [training] = await world.database.queries
      .select()
      .from(tables.trainings)
      .where(eq(tables.trainings.state, 'queued'))
    await world.trainings.run(training?.id ?? '', signal)
    const [repair] = await world.database.queries.select().from(bundles).where(eq(bundles.repairOf, bundleId))
    const { headshots: shown } = await world.bundles.get(uid, id, bundleId)
    const others = [
      giveBack,
      () => world.personDeletions.remove(uid, id),
      () => world.rerollRequests.reroll(uid, shown[0]?.userImageKey ?? '', undefined),
    ]
    const other = others[round % others.length] ?? giveBack
    const ends = await Promise.allSettled([
      world.bundles.generate(repair?.id ?? '', signal),
      world.otherWorker.generate(repair?.id ?? '', signal),
      other(),
    ])
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
    // A client with the key of a replaced headshot gets `headshot_not_found`.
    expect(failures.filter((failure) => !failure.includes('headshot_not_found'))).toEqual([])
    if (other === others[1]) continue
    await refund()
    const { payment, bundle } = await row()
    const made = await world.database.queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))
    const passed = made.filter((headshot) => headshot.passed)
    const isGivenBack = other === giveBack
    expect([bundle.state, payment.refundedAmountMinor, passed.length, bundle.generatedCount]).toEqual(
      isGivenBack ? ['refunded', PRICE_MINOR, 0, 0] : ['ready', SHARE_MINOR, 7, 7],
    )
    expect(back()).toBe(payment.refundedAmountMinor)
  }
})
