import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { SelfieCoach } from '#contract/selfies.ts'
import { selfiesFeature } from '#backend/features/selfies/selfies-feature.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { StudioError } from '#studio/pool/studio-error.ts'
import { testEach } from '#tests/support/each.ts'
import {
  asyncOf,
  createTestBackend,
  FILE_BYTES,
  jpegFile,
  roundIn,
  signal,
  type World,
} from '../support/test-backend.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

test("a later selfie can reverse earlier verdicts, and the person's state follows", async () => {
  const { uid, id, added, readingOf, look } = await world.personWithSelfies(4)
  expect((await look()).person.state).toBe('ready')
  world.behaviour.reasons.set(await readingOf(added[0]), ['other_person'])
  await world.addSelfie(uid, id)
  const { selfies: list } = await world.selfies.list(uid, id)
  expect(list.map((selfie) => selfie.state)).toEqual([
    'rejected',
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ])
  expect(list[0]?.reasons).toEqual(['other_person'])
  expect((await look()).person).toMatchObject({ state: 'ready', acceptedSelfieCount: 4 })
})

test('a repeated check changes nothing, and one that never works ends as unreadable', async () => {
  const { uid, id, added } = await world.personWithSelfies(1)
  await world.selfies.check(added[0] ?? '', signal)
  const files = [{ fileName: 'c.jpg', content: asyncOf([jpegFile()]) }]
  const fresh = await world.selfies.add(uid, id, asyncOf(files))
  await world.selfies.giveUpCheck(fresh.id)
  await world.selfies.check(fresh.id, signal)
  await world.selfies.giveUpCheck(added[0] ?? '')
  const { selfies: list } = await world.selfies.list(uid, id)
  expect(list.map(({ state, reasons }) => [state, ...reasons])).toEqual([
    ['accepted'],
    ['rejected', 'unreadable'],
  ])
})

test('a check that a busy machine cut off, in all attempts of its job, is made again', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  world.behaviour.read = () => Promise.reject(new StudioError('timed_out', 'it took more than its time'))
  await expect(world.addSelfie(uid, id)).rejects.toMatchObject({ code: 'timed_out' })
  world.behaviour.read = () => Promise.resolve()
  const late = async () => (await world.selfies.list(uid, id)).selfies[1]
  const selfieId = (await late())?.id ?? ''
  await selfiesFeature(world.ports).work(world).jobs['check-selfie'].giveUp()
  await world.takeJobs('check-selfie')
  await world.selfies.reconcile(roundIn(2))
  expect(await late()).toMatchObject({ state: 'checking', reasons: [] })
  expect(await world.takeJobs('check-selfie')).toEqual([{ selfieId }])
  await world.selfies.check(selfieId, signal)
  expect(await late()).toMatchObject({ state: 'accepted' })
})

test('a check that fails for hours ends as unreadable', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const files = [{ fileName: 'c.jpg', content: asyncOf([jpegFile()]) }]
  await world.selfies.add(uid, id, asyncOf(files))
  await world.selfies.reconcile(roundIn(7))
  const { selfies: list } = await world.selfies.list(uid, id)
  expect(list[1]).toMatchObject({ state: 'rejected', reasons: ['unreadable'] })
})

test('the coach runs when a selfie is judged, not when a page is read', async () => {
  const { uid, id, added, readingOf } = await world.personWithSelfies(3)
  const asked = world.behaviour.coached
  // The test's eye counts the selfies it was shown.
  expect((await world.selfies.list(uid, id)).coach.missingCount).toBe(3)
  expect(world.behaviour.coached).toBe(asked)
  world.behaviour.reasons.set(await readingOf(added[0]), ['blurred'])
  await world.addSelfie(uid, id)
  expect((await world.selfies.list(uid, id)).coach.missingCount).toBe(3)
})

