import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import {
  assertConsent,
  createPerson,
  lockOwnPerson,
  recordConsent,
  renamePerson,
} from '#backend/features/persons/persons-service.ts'
import { createSelfies } from '#backend/features/selfies/selfies-service.ts'
import { createOverview } from './overview-service.ts'

/** The calls about a person: each changes it, and returns its new view. */
export function overviewFeature(deps: FeatureDeps) {
  const { database, processing } = deps
  const overview = createOverview(deps)
  const selfies = createSelfies(deps)
  return {
    handlers: {
      createPerson: async ({ uid, body, locale, idempotencyKey: creationKey }) => {
        const { name, gender, consentVersion } = body
        if (consentVersion !== undefined) assertConsent({ consentVersion }, undefined, processing)
        const { id } = await database.transaction((tx) =>
          createPerson(tx, uid, { name, gender, consentVersion, creationKey, locale }),
        )
        return overview.person(uid, id)
      },
      renamePerson: async ({ uid, query, body }) => {
        await renamePerson(database.queries, uid, query.personid, body.name)
        return overview.person(uid, query.personid)
      },
      grantConsent: async ({ uid, query, body }) => {
        await database.transaction(async (tx) =>
          recordConsent(tx, await lockOwnPerson(tx, uid, query.personid), body.consentVersion, processing),
        )
        return overview.person(uid, query.personid)
      },
      createPersonAndUpload: async ({ uid, query, files, locale, idempotencyKey: creationKey }) => {
        const { name, gender, consent_version: consentVersion } = query
        const person = { name, gender, consentVersion, creationKey, locale }
        const { personId, ...taken } = await selfies.createPersonWith(uid, person, files)
        return { person: await overview.person(uid, personId), ...taken }
      },
      getPersons: async ({ uid }) => ({ persons: await overview.persons(uid) }),
      getPerson: ({ uid, query }) => overview.person(uid, query.personid),
      getTrainingStatus: ({ uid, query }) => overview.trainingStatus(uid, query.personid),
    },
  } satisfies Feature
}
