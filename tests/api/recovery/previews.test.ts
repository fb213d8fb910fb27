import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/port.ts'
import { NoFaceError } from '#backend/providers/eye/port.ts'
import { FILE_BYTES, jpegFile, openWorld, roundIn, signal, type World } from '../support/recovery.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

/** A person with this many selfies; `addOne` brings another of the given quality, which judges all anew. */
async function arrivals(count: number) {
  const person = await world.personWithSelfies(count)
  const { queries } = world.database
  const addOne = async (quality = 1) => {
    const content = jpegFile()
    world.behaviour.quality.set(Buffer.from(content).toString('hex'), quality)
    return world.addSelfie(person.uid, person.id, content)
  }
  const row = async () => {
    const [found] = await queries
      .select()
      .from(tables.previews)
      .where(eq(tables.previews.personId, person.id))
    return found
  }
  const shown = async () => (await person.look()).person.preview
  const make = async () => world.previews.make(person.id, (await row())?.selfieId ?? '', signal)
  /** The preview that is kept of a selfie: one at most. */
  const fileOf = async (selfieId: string) => {
    const [key, ...others] = await world.filesUnder(`persons/${person.id}/previews/${selfieId}-`)
    expect(others).toEqual([])
    return key === undefined ? undefined : world.storage.get(key)
  }
  return { ...person, addOne, row, shown, make, fileOf }
}

test('made from the first selfie, kept through its equals, made anew from a clearly better one', async () => {
  const { added, addOne, shown, make, fileOf, row } = await arrivals(1)
  const [first = ''] = added
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first, width: 4, height: 5 } })
  expect((await row())?.sha256).toBe(
    createHash('sha256')
      .update((await fileOf(first)) ?? '')
      .digest('hex'),
  )
  await addOne(1.1)
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first } })
  const better = await addOne(2)
  expect(await shown()).toMatchObject({ state: 'making', image: { selfieId: first } })
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
  expect([await fileOf(first), (await fileOf(better))?.byteLength]).toEqual([undefined, FILE_BYTES])
})

test('nothing is shown of a selfie that turns out to be of someone else', async () => {
  const { added, addOne, shown, make, fileOf, readingOf } = await arrivals(1)
  await make()
  world.behaviour.reasons.set(await readingOf(added[0]), ['other_person'])
  const next = await addOne()
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  expect(await fileOf(added[0] ?? '')).toBeUndefined()
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
})

test('a run that is overtaken leaves nothing behind, and a repeated one changes nothing', async () => {
  const { id, added, addOne, shown, make, fileOf } = await arrivals(1)
  const [first = ''] = added
  let better = ''
  world.behaviour.preview = async () => {
    world.behaviour.preview = () => Promise.resolve()
    better = await addOne(2)
  }
  await world.previews.make(id, first, signal)
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  expect(await fileOf(first)).toBeUndefined()
  await make()
  await world.previews.make(id, better, signal)
  await world.previews.giveUp(id, better)
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
  expect((await fileOf(better))?.byteLength).toBe(FILE_BYTES)
})

test('what cannot be made says so, and the next selfie is another chance', async () => {
  const { addOne, shown, make } = await arrivals(1)
  world.behaviour.preview = () => Promise.reject(new NoFaceError('no face'))
  await make()
  expect(await shown()).toMatchObject({ state: 'failed', image: null })
  world.behaviour.preview = () => Promise.resolve()
  const next = await addOne(0.1)
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
})

test('one that never came is ended by the clock', async () => {
  const { shown } = await arrivals(1)
  await world.previews.reconcile(roundIn(1 / 6))
  expect(await shown()).toMatchObject({ state: 'making' })
  await world.previews.reconcile(roundIn(1))
  expect(await shown()).toMatchObject({ state: 'failed' })
})
