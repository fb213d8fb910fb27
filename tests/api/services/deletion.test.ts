import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { count, eq } from 'drizzle-orm'
import { deletePerson } from '#backend/features/deletion/deletion-service.ts'
import { lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.receive = () => Promise.resolve()
  world.behaviour.passes = () => true
  world.behaviour.render = () => Promise.resolve()
  world.behaviour.deleted = []
  world.behaviour.canceled = []
})

type Owned = Awaited<ReturnType<World['personWithSelfies']>>

const drop = ({ uid, id }: Owned) =>
  world.database.transaction(async (tx) => deletePerson(tx, world.queue, await lockOwnPerson(tx, uid, id)))

/** Rows that a person left behind, file by file and table by table. */
async function leftOf({ id }: Owned) {
  await world.releaseEngine()
  const { queries } = world.database
  const { bundles, previews, selfies, trainings } = tables
  const rows = await Promise.all(
    [selfies, previews, trainings, bundles].map(async (table) => {
      const [found] = await queries.select({ count: count() }).from(table).where(eq(table.personId, id))
      return found?.count
    }),
  )
  return { rows, files: await world.filesUnder(`persons/${id}/`) }
}
const NOTHING = { rows: [0, 0, 0, 0], files: [] }

async function delivered() {
  const person = await world.personWithSelfies()
  await world.previews.make(person.id, person.added[0] ?? '', signal)
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  return { ...person, bundleId }
}

test('a person is deleted with all its data; the engine deletes the model, and payments stay on record', async () => {
  const person = await delivered()
  const { headshots } = await world.bundles.get(person.uid, person.id, person.bundleId)
  const sha256 = headshots[0]?.sha256 ?? ''
  expect(await drop(person)).toEqual({
    personId: person.id,
    selfieCount: 4,
    bundleCount: 1,
    headshotCount: 12,
    modelCount: 1,
    shareCount: 0,
  })
  expect(await leftOf(person)).toEqual(NOTHING)
  expect(world.behaviour.deleted).toEqual([modelOf({ modelFolder: `persons/${person.id}/models` })])
  const { payments } = tables
  const kept = await world.database.queries.select().from(payments).where(eq(payments.uid, person.uid))
  expect(kept).toMatchObject([{ state: 'paid', personId: null, bundleId: null }])
  await expect(drop(person)).rejects.toThrow('person_not_found')
  expect(await world.provenance.verify(sha256)).toMatchObject({ isOurs: true, kind: 'headshot' })
})

test('while an order to train is being sent: the engine ends it once it has it', async () => {
  const person = await world.personWithSelfies()
  await person.buy()
  const { trainingId } = await person.look()
  world.behaviour.receive = async () => {
    await drop(person)
    // What is to be canceled is not there yet.
    await world.releaseEngine()
    world.behaviour.canceled = []
  }
  await world.trainings.run(trainingId, signal)
  await world.releaseEngine()
  expect(world.behaviour.canceled).toContain(trainingId)
})

test("during training: the engine's job ends, the money is refunded, and a late result is dropped", async () => {
  const person = await world.personWithSelfies()
  await person.buy()
  const { trainingId } = await person.look()
  world.behaviour.train = async (order) => {
    await world.storage.put(`${order.preparedFolder}/one`, new Uint8Array([1]), 10)
    await drop(person)
    expect(await world.filesUnder(`persons/${person.id}/`)).toEqual([])
    await world.storage.put(`${order.preparedFolder}/two`, new Uint8Array([1]), 10)
    return modelOf(order)
  }
  await world.trainings.run(trainingId, signal)
  expect(await leftOf(person)).toEqual(NOTHING)
  expect(world.behaviour.canceled).toEqual([trainingId])
  expect(world.behaviour.deleted).toHaveLength(1)
  const { payments } = tables
  const kept = await world.database.queries.select().from(payments).where(eq(payments.uid, person.uid))
  expect(kept).toMatchObject([{ state: 'refunding', personId: null }])
})

test('during generation: no further headshots are made, none stays, and the money is refunded', async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  world.behaviour.rendered = []
  world.behaviour.render = async (shot) => {
    if (shot === 2) await drop(person)
  }
  await world.bundles.generate(bundleId, signal)
  expect(world.behaviour.rendered).toEqual([0, 1, 2])
  expect(await leftOf(person)).toEqual(NOTHING)
  expect(world.behaviour.canceled).toContain(`${bundleId}/2`)
  const { payments } = tables
  const kept = await world.database.queries.select().from(payments).where(eq(payments.uid, person.uid))
  expect(kept).toMatchObject([{ state: 'refunding' }])
  // The queue may deliver the job again.
  await world.bundles.generate(bundleId, signal)
})

test("during a selfie's check and a preview", async () => {
  const person = await world.personWithSelfies(1)
  world.behaviour.preview = async () => {
    world.behaviour.preview = () => Promise.resolve()
    await drop(person)
  }
  await world.previews.make(person.id, person.added[0] ?? '', signal)
  expect(await leftOf(person)).toEqual(NOTHING)
})

test("an owner's deletion is confirmed once no data is left, and the receipt counts what was deleted", async () => {
  const person = await delivered()
  await expect(world.personDeletions.remove('another-user', person.id)).rejects.toThrow('person_not_found')
  const fileCount = (await world.keysUnder(`persons/${person.id}/`)).length
  const { receiptId } = await world.personDeletions.remove(person.uid, person.id)
  await expect(world.personDeletions.remove(person.uid, person.id)).rejects.toThrow('person_not_found')
  const { mails, personDeletions } = tables
  const rowOf = async () =>
    (await world.database.queries.select().from(personDeletions).where(eq(personDeletions.id, receiptId)))[0]
  const receipts = () =>
    world.database.queries
      .select()
      .from(mails)
      .where(eq(mails.occasion, `deletion-receipt:${receiptId}`))
  // A job under way may write once more.
  const broken = world.storage.delete
  world.storage.delete = () => Promise.resolve()
  await expect(world.personDeletion.confirm(receiptId, signal)).rejects.toThrow('files are left')
  world.storage.delete = broken
  expect(await rowOf()).toMatchObject({ state: 'requested', personId: person.id })
  expect(await receipts()).toEqual([])
  await world.takeJobs('confirm-person-deletion')
  await world.personDeletion.reconcile(roundIn(1))
  const [job] = await world.takeJobs('confirm-person-deletion')
  expect(job).toEqual({ deletionId: receiptId })
  await world.personDeletion.confirm(receiptId, signal)
  await world.personDeletion.confirm(receiptId, signal)
  expect(await rowOf()).toMatchObject({ state: 'done', personId: null, models: [] })
  expect(await receipts()).toMatchObject([
    {
      data: {
        scope: 'person',
        counts: { persons: 1, selfies: 4, headshots: 12, models: 1, shares: 0, files: fileCount },
        keptPaymentCount: 1,
      },
    },
  ])
  expect(await leftOf(person)).toEqual(NOTHING)
})
