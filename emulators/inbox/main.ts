/** The local inbox: shows the mails that the Auth emulator would have sent. For development and tests only. */
import { createServer } from 'node:http'
import { z } from 'zod'
import { createMailbox, OobCodes } from './mails.ts'
import { renderInbox } from './page.ts'

const HOST = '127.0.0.1'
const POLL_INTERVAL_MS = 1000
const CALL_TIMEOUT_MS = 3000

const Environment = z.object({
  INBOX_PORT: z.coerce.number().int().min(1).max(65_535).default(4300),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().min(1),
  FIREBASE_PROJECT_ID: z.string().min(1),
  SITE_URL: z.url(),
})
const environment = Environment.parse(process.env)
const listUrl = `http://${environment.FIREBASE_AUTH_EMULATOR_HOST}/emulator/v1/projects/${environment.FIREBASE_PROJECT_ID}/oobCodes`
const mailbox = createMailbox(environment.SITE_URL)

async function fetchMails(): Promise<void> {
  const response = await fetch(listUrl, {
    headers: { authorization: 'Bearer owner' },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  mailbox.receive(OobCodes.parse(await response.json()).oobCodes, new Date())
}

/** The emulator may still be starting; what it holds is asked for again at the next poll. */
const refresh = () => fetchMails().catch(() => undefined)

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', `http://${HOST}`)
  if (pathname === '/healthz') {
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  } else if (pathname === '/') {
    void refresh().then(() => {
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store')
      response.end(renderInbox(mailbox.list(), environment.SITE_URL))
    })
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  }
})

const timer = setInterval(() => void refresh(), POLL_INTERVAL_MS)
server.listen(environment.INBOX_PORT, HOST)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    clearInterval(timer)
    server.close()
    server.closeAllConnections()
  })
}
