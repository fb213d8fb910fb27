import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { HeadshotRating } from '#contract/bundles.ts'
import { ShareState } from '#contract/sharing.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { headshots } from './bundles.ts'
import { persons } from './persons.ts'

/** Links by which others see a person; the token in a link is kept as its hash alone. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    state: oneOf('state', ShareState).notNull(),
    /** The person's name behind this link; null where none is shown. */
    shownName: text('shown_name'),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('shares_of_person').on(t.personId, t.createdAt.desc()),
    index('shares_active')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, ['active'])),
  ],
)

/** Visitors of a link, each with a token of their own, kept as its hash alone. */
export const recipients = pgTable(
  'recipients',
  {
    id: uuid('id').primaryKey(),
    shareId: uuid('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The caller's idempotency key of the registration; a repeat finds the recipient by it. */
    creationKey: text('creation_key'),
    /** The recipient's own name; null until given. */
    name: text('name'),
    /** When they last voted or rated; null before. */
    lastActiveAt: instant('last_active_at'),
    /** The last activity that was reported to the owner. */
    reportedAt: instant('reported_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    unique('recipient_created_once').on(t.shareId, t.creationKey),
    index('recipients_of_share').on(t.shareId, t.createdAt.desc()),
    index('recipients_unreported')
      .on(t.shareId)
      .where(sql`${t.reportedAt} is distinct from ${t.lastActiveAt}`),
  ],
)

/** A recipient's rating of a headshot; no row without one. */
export const recipientRatings = pgTable(
  'recipient_ratings',
  {
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** Its user image key. */
    headshot: text('headshot')
      .notNull()
      .references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    rating: oneOf('rating', HeadshotRating).notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.headshot),
    primaryKey({ columns: [t.recipientId, t.headshot] }),
    index('recipient_ratings_of_headshot').on(t.headshot),
  ],
)

/** A recipient's choice between two headshots; a pair has one fixed order, so that there is one vote on it. */
export const votes = pgTable(
  'votes',
  {
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** User image keys, the lesser first by their bytes. */
    firstHeadshot: text('first_headshot')
      .notNull()
      .references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    secondHeadshot: text('second_headshot')
      .notNull()
      .references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    prefersFirst: boolean('prefers_first').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    primaryKey({ columns: [t.recipientId, t.firstHeadshot, t.secondHeadshot] }),
    check('votes_in_order', sql`${t.firstHeadshot} collate "C" < ${t.secondHeadshot} collate "C"`),
    index('votes_of_first').on(t.firstHeadshot),
    index('votes_of_second').on(t.secondHeadshot),
  ],
)

/** Headshots published under a key, which is kept as its hash alone. */
export const imageShares = pgTable(
  'image_shares',
  {
    id: uuid('id').primaryKey(),
    /** Its user image key. */
    headshot: text('headshot')
      .notNull()
      .references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    /** SHA-256 of the key, lower-case hex. */
    keyHash: text('key_hash').notNull().unique(),
    showsName: boolean('shows_name').notNull(),
    showsBefore: boolean('shows_before').notNull(),
    revokedAt: instant('revoked_at'),
    createdAt,
    updatedAt,
  },
  (t) => [index('image_shares_of_headshot').on(t.headshot)],
)
