import { OPEN_REPAIR_STATES, type BundleRepair } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Processing } from '#contract/processing.ts'
import {
  insertRepair,
  latestRepair,
  lockBundle,
  queuePaidBundles,
  repairsOf,
  showRepair,
} from '#backend/features/bundles/bundles-service.ts'
import {
  assertCompaniesAgreedTo,
  hasUnlearnedSelfies,
  lockOwnPerson,
  promiseOf,
  readRepairChances,
} from '#backend/features/persons/persons-service.ts'
import { acceptedSelfies } from '#backend/features/selfies/selfies-service.ts'
import { requestTraining } from '#backend/features/training/training-service.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

/** Requests to repair paid bundles with better selfies; the usual bundle jobs render them. */
export function createRepairs(deps: {
  database: Database
  queue: Queue
  promises: StylePromises
  processing: Processing
}) {
  const { database, queue, promises, processing } = deps
  return {
    /**
     * Requests a repair, with a training where the model was not trained on all good selfies. While it is running a
     * repeat returns the same one.
     * @throws ProductError person_not_found, bundle_not_found, person_busy, consent_required, selfies_insufficient,
     * repair_unavailable,
     * repair_without_selfies
     */
    repair(uid: string, personId: string, bundleId: string): Promise<BundleRepair> {
      return database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        const bundle = await lockBundle(tx, bundleId)
        if (bundle?.personId !== personId || bundle.repairOf !== null) {
          throw new ProductError('bundle_not_found')
        }
        const asked = latestRepair(await repairsOf(tx, bundleId))
        if (asked && OPEN_REPAIR_STATES.includes(asked.state)) return asked
        const chance = (await readRepairChances(tx, personId, promises)).get(bundleId)
        if (!chance) throw new ProductError('repair_unavailable')
        if (person.state === 'training') throw new ProductError('person_busy')
        const promise = promises.of(bundle.styleId)
        if (!promise) throw new ProductError('repair_unavailable')
        assertCompaniesAgreedTo(person, processing)
        if (chance.newSelfieCount === 0) throw new ProductError('repair_without_selfies')
        const { length: selfieCount } = await acceptedSelfies(tx, personId)
        if (selfieCount < SELFIE_MIN_ACCEPTED) throw new ProductError('selfies_insufficient')
        const repair = await insertRepair(tx, bundle, promiseOf(promise, selfieCount))
        const needsTraining = await hasUnlearnedSelfies(tx, person, bundle.styleId, promises)
        if (needsTraining) await requestTraining(tx, queue, person)
        else await queuePaidBundles(tx, queue, personId)
        return showRepair(repair)
      })
    },
  }
}
