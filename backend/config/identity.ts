import { z } from 'zod'
import { choice, text } from './fields.ts'

/** Of a verdict on a token; no setting keeps a disabled user in for longer. */
const VERDICT_SECONDS_MOST = 60

const firebase = {
  FIREBASE_PROJECT_ID: text.describe('The Firebase project whose users sign in.'),
  FIREBASE_AUTH_EMULATOR_HOST: text
    .optional()
    .describe('`host:port` of the Auth emulator: its unsigned tokens are taken, and no others.'),
  IDENTITY_VERDICT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(VERDICT_SECONDS_MOST)
    .default(VERDICT_SECONDS_MOST)
    .describe(
      'How long a token that was found good is believed, at most 60: so long may a disabled user go on, and so long waits ' +
        'the deletion of an account.',
    ),
}
const identityOf = <C>(
  env: {
    FIREBASE_PROJECT_ID: string
    FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
    IDENTITY_VERDICT_SECONDS: number
  },
  credential: C,
) => ({
  projectId: env.FIREBASE_PROJECT_ID,
  usesEmulator: env.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
  verdictMs: env.IDENTITY_VERDICT_SECONDS * 1000,
  credential,
})

export const Identity = z.discriminatedUnion(
  'FIREBASE_CREDENTIAL',
  [
    z
      .object({ FIREBASE_CREDENTIAL: z.literal('none'), ...firebase })
      .transform((env) => identityOf(env, { kind: 'none' as const })),
    z
      .object({
        FIREBASE_CREDENTIAL: z.literal('service-account'),
        ...firebase,
        FIREBASE_CLIENT_EMAIL: text.describe('The service account.'),
        FIREBASE_PRIVATE_KEY: text.describe('Its private key (PEM); line ends may be written as `\\n`.'),
      })
      .transform((env) =>
        identityOf(env, {
          kind: 'service-account' as const,
          clientEmail: env.FIREBASE_CLIENT_EMAIL,
          privateKey: env.FIREBASE_PRIVATE_KEY.replaceAll('\\n', '\n'),
        }),
      ),
    z
      .object({
        FIREBASE_CREDENTIAL: z.literal('application-default'),
        ...firebase,
        GOOGLE_APPLICATION_CREDENTIALS: text
          .optional()
          .describe(
            "The service account's JSON file; without it, what the machine is given by Google's cloud.",
          ),
      })
      .transform((env) => identityOf(env, { kind: 'application-default' as const })),
  ],
  choice('none', 'service-account', 'application-default'),
)
