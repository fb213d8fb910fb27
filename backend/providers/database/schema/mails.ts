import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { Locale } from '#contract/locales.ts'
import { MailFailure, MailState, MailTemplate } from '#contract/mails.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { users } from './users.ts'

/** Messages to send, and sent ones. A message's data and address are kept until it is sent, or no operator will send it again. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** The event it reports: one message for each. Contains no personal data. */
    occasion: text('occasion').notNull().unique(),
    template: oneOf('template', MailTemplate).notNull(),
    locale: oneOf('locale', Locale).notNull(),
    /** The recipient: a user, at their address at the time of sending, or an address. */
    uid: text('uid').references(() => users.uid, { onDelete: 'cascade' }),
    address: text('address'),
    /** The data of the template; parse it when read. */
    data: jsonb('data'),
    state: oneOf('state', MailState).notNull(),
    failure: oneOf('failure', MailFailure),
    sentAt: instant('sent_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    check(
      'mails_content_while_queued',
      sql`case when ${t.state} = 'queued' then ${t.data} is not null and (${t.uid} is null) <> (${t.address} is null) when ${t.state} = 'failed' then true else ${t.data} is null and ${t.address} is null end`,
    ),
    index('mails_of_user').on(t.uid),
    index('mails_by_age').on(t.createdAt),
    index('mails_given_up')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['failed'])),
    index('mails_open')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['queued'])),
  ],
)
