/** The local inbox: shows what the product mails, and what the Auth emulator would have mailed or sent to a phone. For development and tests only. */
import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { readOptions, refuse } from '#scripts/options.ts'
import { createMailbox, OobCodes } from './mails.ts'
import { renderInbox, renderReceived } from './page.ts'
import { createTextMessages, VerificationCodes } from './text-messages.ts'
import { createSmtpServer, createStore, type ReceivedMail } from './received.ts'

const HELP = `node emulators/inbox/main.ts

The environment says where it finds the rest: FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_PROJECT_ID and SITE_URL; and its ports,
on this machine alone: INBOX_PORT (4300) and INBOX_SMTP_PORT (4325). 'npm start' runs one.`

const HOST = '127.0.0.1'
const POLL_INTERVAL_MS = 1000
const CALL_TIMEOUT_MS = 3000

const port = z.coerce.number().int().min(1).max(65_535)
const Environment = z.object({
  INBOX_PORT: port.default(4300),
  INBOX_SMTP_PORT: port.default(4325),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().min(1),
  FIREBASE_PROJECT_ID: z.string().min(1),
  SITE_URL: z.url(),
})
readOptions(HELP, {})
const read = Environment.safeParse(process.env)
const environment = read.success ? read.data : refuse(z.prettifyError(read.error))
const emulatorUrl = `http://${environment.FIREBASE_AUTH_EMULATOR_HOST}/emulator/v1/projects/${environment.FIREBASE_PROJECT_ID}`
const mailbox = createMailbox(environment.SITE_URL)
const texts = createTextMessages()
const store = createStore()

async function fetchList(list: 'oobCodes' | 'verificationCodes'): Promise<unknown> {
  const response = await fetch(`${emulatorUrl}/${list}`, {
    headers: { authorization: 'Bearer owner' },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  return response.json()
}

async function fetchMessages(): Promise<void> {
  const [mails, codes] = await Promise.all([fetchList('oobCodes'), fetchList('verificationCodes')])
  mailbox.receive(OobCodes.parse(mails).oobCodes, new Date())
  texts.receive(VerificationCodes.parse(codes).verificationCodes, new Date())
}

/** The emulator may still be starting; the next poll asks again. */
const refresh = () => fetchMessages().catch(() => undefined)

/** A mail's own page runs no scripts and loads no files; its links open in new tabs. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

function answer(response: ServerResponse, mediaType: string, body: string): void {
  response.setHeader('content-type', `${mediaType}; charset=utf-8`).setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff').end(body)
}

function answerReceived(response: ServerResponse, mail: ReceivedMail, part: string | undefined): void {
  if (part === 'html') {
    response.setHeader('content-security-policy', MAIL_POLICY)
    answer(response, 'text/html', mail.html.replace('<head>', '<head><base target="_blank">'))
  } else if (part === 'text') answer(response, 'text/plain', mail.text)
  else if (part === 'raw') answer(response, 'text/plain', mail.raw)
  else answer(response, 'text/html', renderReceived(mail))
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`)
  const [, id, part] = /^\/mails\/(\d+)(?:\/(html|text|raw))?$/.exec(pathname) ?? []
  const mail = id === undefined ? undefined : store.find(Number(id))
  if (pathname === '/healthz') {
    answer(response, 'application/json', '{"status":"ok"}')
  } else if (pathname === '/api/mails') {
    // For tests: newest first, filtered by the address in `to` if given.
    answer(
      response,
      'application/json',
      JSON.stringify({ mails: store.list(searchParams.get('to') ?? undefined) }),
    )
  } else if (mail) {
    answerReceived(response, mail, part)
  } else if (pathname === '/') {
    void refresh().then(() =>
      answer(
        response,
        'text/html',
        renderInbox(mailbox.list(), environment.SITE_URL, store.list(), texts.list()),
      ),
    )
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  }
})

const timer = setInterval(() => void refresh(), POLL_INTERVAL_MS)
const smtp = createSmtpServer(store)
smtp.listen(environment.INBOX_SMTP_PORT, HOST, () => server.listen(environment.INBOX_PORT, HOST))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    clearInterval(timer)
    smtp.close()
    server.close()
    server.closeAllConnections()
  })
}