test('a stored coaching with values of an earlier version is no error', async () => {
  const { uid, id } = await world.personWithSelfies(3)
  const { persons } = tables
  const coach = { missingCount: 1, advisedCount: 5, advice: [{ code: 'jump', pose: null }], coverage: [] }
  await world.database.queries.update(persons).set({ coach }).where(eq(persons.id, id))
  expect((await world.selfies.list(uid, id)).coach).toMatchObject({ missingCount: 1, advisedCount: 5 })
  expect(SelfieCoach.parse((await world.selfies.list(uid, id)).coach).advice).toHaveLength(1)
})

test('a person in training refuses changes as busy', async () => {
  const { uid, id, buy } = await world.personWithSelfies(4)
  await buy()
  await expect(world.addSelfie(uid, id)).rejects.toMatchObject({ code: 'person_busy' })
})

test('removing a selfie deletes its files and what was made from it, and the rest is judged again', async () => {
  const { uid, id, added, readingOf, look } = await world.personWithSelfies(5)
  const [first = '', second = ''] = added
  // Refused only because of the first.
  world.behaviour.reasons.set(await readingOf(second), ['near_duplicate'])
  await world.selfies.judgeAnew(id)
  await world.previews.make(id, first, signal)
  expect((await look()).person).toMatchObject({
    state: 'ready',
    acceptedSelfieCount: 4,
    preview: { image: { selfieId: first } },
  })

  await world.selfies.remove(uid, id, first)
  // Before any selfie was judged: fewer selfies are still too few, and no picture of it is shown.
  expect((await look()).person).toMatchObject({ state: 'uploading', acceptedSelfieCount: 3, preview: null })
  await expect(world.selfies.remove(uid, id, first)).rejects.toMatchObject({ code: 'selfie_not_found' })

  world.behaviour.reasons.clear()
  await world.selfies.judgeAnew(id)
  const { selfies: left } = await world.selfies.list(uid, id)
  expect(left.map((selfie) => [selfie.id, selfie.state])).toEqual(
    added.slice(1).map((selfieId) => [selfieId, 'accepted']),
  )
  expect((await look()).person).toMatchObject({ state: 'ready', preview: { state: 'making', image: null } })
  expect(await world.filesUnder(`persons/${id}/selfies/${first}/`)).toEqual([])
  expect(await world.filesUnder(`persons/${id}/previews/`)).toEqual([])
})

test("removing another user's selfie, or one that a training needs, is refused", async () => {
  const { uid, id, added, buy } = await world.personWithSelfies(4)
  const other = await world.personWithSelfies(1)
  const [first = ''] = added
  await expect(world.selfies.remove(other.uid, id, first)).rejects.toMatchObject({ code: 'person_not_found' })
  await expect(world.selfies.remove(other.uid, other.id, first)).rejects.toMatchObject({
    code: 'selfie_not_found',
  })
  await buy()
  await expect(world.selfies.remove(uid, id, first)).rejects.toMatchObject({ code: 'person_busy' })
})

testEach([
  ['blurred', ['thumbnail'], FILE_BYTES],
  ['near_duplicate', ['image', 'thumbnail'], 2 * FILE_BYTES],
] as const)('of a selfie refused as %s, %j is kept', async (reason, files, sizeBytes) => {
  const { uid, id } = await world.personWithSelfies(1)
  const content = jpegFile()
  world.behaviour.reasons.set(Buffer.from(content).toString('hex'), [reason])
  const selfieId = await world.addSelfie(uid, id, content)
  const kept = await world.filesUnder(`persons/${id}/selfies/${selfieId}/`)
  expect(kept.map((key) => /([a-z]+)-\w+\.\w+$/.exec(key)?.[1])).toEqual(files)
  const [row] = await world.database.queries
    .select()
    .from(tables.selfies)
    .where(eq(tables.selfies.id, selfieId))
  expect(row).toMatchObject({ state: 'rejected', sizeBytes })
  const shown = (await world.selfies.list(uid, id)).selfies.find((selfie) => selfie.id === selfieId)
  expect(shown?.thumbnailUrl).not.toBeNull()
})
