import type {
  EndpointAnswer,
  EndpointArguments,
  EndpointDefinition,
  FilesDefinition,
} from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import type { Bundles } from '#backend/features/bundles/service.ts'
import type { Checkout } from '#backend/features/checkout/service.ts'
import type { Overview } from '#backend/features/overview/service.ts'
import { createPerson } from '#backend/features/persons/service.ts'
import type { IncomingFile } from '#backend/features/selfies/intake.ts'
import type { Selfies } from '#backend/features/selfies/service.ts'
import type { Database } from '#backend/providers/database/port.ts'

export interface Features {
  database: Database
  overview: Overview
  selfies: Selfies
  bundles: Bundles
  checkout: Checkout
}

/** What a handler receives: who calls, and the parts the definition has. */
export type Call<D extends EndpointDefinition> = EndpointArguments<D> &
  (D extends { auth: 'user' | 'verified' } ? { uid: string } : unknown) &
  (D extends { files: FilesDefinition } ? { files: AsyncIterable<IncomingFile> } : unknown)

/** One handler per endpoint; leaving one out does not compile. */
export type Handlers = {
  [N in EndpointName]: (call: Call<Endpoints[N]>) => Promise<EndpointAnswer<Endpoints[N]>>
}

const DEFAULT_CURRENCY = 'USD'

export function createHandlers({ database, overview, selfies, bundles, checkout }: Features): Handlers {
  return {
    createPerson: async ({ uid, body }) => {
      const { name, gender, consentVersion } = body
      const { id } = await database.transaction((tx) =>
        createPerson(tx, uid, { name, gender, consentVersion }),
      )
      return overview.person(uid, id)
    },
    createPersonAndUpload: async ({ uid, query, files }) => {
      const { name, gender, consent_version: consentVersion } = query
      const { personId, ...taken } = await selfies.createPersonWith(
        uid,
        { name, gender, consentVersion },
        files,
      )
      return { person: await overview.person(uid, personId), ...taken }
    },
    uploadImages: ({ uid, query, files }) => selfies.add(uid, query.personid, files),
    getPersons: async ({ uid }) => ({ persons: await overview.persons(uid) }),
    getPerson: ({ uid, query }) => overview.person(uid, query.personid),
    getUploadImages: ({ uid, query }) => selfies.list(uid, query.personid),
    getTrainingStatus: ({ uid, query }) => overview.trainingStatus(uid, query.personid),
    getPossibleBundles: async ({ uid, query }) => ({
      offers: await checkout.offers(uid, query.personid, query.currency ?? DEFAULT_CURRENCY),
    }),
    getBundle: ({ uid, query }) => bundles.get(uid, query.personid, query.bundleid),
    createCheckoutSession: async ({ uid, body }) => ({
      status: 'fulfilled',
      bundleId: await checkout.purchase(uid, body.personid, body.styleId, body.currency),
    }),
  }
}
