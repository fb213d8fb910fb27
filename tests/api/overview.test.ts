import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { spyOn } from 'jest-mock'
import { and, eq } from 'drizzle-orm'
import type { HeadshotRating } from '#contract/bundles.ts'
import type { Person } from '#contract/persons.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { openPglite } from '#tests/ports/support/databases.ts'
import { createTestBackend, type World } from './support/test-backend.ts'

const { bundles, headshots, persons, previews, selfies, trainings, users } = tables
const PERSONS = 20
const HEADSHOTS = 12
const uid = randomUUID()

let world: World
before(async () => {
  // Its statements are counted.
  world = await createTestBackend(openPglite)
  await fill()
})
after(() => world.close())

/** The n-th minute of an hour gone by. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute))

/** Persons with everything there can be of each. */
async function fill() {
  const { queries } = world.database
  const ids = Array.from({ length: PERSONS }, () => ({ id: randomUUID(), selfieId: randomUUID() }))
  const bundleIds = ids.map(() => randomUUID())
  await queries.insert(users).values({ uid })
  await queries.insert(persons).values(
    ids.map(({ id }, n) => ({
      id,
      uid,
      name: `Person ${n}`,
      createdAt: at(n),
      gender: 'female' as const,
      state: 'trained' as const,
    })),
  )
  await queries.insert(selfies).values(
    ids.flatMap(({ id, selfieId }) =>
      (['rejected', 'accepted', 'accepted'] as const).map((state, ordinal) => ({
        id: ordinal === 1 ? selfieId : randomUUID(),
        personId: id,
        ordinal,
        state,
        fileName: 'a.jpg',
        sizeBytes: 1,
        thumbnailKey: `${id}/${ordinal}.webp`,
      })),
    ),
  )
  await queries.insert(previews).values(
    ids.map(({ id, selfieId }) => ({
      personId: id,
      selfieId,
      shownSelfieId: selfieId,
      state: 'ready' as const,
      quality: 1,
      wantedAt: at(0),
      imageKey: `${id}/preview.jpg`,
      width: 4,
      height: 5,
      sha256: '',
    })),
  )
  await queries.insert(trainings).values(
    ids.flatMap(({ id }) =>
      (['failed', 'succeeded'] as const).map((state, n) => ({
        id: randomUUID(),
        personId: id,
        state,
        createdAt: at(n),
        deadlineAt: at(59),
      })),
    ),
  )
  await queries.insert(bundles).values(
    ids.map(({ id }, n) => ({
      id: bundleIds[n] ?? '',
      personId: id,
      styleId: 'library' as const,
      state: 'ready' as const,
      generatedCount: HEADSHOTS,
      totalCount: HEADSHOTS,
      createdAt: at(n),
      deadlineAt: at(59),
    })),
  )
  await queries.insert(headshots).values(
    bundleIds.flatMap((bundleId) =>
      Array.from({ length: HEADSHOTS }, (_, shotIndex) => ({
        userImageKey: randomUUID(),
        bundleId,
        shotIndex,
        width: 4,
        height: 5,
        sizeBytes: 1,
        sha256: '',
        imageKey: `${bundleId}/${shotIndex}.jpg`,
        thumbnailKey: `${bundleId}/${shotIndex}.webp`,
        // The likest did not pass: the last but one is the best.
        likeness: 0.5 + shotIndex / 100,
        passed: shotIndex < HEADSHOTS - 1,
        fingerprint: '',
        appeal: 0.5,
        sourceKey: 'a',
      })),
    ),
  )
}

/** The shots on the covers of a person and their latest bundle. */
const coversOf = (person: Person | undefined) =>
  [person?.coverUrl, person?.bundles[0]?.coverUrl].map((url) => Number(/\/(\d+)\.webp/.exec(url ?? '')?.[1]))

/** An answer, and the number of statements it took. */
async function counted<T>(ask: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  if (world.connection.kind !== 'pglite') throw new Error('not PGlite')
  const asked = spyOn(world.connection.client, 'query')
  const answer = await ask()
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { answer, statements }
}

test('twenty persons with 240 headshots take one statement', async () => {
  const { answer, statements } = await counted(() => world.overview.persons(uid))
  expect(statements).toBe(1)
  expect(answer.map(({ name }) => name)).toEqual(
    Array.from({ length: PERSONS }, (_, n) => `Person ${PERSONS - 1 - n}`),
  )
  const [first] = answer
  expect(first).toMatchObject({
    state: 'trained',
    acceptedSelfieCount: 2,
    preview: { state: 'ready', image: { width: 4, height: 5 } },
    training: { state: 'succeeded', queuedAt: at(1).toISOString() },
    bundles: [{ styleId: 'library', state: 'ready', createdAt: at(PERSONS - 1).toISOString() }],
    createdAt: at(PERSONS - 1).toISOString(),
  })
  expect(coversOf(first)).toEqual([HEADSHOTS - 2, HEADSHOTS - 2])
})

test("the owner's favourite is the cover", async () => {
  const [first] = await world.overview.persons(uid)
  const bundleId = first?.bundles[0]?.id ?? ''
  const rate = (shotIndex: number, rating: HeadshotRating) =>
    world.database.queries
      .update(headshots)
      .set({ rating })
      .where(and(eq(headshots.bundleId, bundleId), eq(headshots.shotIndex, shotIndex)))
  await rate(1, 'liked')
  await rate(2, 'loved')
  expect(coversOf((await world.overview.persons(uid))[0])).toEqual([2, 2])
})

test("one person takes one statement, and so does a page's poll", async () => {
  const { id = '' } = (await world.overview.persons(uid))[0] ?? {}
  expect(await counted(() => world.overview.person(uid, id))).toMatchObject({ answer: { id }, statements: 1 })
  expect(await counted(() => world.overview.trainingStatus(uid, id))).toMatchObject({
    answer: {
      personState: 'trained',
      training: { state: 'succeeded' },
      bundles: [{ state: 'ready', generatedCount: HEADSHOTS, totalCount: HEADSHOTS }],
    },
    statements: 1,
  })
  await expect(world.overview.person(randomUUID(), id)).rejects.toThrow('person_not_found')
  await expect(world.overview.trainingStatus(randomUUID(), id)).rejects.toThrow('person_not_found')
})
