import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { answerWithin, UnavailableError } from '../outage/unavailable-error.ts'
import { MailRefusedError, type Mailer } from './mail-port.ts'

export interface SmtpOptions {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS is requested, and required where `requiresTls`. */
  usesTls: boolean
  requiresTls: boolean
  credentials: { user: string; password: string } | undefined
  /** `Name <address>` or an address. */
  from: string
}

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 20_000
/** No message of ours takes longer, however slowly the server goes on talking. */
const SEND_TIMEOUT_MS = 60_000
const CONNECTIONS = 2

/** RFC 5321: 5yz is a permanent refusal; those about signing in or about us are ours to mend, and worth another try. */
const SmtpError = z.object({ responseCode: z.int(), command: z.string().optional() })
const OURS_TO_MEND = ['AUTH', 'MAIL FROM', 'EHLO', 'STARTTLS', 'CONN']

/** nodemailer over a few kept connections. @see https://nodemailer.com/smtp */
export function createSmtpMailer({ credentials, from, ...server }: SmtpOptions): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: server.host,
    port: server.port,
    secure: server.usesTls,
    requireTLS: server.requiresTls,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // No part of a message is ever loaded from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return {
    domain,
    async send({ to, subject, text, html, messageId, headers, files = [] }) {
      const sending = transport.sendMail({
        from,
        // One address, with any characters in it: never a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        headers: { ...headers },
        attachments: files.map(({ fileName, mediaType, bytes, contentId }) => ({
          filename: fileName,
          contentType: mediaType,
          content: Buffer.from(bytes),
          ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
        })),
      })
      await answerWithin('mail', SEND_TIMEOUT_MS, sending).catch((error: unknown) => {
        const { data } = SmtpError.safeParse(error)
        const isPermanent = data !== undefined && data.responseCode >= 500
        if (!isPermanent || OURS_TO_MEND.some((command) => data.command?.startsWith(command)))
          throw error instanceof UnavailableError ? error : new UnavailableError('mail', { cause: error })
        throw new MailRefusedError(`refused with ${data.responseCode}`, { cause: error })
      })
    },
    close: () => transport.close(),
  }
}
