import { z } from 'zod'
import { BundleRepair } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'

export const repairEndpoints = {
  repairBundle: defineEndpoint({
    method: 'POST',
    path: '/persons/bundle/repair',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Makes a paid bundle anew from better selfies, once and free of charge; the old headshots stay until the new ones are there',
    body: z.object({ personid: z.uuid(), bundleid: z.uuid() }),
    response: BundleRepair,
    errors: [
      'person_not_found',
      'bundle_not_found',
      'person_busy',
      'selfies_insufficient',
      'repair_unavailable',
      'consent_required',
      'repair_without_selfies',
    ],
  }),
}
