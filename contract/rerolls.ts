import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Reroll, UserImageKey } from './bundles.ts'
import { Cares } from './cares.ts'
import { FLAW_TEXT_MAX_LENGTH } from './limits.ts'
import { withoutDirectionControls } from './text.ts'

/** Flaws of a headshot that passed the gate. */
export const FlawReason = z.enum([
  'not_like_me',
  'eyes',
  'mouth',
  'ears',
  'hair',
  'skin',
  'clothes',
  'background',
  'other',
])
export type FlawReason = z.infer<typeof FlawReason>

export const rerollEndpoints = {
  rerollHeadshot: defineEndpoint({
    method: 'POST',
    path: '/persons/bundle/reroll_headshot',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    idempotent: true,
    summary:
      'Makes a headshot anew, as another picture of its style; the old one goes when the new one is there',
    body: z.object({
      userImageKey: UserImageKey,
      cares: Cares.optional().meta({
        description: 'What is asked for of its bundle from now on; unchanged where it is left out',
      }),
    }),
    response: Reroll,
    errors: ['headshot_not_found', 'reroll_unavailable', 'reroll_limit_reached'],
  }),
  reportFlaw: defineEndpoint({
    method: 'POST',
    path: '/persons/bundle/report_flaw',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Says what is wrong with a headshot, which may be made anew for it once; the last word counts',
    body: z.object({
      userImageKey: UserImageKey,
      reason: FlawReason,
      text: z.string().overwrite(withoutDirectionControls).trim().max(FLAW_TEXT_MAX_LENGTH).optional(),
    }),
    response: z.object({
      userImageKey: UserImageKey,
      grantsReroll: z
        .boolean()
        .meta({ description: 'Whether its re-roll counts towards none of the free ones' }),
    }),
    errors: ['headshot_not_found'],
  }),
}
