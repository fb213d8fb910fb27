import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { HEADSHOTS_PER_BUNDLE, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { SelfieChoice } from '#contract/selfies.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { SelfieChoices } from '#backend/providers/engine/engine-port.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.plans = () => true
  world.behaviour.rendered = []
})

/** A person with one good selfie more than needed; `choose` also runs the job that it enqueued. */
async function chooser(count = SELFIE_MIN_ACCEPTED + 1) {
  const person = await world.personWithSelfies(count)
  const choose = async (selfieId: string | undefined, choice: SelfieChoice) => {
    const chosen = await world.selfies.choose(person.uid, person.id, selfieId ?? '', choice)
    for (const { personId } of await world.takeJobs('judge-selfies')) await world.selfies.judgeAnew(personId)
    return chosen
  }
  const list = () => world.selfies.list(person.uid, person.id)
  return { ...person, choose, list }
}

test('a left-out selfie does not count until it is restored, and is not trained on', async () => {
  const { id, added, choose, list, look, buy } = await chooser(6)
  const [first, second] = added
  await world.previews.make(id, first ?? '', signal)
  expect(await choose(first, 'left_out')).toMatchObject({ id: first, state: 'accepted', choice: 'left_out' })
  expect((await list()).coach.missingCount).toBe(5)
  expect((await look()).person).toMatchObject({
    state: 'ready',
    acceptedSelfieCount: 5,
    preview: { state: 'making', image: null },
  })
  await choose(second, 'left_out')
  await choose(first, 'none')
  expect((await look()).person.acceptedSelfieCount).toBe(5)

  let learned: string[] = []
  world.behaviour.train = (order) => {
    learned = order.selfies.map((selfie) => selfie.id)
    return Promise.resolve(modelOf(order))
  }
  await buy()
  await world.trainings.run((await look()).trainingId, signal)
  expect(learned).toEqual(added.filter((selfieId) => selfieId !== second))
  // Once restored, it is one that the model was not trained on.
  await choose(second, 'none')
  expect((await look()).person.newSelfieCount).toBe(1)
})

test('the preview is made from a preferred selfie', async () => {
  const { id, added, choose, look } = await chooser()
  const wanted = added[2] ?? ''
  await world.previews.make(id, added[0] ?? '', signal)
  await choose(wanted, 'preferred')
  await world.previews.make(id, wanted, signal)
  expect((await look()).person.preview).toMatchObject({ state: 'ready', image: { selfieId: wanted } })
})

test('the required number of good selfies stays in use', async () => {
  const { uid, id, added, choose, order, look } = await chooser()
  const [first = '', second = '', third = ''] = added
  await choose(first, 'left_out')
  await expect(choose(second, 'left_out')).rejects.toMatchObject({ code: 'selfies_needed' })
  // A repeat is no further one.
  expect(await choose(first, 'left_out')).toMatchObject({ choice: 'left_out' })
  await world.selfies.remove(uid, id, third)
  expect((await look()).person).toMatchObject({ state: 'uploading', acceptedSelfieCount: 3 })
  await expect(order()).rejects.toMatchObject({ code: 'selfies_insufficient' })
  await choose(first, 'none')
  expect((await look()).person).toMatchObject({ state: 'ready', acceptedSelfieCount: 4 })
})

test("a choice is refused for a refused selfie, another user's, or one that a training needs", async () => {
  const { id, uid, added, choose, readingOf, buy } = await chooser()
  const [first = '', second = ''] = added
  const other = await chooser(1)
  await expect(world.selfies.choose(other.uid, id, first, 'preferred')).rejects.toMatchObject({
    code: 'person_not_found',
  })
  await expect(world.selfies.choose(uid, other.id, first, 'preferred')).rejects.toMatchObject({
    code: 'person_not_found',
  })
  await expect(other.choose(first, 'preferred')).rejects.toMatchObject({ code: 'selfie_not_found' })
  world.behaviour.reasons.set(await readingOf(first), ['blurred'])
  await world.selfies.judgeAnew(id)
  await expect(choose(first, 'preferred')).rejects.toMatchObject({ code: 'selfie_refused' })
  await buy()
  await expect(choose(second, 'preferred')).rejects.toMatchObject({ code: 'person_busy' })
})

test('headshots and re-rolls follow preferred and left-out selfies', async () => {
  const { uid, id, added, choose, buy, look } = await chooser(6)
  const [first = '', second = '', third = ''] = added
  await choose(first, 'left_out')
  await choose(second, 'preferred')
  const bundleId = await buy()
  await world.trainings.run((await look()).trainingId, signal)
  const seen: SelfieChoices[] = []
  // Of the third selfie is the shot that comes next.
  world.behaviour.plans = (shot, choices) => {
    seen.push(choices)
    return shot !== HEADSHOTS_PER_BUNDLE || !choices.leftOut.includes(third)
  }
  await world.bundles.generate(bundleId, signal)
  expect(seen.at(-1)).toEqual({ preferred: [second], leftOut: [first] })
  expect(world.behaviour.rendered).toHaveLength(HEADSHOTS_PER_BUNDLE)

  await choose(third, 'left_out')
  const [old] = (await world.bundles.get(uid, id, bundleId)).headshots
  const { id: rerollId } = await world.rerollRequests.reroll(uid, old?.userImageKey ?? '', undefined)
  await world.rerolls.make(rerollId, signal)
  expect(world.behaviour.rendered.at(-1)).toBe(HEADSHOTS_PER_BUNDLE + 1)
  expect((await world.bundles.get(uid, id, bundleId)).rerolls).toMatchObject([{ state: 'done' }])
})

test('a headshot is compared with its selfie, though that was left out since', async () => {
  const { id, uid, added, choose, buy, look } = await chooser()
  const [first = ''] = added
  const bundleId = await buy()
  await world.trainings.run((await look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  const [made] = (await world.bundles.get(uid, id, bundleId)).headshots
  const userImageKey = made?.userImageKey ?? ''
  const { headshots } = tables
  await world.database.queries
    .update(headshots)
    .set({ sourceKey: first })
    .where(eq(headshots.userImageKey, userImageKey))
  await choose(first, 'left_out')
  await world.headshotFiles.framing(uid, userImageKey)
  await world.finishing.frame(userImageKey, signal)
  expect((await world.headshotFiles.framing(uid, userImageKey)).before).not.toBeNull()
})
