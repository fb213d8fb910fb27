import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Locale } from './locales.ts'
import { Currency } from './money.ts'

/** What the user chose, and what stands about them. */
export const Profile = z
  .object({
    locale: Locale.nullable().meta({ description: 'The language of mails; null until chosen' }),
    currency: Currency.nullable().meta({ description: 'Prices are shown in it; null follows the language' }),
    consents: z
      .array(
        z.object({
          personId: z.uuid(),
          kind: z.enum(['granted', 'withdrawn']),
          version: z.string(),
          at: z.iso.datetime(),
        }),
      )
      .meta({ description: 'What was said about biometric processing, newest first' }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

/** granted, withdrawn: written once for each time it was said */
export const ConsentEventKind = z.enum(['granted', 'withdrawn'])
export type ConsentEventKind = z.infer<typeof ConsentEventKind>

/** requested -> emptied -> signed_off -> done; back to emptied when something came meanwhile */
export const DeletionState = z.enum(['requested', 'emptied', 'signed_off', 'done'])
export type DeletionState = z.infer<typeof DeletionState>

export const accountEndpoints = {
  getProfile: defineEndpoint({
    method: 'GET',
    path: '/user/profile',
    aliases: [],
    auth: 'user',
    rate: 'read',
    summary: 'What the user chose, and what was consented to',
    response: Profile,
    errors: [],
  }),
  updateProfile: defineEndpoint({
    method: 'PUT',
    path: '/user/profile',
    aliases: [],
    auth: 'user',
    rate: 'write',
    summary: 'Changes what is named; null takes a choice back',
    body: z.object({ locale: Locale.nullable().optional(), currency: Currency.nullable().optional() }),
    response: Profile,
    errors: [],
  }),
  withdrawConsent: defineEndpoint({
    method: 'POST',
    path: '/persons/withdraw_consent',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Takes back the consent for a person: processing stops, selfies, model and readings go, what was not delivered is paid back, and finished headshots stay',
    query: z.object({ personid: z.uuid() }),
    response: z.object({ personId: z.uuid() }),
    errors: ['person_not_found'],
  }),
  deleteUser: defineEndpoint({
    method: 'POST',
    path: '/user/delete',
    aliases: [],
    auth: 'user',
    recentSignIn: true,
    rate: 'write',
    summary: 'Deletes the account with everything of it; a mail says when it is done',
    response: z.object({ requestedAt: z.iso.datetime() }),
    errors: [],
  }),
}
