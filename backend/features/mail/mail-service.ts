import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import type { MailFailure, MailTemplate } from '#contract/mails.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { databaseTime } from '#backend/features/deadlines.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { MailRefusedError, type Mailer, type MailFile } from '#backend/providers/mail/mail-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { layOutHtml, layOutText } from './mail-layout.ts'
import type { Attached, MailContent } from './mail-template.ts'
import { mailLifecycle } from './mail-lifecycle.ts'
import { composeMail, templates, type MailData } from './templates.ts'
import { createWords, type Words } from './mail-words.ts'

export { writeBill } from './mail-bill.ts'
export { createWords, type Words } from './mail-words.ts'
export type { Attached } from './mail-template.ts'
export type { MailData } from './templates.ts'

const { mails, users } = tables

/** How long a sent mail stays on record; a repeat of its occasion after that is sent again. */
const RECORD_MS = 90 * 24 * 3_600_000
const PRUNE_ROWS = 1000
/**
 * How long the content of a given-up mail is kept for an operator to send it again: as long as its subject is still open
 * (a refund, a withdrawal, the guarantee). After a month without an operator's look, a later one does not help.
 */
const RESENDABLE_MS = 30 * 24 * 3_600_000
/** How long a mail is tried: servers that are away come back within days (RFC 5321, 4.5.4.1). */
const TRIED_FOR_MS = 4 * 24 * 3_600_000

type MailRow = typeof mails.$inferSelect
const WITHOUT_CONTENT = { data: null, address: null }

export interface NewMail<T extends MailTemplate> {
  template: T
  data: MailData<T>
  /** A user, at their current address at the time of sending; or an address. */
  to: { uid: string } | { address: string }
  /** The user's own by default; English without one. */
  locale?: Locale | undefined
  /**
   * The event it reports, e.g. `headshots-ready:<bundle>`: one mail is sent for each occasion. Contains no personal
   * data.
   */
  occasion: string
}

/**
 * Has a mail sent once the caller's transaction has committed. A second one of the same occasion is none, and neither is
 * one to a user who has been deleted.
 */
export async function enqueueMail<T extends MailTemplate>(
  queue: Queue,
  tx: Queries,
  { template, data, to, locale, occasion }: NewMail<T>,
): Promise<void> {
  // Parsed here, so that the caller gets the error, not the job.
  const parsed = templates[template].data.parse(data)
  const uid = 'uid' in to ? to.uid : null
  const user = uid === null ? undefined : await readUser(tx, uid)
  if (uid !== null && !user) return
  const [added] = await tx
    .insert(mails)
    .values({
      id: randomUUID(),
      occasion,
      template,
      uid,
      data: parsed,
      state: 'queued',
      locale: locale ?? user?.locale ?? DEFAULT_LOCALE,
      address: 'address' in to ? to.address : null,
    })
    .onConflictDoNothing({ target: mails.occasion })
    .returning({ id: mails.id })
  if (added) await enqueueJob(queue, tx, 'send-mail', { mailId: added.id })
}

/** The rendered mail. @throws z.ZodError when the data does not fit the template */
export function renderMail<T extends MailTemplate>(
  template: T,
  locale: Locale,
  data: MailData<T>,
  siteUrl: string,
): { subject: string; text: string; html: string } {
  return render(template, locale, data, siteUrl)
}

function render(template: MailTemplate, locale: Locale, data: unknown, siteUrl: string) {
  return layOut(composeMail(template, locale, data, siteUrl), createWords(locale, siteUrl))
}

function layOut(content: MailContent, words: Words, picture?: MailFile) {
  const shown = picture?.contentId === undefined ? undefined : { contentId: picture.contentId }
  const description = words.say('mails.headshots-ready.picture')
  return {
    subject: content.subject,
    text: layOutText(content, words),
    html: layOutHtml(content, words, shown && { ...shown, description }),
  }
}

/**
 * Makes the attachment of a mail from the rows at the time of sending. Undefined when the payment or headshot was deleted
 * meanwhile, or when a picture could not be made; any other failure makes the mail be tried again.
 */
export type MakeMailFile = (
  attached: Attached,
  locale: Locale,
  signal: AbortSignal,
) => Promise<MailFile | undefined>

