import type { personEndpoints } from '#contract/persons.ts'
import type { Overview } from '#backend/features/overview/service.ts'
import {
  createPerson,
  lockOwnPerson,
  recordConsent,
  renamePerson,
} from '#backend/features/persons/service.ts'
import type { Selfies } from '#backend/features/selfies/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'
import type { Database } from '#backend/providers/database/port.ts'

export interface PersonFeatures {
  database: Database
  overview: Overview
  selfies: Selfies
}

export function createPersonHandlers(features: PersonFeatures): HandlersOf<typeof personEndpoints> {
  const { database, overview, selfies } = features
  return {
    createPerson: async ({ uid, body, locale, idempotencyKey: creationKey }) => {
      const { name, gender, consentVersion } = body
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
        recordConsent(tx, await lockOwnPerson(tx, uid, query.personid), body.consentVersion),
      )
      return overview.person(uid, query.personid)
    },
    createPersonAndUpload: async ({ uid, query, files, locale, idempotencyKey: creationKey }) => {
      const { name, gender, consent_version: consentVersion } = query
      const person = { name, gender, consentVersion, creationKey, locale }
      const { personId, ...taken } = await selfies.createPersonWith(uid, person, files)
      return { person: await overview.person(uid, personId), ...taken }
    },
    uploadImages: ({ uid, query, files, idempotencyKey: uploadKey }) =>
      selfies.add(uid, query.personid, files, { consentVersion: query.consent_version, uploadKey }),
    presignUpload: ({ uid, query }) =>
      selfies.sign(uid, query.personid, query.media_type, query.consent_version),
    registerUpload: ({ uid, query, body, idempotencyKey: uploadKey }) =>
      selfies.register(uid, query.personid, body.objectKey, { fileName: body.fileName, uploadKey }),
    removeSelfie: async ({ uid, query }) => {
      await selfies.remove(uid, query.personid, query.selfieid)
      return { selfieId: query.selfieid }
    },
    chooseSelfie: ({ uid, query, body }) => selfies.choose(uid, query.personid, query.selfieid, body.choice),
    getPersons: async ({ uid }) => ({ persons: await overview.persons(uid) }),
    getPerson: ({ uid, query }) => overview.person(uid, query.personid),
    getUploadImages: ({ uid, query }) => selfies.list(uid, query.personid),
    getTrainingStatus: ({ uid, query }) => overview.trainingStatus(uid, query.personid),
  }
}
