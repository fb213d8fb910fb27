import type { Readable } from 'node:stream'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** One message received by SMTP. */
export interface ReceivedMail {
  /** Counts up from 1 in order of arrival. */
  id: number
  messageId: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** Its bytes as they came. */
  raw: string
  receivedAt: Date
}

/** Limits of the store: the oldest mails go first. */
export const KEPT = { mails: 500, bytes: 32 * 2 ** 20, mailBytes: 2 ** 20 } as const

/** Messages in memory, within bounds. */
export function createStore(kept: { mails: number; bytes: number } = KEPT) {
  const mails = new Map<number, ReceivedMail>()
  let heldBytes = 0
  let count = 0
  return {
    async receive(raw: string, envelopeTo: string[], receivedAt: Date): Promise<ReceivedMail> {
      const parsed = await simpleParser(raw, { skipTextToHtml: true, skipImageLinks: true })
      const mail = {
        id: ++count,
        messageId: parsed.messageId ?? '',
        from: parsed.from?.text ?? '',
        to: envelopeTo,
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html === false ? '' : (parsed.html ?? ''),
        raw,
        receivedAt,
      }
      mails.set(mail.id, mail)
      heldBytes += raw.length
      for (const [id, oldest] of mails) {
        if (mails.size <= kept.mails && heldBytes <= kept.bytes) break
        mails.delete(id)
        heldBytes -= oldest.raw.length
      }
      return mail
    },
    find: (id: number): ReceivedMail | undefined => mails.get(id),
    /** Newest first; of one address when it is given. */
    list: (to?: string): ReceivedMail[] =>
      [...mails.values()].filter((mail) => to === undefined || mail.to.includes(to)).reverse(),
  }
}

export type Store = ReturnType<typeof createStore>

/** Accepts every message for every address, and stores it before it acknowledges it. */
export function createSmtpServer(store: Store): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: KEPT.mailBytes,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      readAll(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 })
          const to = session.envelope.rcptTo.map(({ address }) => address)
          return store.receive(raw, to, new Date())
        })
        .then(({ id }) => callback(null, `kept as ${id}`), callback)
    },
  })
  // A client that breaks off in the middle of a mail: what it began is dropped.
  server.on('error', () => undefined)
  return server
}

/** No more than is kept of one message; the rest runs past. */
async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= KEPT.mailBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
