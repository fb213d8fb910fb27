import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { createPerson } from '#backend/features/persons/persons-service.ts'
import type { JobName } from '#backend/jobs/catalogue.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

const Waiting = z.object({ rows: z.array(z.object({ id: z.string() })) })

/** What waits of a name, in the order in which it is delivered. */
async function waiting(name: JobName, field: string): Promise<string[]> {
  const found = await world.database.queries.execute(
    sql`select data->>${field} as id from pgboss.job where name = ${name} and state = 'created'
        order by priority desc, created_on`,
  )
  return Waiting.parse(found).rows.map(({ id }) => id)
}

/** A customer, and more persons of theirs with selfies that were checked. */
async function customer(persons: number) {
  const uid = randomUUID()
  const ids: string[] = []
  for (let count = 0; count < persons; count++) {
    const { id } = await world.database.transaction((tx) =>
      createPerson(tx, uid, {
        name: 'Anna',
        gender: 'female',
        consentVersion: CONSENT_VERSION,
        creationKey: undefined,
      }),
    )
    for (let selfie = 0; selfie < 4; selfie++) await world.addSelfie(uid, id)
    ids.push(id)
  }
  return { uid, ids }
}

const buy = async (uid: string, personId: string) => {
  const order = { uid, personId, styleId: 'studio-grey', currency: 'EUR', locale: 'de' } as const
  const session = await world.checkout.purchase(order)
  if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
  return session.bundleId
}

test('everybody is trained and served once before anybody is twice', async () => {
  const many = await customer(3)
  const one = await customer(1)
  const bundles = new Map<string, string>()
  for (const id of many.ids) bundles.set(await buy(many.uid, id), id)
  const [single = ''] = one.ids
  bundles.set(await buy(one.uid, single), single)

  const trainings = await waiting('train-person', 'trainingId')
  const trained: string[] = []
  for (const id of trainings) {
    const [row] = await world.database.queries.query.trainings.findMany({
      where: (t, { eq }) => eq(t.id, id),
    })
    trained.push(row?.personId ?? '')
  }
  const [first = '', second = '', third = ''] = many.ids
  expect(trained).toEqual([first, single, second, third])

  for (const id of trainings) await world.trainings.run(id, signal)
  const queued = await waiting('generate-bundle', 'bundleId')
  expect(queued.map((id) => bundles.get(id))).toEqual([first, single, second, third])
})
