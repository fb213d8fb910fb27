import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import { choice, isSet, port, text } from './fields.ts'

const MAIL_FROM = text
  .regex(/^[^\r\n]*@[^\s@>]+>?$/, 'is no address')
  .describe('Who mails are from: an address, or `Name <address>`.')

export const Mail = z.discriminatedUnion(
  'MAILER',
  [
    z
      .object({
        MAILER: z.literal('inbox'),
        INBOX_SMTP_PORT: port.default(4325).describe('Where the local inbox takes mails, on this machine.'),
        MAIL_FROM: MAIL_FROM.default(`${BRAND} <studio@localhost>`),
      })
      .transform((env) => ({
        kind: 'inbox' as const,
        host: '127.0.0.1',
        port: env.INBOX_SMTP_PORT,
        usesTls: false,
        requiresTls: false,
        credentials: undefined,
        from: env.MAIL_FROM,
      })),
    z
      .object({
        MAILER: z.literal('smtp'),
        SMTP_HOST: text.describe('The mail server.'),
        SMTP_PORT: port.default(587).describe('Its port; TLS is used from the first byte at 465.'),
        SMTP_USER: text.optional().describe('The user that signs in there; without it no one does.'),
        SMTP_PASSWORD: text.optional().describe('The password of `SMTP_USER`.'),
        SMTP_PLAIN: isSet
          .default('0')
          .describe('`1` sends without TLS where the server offers none; passwords never go that way.'),
        MAIL_FROM,
      })
      .transform((env, context) => {
        const { SMTP_USER: user, SMTP_PASSWORD: password } = env
        if ((user === undefined) !== (password === undefined)) {
          const message = 'SMTP_USER and SMTP_PASSWORD: set both or neither'
          context.addIssue({ code: 'custom', message, path: [] })
        }
        const credentials = user === undefined || password === undefined ? undefined : { user, password }
        return {
          kind: 'smtp' as const,
          host: env.SMTP_HOST,
          port: env.SMTP_PORT,
          usesTls: env.SMTP_PORT === 465,
          requiresTls: env.SMTP_PLAIN === '0' || credentials !== undefined,
          credentials,
          from: env.MAIL_FROM,
        }
      }),
  ],
  choice('inbox', 'smtp'),
)
