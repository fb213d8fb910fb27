import { signal, type World } from './test-backend.ts'

/** A person with one bundle that is ready. */
export async function readyPerson(world: World) {
  const person = await world.personWithSelfies(5)
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(bundleId, signal)
  const { headshots } = await world.bundles.get(person.uid, person.id, bundleId)
  return { ...person, bundleId, headshots, keys: headshots.map(({ userImageKey }) => userImageKey) }
}
export type ReadyPerson = Awaited<ReturnType<typeof readyPerson>>
