import { z } from 'zod'
import { UserImageKey } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'

/** Recorded actions of users on their own data. */
export const UsageKind = z.enum([
  'upscaling_clicked',
  'image_downloaded',
  'results_clicked',
  'referral_code_shared',
])
export type UsageKind = z.infer<typeof UsageKind>

const log = {
  method: 'PUT',
  aliases: [],
  auth: 'verified',
  rate: 'write',
  response: z.object({ recorded: z.literal(true) }),
} as const
const oneHeadshot = {
  body: z.object({ userImageKey: UserImageKey }),
  errors: ['headshot_not_found'],
} as const

export const loggingEndpoints = {
  logUpscalingClicked: defineEndpoint({
    ...log,
    ...oneHeadshot,
    path: '/logging/user_clicked_upscaling',
    summary: 'Notes that the user wanted a headshot larger',
  }),
  logImageDownloaded: defineEndpoint({
    ...log,
    ...oneHeadshot,
    path: '/logging/user_downloaded_image',
    summary: 'Notes that the user downloaded a headshot',
  }),
  logResultsClicked: defineEndpoint({
    ...log,
    path: '/logging/user_results_clicked',
    summary: 'Notes that the user opened the headshots of a bundle',
    body: z.object({ personid: z.uuid(), bundleid: z.uuid() }),
    errors: ['bundle_not_found'],
  }),
}
