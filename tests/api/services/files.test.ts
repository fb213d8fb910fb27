import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { DELETE_FILES_MAX_KEYS } from '#backend/jobs/catalogue.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { asyncOf, jpegFile, createTestBackend, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

const HOUR_MS = 3_600_000
const { headshots, persons, selfies } = tables

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.passes = () => true
})

const sweep = (afterMs: number) => world.files.sweep(new Date(Date.now() + afterMs), signal)

/** A person with a finished bundle, a preview and a model; `folder` holds all of it. */
async function delivered() {
  const person = await world.personWithSelfies()
  await world.previews.make(person.id, person.added[0] ?? '', signal)
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  return { ...person, bundleId, folder: `persons/${person.id}/` }
}

test('two workers on the same headshots: each row names the file it describes, and no other file stays', async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  const drawnBefore = world.behaviour.rendered.length
  await Promise.all([world.bundles.generate(bundleId, signal), world.otherWorker.generate(bundleId, signal)])
  expect(world.behaviour.rendered.length - drawnBefore).toBeGreaterThan(12)
  const rows = await world.database.queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))
  for (const { imageKey, sha256 } of rows) {
    const file = (await world.storage.get(imageKey)) ?? ''
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
  }
  const named = rows.flatMap(({ imageKey, thumbnailKey }) => [imageKey, thumbnailKey])
  expect(await world.filesUnder(`persons/${person.id}/bundles/`)).toEqual(named.sort())
})

test('a selfie whose check never worked keeps no picture of its attempts', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const file = { fileName: 'a.jpg', content: asyncOf([jpegFile()]) }
  const selfie = await world.selfies.add(uid, id, asyncOf([file]))
  const original = world.eye.judgeSelfies
  world.eye.judgeSelfies = () => {
    throw new Error('the engine broke')
  }
  const folder = `persons/${id}/selfies/${selfie.id}/`
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(world.selfies.check(selfie.id, signal)).rejects.toThrow('the engine broke')
  }
  expect(await world.keysUnder(folder)).toHaveLength(5)
  await world.selfies.giveUpCheck(selfie.id)
  world.eye.judgeSelfies = original
  expect(await world.filesUnder(folder)).toEqual([])
  const [row] = await world.database.queries.select().from(selfies).where(eq(selfies.id, selfie.id))
  expect(row).toMatchObject({ state: 'rejected', imageKey: null, thumbnailKey: null })
})

test('a checked selfie keeps its picture and thumbnail, and no other file', async () => {
  const { id, added } = await world.personWithSelfies(1)
  const [row] = await world.database.queries.select().from(selfies).where(eq(selfies.personId, id))
  const kept = await world.filesUnder(`persons/${id}/selfies/${added[0]}/`)
  expect(kept).toEqual([row?.imageKey, row?.thumbnailKey])
})

test('an upload that cannot be stored leaves no file', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  async function* leaving() {
    yield jpegFile()
    await world.database.queries.delete(persons).where(eq(persons.id, id))
  }
  const before = await world.filesUnder(`persons/${id}/`)
  const add = world.selfies.add(uid, id, asyncOf([{ fileName: 'a.jpg', content: leaving() }]))
  await expect(add).rejects.toThrow('person_not_found')
  const late = (await world.filesUnder(`persons/${id}/`)).filter((key) => !before.includes(key))
  expect(late).toEqual([])
})

test('files whose row a kill prevented are swept when no job can be using them', async () => {
  const { folder } = await delivered()
  const kept = await world.filesUnder(folder)
  const orphans = [`${folder}bundles/b/0-cut.jpg`, `${folder}selfies/s/original-cut`, 'a-cut', 'z/cut']
  for (const key of orphans) await world.storage.put(key, jpegFile(), 1000)
  await sweep(20 * HOUR_MS)
  expect(await world.keysUnder('')).toEqual(expect.arrayContaining(orphans))
  await sweep(25 * HOUR_MS)
  const left = await world.keysUnder('')
  expect(left).toEqual(expect.arrayContaining(kept))
  for (const key of orphans) expect(left).not.toContain(key)
})

test('files in use survive every sweep: the model makes the next bundle', async () => {
  const { buy, folder } = await delivered()
  const kept = await world.filesUnder(folder)
  // Twelve headshots and four selfies with their thumbnails, a preview, a model.
  expect(kept).toHaveLength(2 * 12 + 2 * 4 + 1 + 1)
  await sweep(1000 * HOUR_MS)
  expect(await world.keysUnder(folder)).toEqual(kept)
  const next = await buy('bw-editorial')
  await world.bundles.generate(next, signal)
  expect(await world.filesUnder(folder)).toHaveLength(kept.length + 2 * 12)
})

test('a sweep resumes where the last one stopped, so that every file is reached', async () => {
  await delivered()
  await world.storage.put('z/last', jpegFile(), 1000)
  await sweep(0)
  const files = (await world.filesUnder('')).length
  const sweepTwo = () =>
    world.files.sweep(new Date(Date.now() + 25 * HOUR_MS), signal, { pages: 1, files: 2 })
  for (let n = 0; n < Math.floor((files - 1) / 2); n++) await sweepTwo()
  expect(await world.keysUnder('z/')).toEqual(['z/last'])
  await sweepTwo()
  expect(await world.keysUnder('z/')).toEqual([])
  // And from the start again.
  await world.storage.put('a/first', jpegFile(), 1000)
  await sweepTwo()
  await sweepTwo()
  expect(await world.keysUnder('a/')).toEqual([])
})

test('a deletion spares files that a row names, is done once, and is split when it is long', async () => {
  const { folder } = await delivered()
  const kept = await world.filesUnder(folder)
  const more = Array.from({ length: DELETE_FILES_MAX_KEYS + 1 }, (_, n) => `${folder}more/${n}`)
  for (const key of more.slice(-2)) await world.storage.put(key, jpegFile(), 1000)
  await expect(
    world.database.transaction(async (tx) => {
      await enqueueDeletion(world.queue, tx, { keys: more })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await world.filesUnder(`${folder}more/`)).toHaveLength(2)
  await world.database.transaction((tx) =>
    enqueueDeletion(world.queue, tx, { keys: [...more, ...kept], prefixes: [folder] }),
  )
  expect(await world.filesUnder(folder)).toEqual(kept)
})
