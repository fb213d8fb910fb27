import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** requested -> done: once neither files nor models are left */
export const PersonDeletionState = z.enum(['requested', 'done'])
export type PersonDeletionState = z.infer<typeof PersonDeletionState>

export const deletionEndpoints = {
  deletePerson: defineEndpoint({
    method: 'POST',
    path: '/persons/delete',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Deletes a person with all their data, jobs under way included; undelivered headshots are refunded, and a mail says when everything is gone',
    query: z.object({ personid: z.uuid() }),
    response: z.object({ receiptId: z.uuid() }),
    errors: ['person_not_found'],
  }),
}