/** Sending, in jobs. */
export function createMails(deps: {
  database: Database
  queue: Queue
  identity: Pick<Identity, 'lookUp'>
  mailer: Mailer
  siteUrl: string
  makeFile: MakeMailFile
}) {
  const { database, queue, identity, mailer, siteUrl, makeFile } = deps

  /** Ends a queued mail. The content of one that an operator sees, and may send again, is kept; any other is deleted. */
  const close = (mailId: string, failure: MailFailure | null): Promise<void> =>
    database.transaction(async (tx) => {
      const [row] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
      const event = failure === null ? 'taken' : 'fail'
      if (!row || !mailLifecycle.allows(row.state, event)) return
      const state = mailLifecycle.next(row.state, event)
      const sentAt = failure === null ? new Date() : null
      const hasFailed = failure === 'refused' || failure === 'attempts_exhausted'
      // A mail about mails that fail would be one of them.
      const isShown = hasFailed && row.template !== 'operator-review'
      await tx
        .update(mails)
        .set({ state, failure, sentAt, ...(!isShown && WITHOUT_CONTENT) })
        .where(eq(mails.id, mailId))
      if (!isShown) await closeReview(tx, 'mail_given_up', mailId)
      else
        await askForReview(tx, {
          kind: 'mail_given_up',
          subject: mailId,
          reference: row.template,
          detail: failure,
        })
    })

  const addressOf = async ({ uid, address }: MailRow): Promise<string | undefined> =>
    uid === null ? (address ?? undefined) : (await identity.lookUp(uid))?.email

  return {
    /**
     * Sends a queued mail. A process killed between the server's acceptance and the commit sends the mail twice,
     * under the same message id.
     */
    async send(mailId: string, signal: AbortSignal): Promise<void> {
      const [row] = await database.queries.select().from(mails).where(eq(mails.id, mailId))
      if (row?.state !== 'queued') return
      const to = await addressOf(row)
      if (to === undefined) return close(mailId, 'no_recipient')
      const content = composeMail(row.template, row.locale, row.data, siteUrl)
      const file = content.attached && (await makeFile(content.attached, row.locale, signal))
      const message = layOut(content, createWords(row.locale, siteUrl), file)
      try {
        await mailer.send({
          ...message,
          to,
          files: file ? [file] : [],
          messageId: `${mailId}@${mailer.domain}`,
          // RFC 3834: no holiday notices in return.
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': row.locale },
        })
      } catch (error) {
        if (error instanceof MailRefusedError) return close(mailId, 'refused')
        throw error
      }
      await close(mailId, null)
    },

    /**
     * After the last attempt of a job. A mail younger than `TRIED_FOR_MS` stays queued, and the next round enqueues it
     * again; an older one ends, and its content is deleted too.
     */
    async giveUp(mailId: string): Promise<void> {
      const [row] = await database.queries.select().from(mails).where(eq(mails.id, mailId))
      const now = await databaseTime(database.queries)
      if (row && now.getTime() - row.createdAt.getTime() < TRIED_FOR_MS) return
      await close(mailId, 'attempts_exhausted')
    },

    /** Enqueues mails that lost their job, and forgets those sent long ago, and what those say that were given up. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = eq(mails.state, 'queued')
      const open = { name: 'mails', table: mails, at: mails.createdAt, id: mails.id, where }
      await reconcileRows(database.queries, round, open, ({ id }) =>
        database.transaction((tx) => enqueueJob(queue, tx, 'send-mail', { mailId: id })),
      )
      const { queries } = database
      const isPastResending = lt(mails.createdAt, new Date(round.now.getTime() - RESENDABLE_MS))
      await queries
        .update(mails)
        .set(WITHOUT_CONTENT)
        .where(and(eq(mails.state, 'failed'), isPastResending, isNotNull(mails.data)))
      const old = queries
        .select({ id: mails.id })
        .from(mails)
        .where(
          and(
            inArray(mails.state, ['sent', 'failed']),
            lt(mails.createdAt, new Date(round.now.getTime() - RECORD_MS)),
          ),
        )
        .limit(PRUNE_ROWS)
      await queries.delete(mails).where(inArray(mails.id, old))
    },
  }
}

/** Forgets what a given-up mail says, as an operator decided that it is not sent again. */
export async function forgetMail(tx: Queries, mailId: string): Promise<void> {
  await tx
    .update(mails)
    .set(WITHOUT_CONTENT)
    .where(and(eq(mails.id, mailId), eq(mails.state, 'failed')))
}

/**
 * Sends a mail again that was given up, to the recipient of the first or to `address`, in the caller's transaction.
 * @returns undefined when there is none of that id, `gone` when its content is not kept
 */
export async function resendMail(
  tx: Queries,
  queue: Queue,
  mailId: string,
  address?: string,
): Promise<MailRow | 'gone' | undefined> {
  const [row] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
  if (!row) return undefined
  if (row.data === null || !mailLifecycle.allows(row.state, 'resend')) return 'gone'
  const state = mailLifecycle.next(row.state, 'resend')
  const to = address === undefined ? {} : { uid: null, address }
  // Tried for as long as a new one.
  const createdAt = new Date()
  await tx
    .update(mails)
    .set({ state, failure: null, createdAt, ...to })
    .where(eq(mails.id, mailId))
  await enqueueJob(queue, tx, 'send-mail', { mailId })
  return row
}

/** Mails that wait or were given up, the latest first. */
export function unsentMails(queries: Queries, limit: number): Promise<MailRow[]> {
  const where = inArray(mails.state, ['queued', 'failed'])
  return queries.select().from(mails).where(where).orderBy(desc(mails.createdAt)).limit(limit)
}

async function readUser(queries: Queries, uid: string) {
  const [user] = await queries.select({ locale: users.locale }).from(users).where(eq(users.uid, uid))
  return user
}
