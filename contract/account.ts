import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Locale } from './locales.ts'
import { Currency } from './money.ts'

/** The user's choices, and facts about the account. */
export const Profile = z
  .object({
    locale: Locale.nullable().meta({ description: 'The language of mails; null until chosen' }),
    currency: Currency.nullable().meta({ description: 'Prices are shown in it; null follows the language' }),
    isAcquisitionAsked: z
      .boolean()
      .meta({ description: 'Whether the user was asked how they heard of the product, and answered or not' }),
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

/** granted, withdrawn: one event for each time the user said so */
export const ConsentEventKind = z.enum(['granted', 'withdrawn'])
export type ConsentEventKind = z.infer<typeof ConsentEventKind>

/** requested -> emptied -> signed_off -> done; back to emptied when new data arrived meanwhile */
export const DeletionState = z.enum(['requested', 'emptied', 'signed_off', 'done'])
export type DeletionState = z.infer<typeof DeletionState>

/** making -> ready | failed */
export const ExportState = z.enum(['making', 'ready', 'failed'])
export type ExportState = z.infer<typeof ExportState>

/** How long an export can be downloaded. */
export const EXPORT_KEPT_DAYS = 7

export const DataExport = z
  .object({
    state: ExportState,
    requestedAt: z.iso.datetime(),
    sizeBytes: z.int().nonnegative().nullable(),
    downloadUrl: z
      .url()
      .nullable()
      .meta({ description: 'Signed, for one to two hours; ask again for another' }),
    validUntil: z.iso.datetime().nullable().meta({ description: 'Then the file is deleted' }),
  })
  .meta({ id: 'DataExport' })
export type DataExport = z.infer<typeof DataExport>

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
    body: z.object({
      locale: Locale.nullable().optional(),
      currency: Currency.nullable().optional(),
      isAcquisitionAsked: z.literal(true).optional(),
    }),
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
  signOutEverywhere: defineEndpoint({
    method: 'POST',
    path: '/user/sign_out_everywhere',
    aliases: [],
    auth: 'user',
    rate: 'write',
    summary:
      'Ends every sign-in of the user, the one that asks included; within a minute nothing answers to them',
    response: z.object({ signedOut: z.literal(true) }),
    errors: [],
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
  requestExport: defineEndpoint({
    method: 'POST',
    path: '/user/export',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Has everything held put into one ZIP; one at a time, and a mail says when it is ready',
    response: DataExport,
    errors: [],
  }),
  getExport: defineEndpoint({
    method: 'GET',
    path: '/user/export',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'The latest export, while there is one',
    response: z.object({ export: DataExport.nullable() }),
    errors: [],
  }),
}
