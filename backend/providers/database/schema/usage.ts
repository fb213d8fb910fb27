import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { AcquisitionChannel, CustomerInteraction, Platform, ShareChannel } from '#contract/analytics.ts'
import { UsageKind } from '#contract/logging.ts'
import { createdAt, knownValues, oneOf } from '../columns.ts'
import { bundles, headshots } from './bundles.ts'
import { users } from './users.ts'

/** Channels by which visitors heard of the product: written once, without personal data. */
export const acquisitionReports = pgTable(
  'acquisition_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channel: oneOf('channel', AcquisitionChannel).notNull(),
    platform: oneOf('platform', Platform).notNull(),
    createdAt,
  },
  (t) => [...knownValues(t.id)],
)

/** Visitors' steps towards a purchase: written once, without personal data. */
export const customerInteractions = pgTable(
  'customer_interactions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    event: oneOf('event', CustomerInteraction).notNull(),
    platform: oneOf('platform', Platform).notNull(),
    createdAt,
  },
  (t) => [...knownValues(t.id)],
)

/** Channels on which users shared the product: written once, deleted with the account. */
export const socialShares = pgTable(
  'social_shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    channel: oneOf('channel', ShareChannel).notNull(),
    createdAt,
  },
  (t) => [...knownValues(t.id), index('social_shares_of_user').on(t.uid, t.createdAt)],
)

/** Users' actions on their own data: written once, deleted with it. */
export const usageEvents = pgTable(
  'usage_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    kind: oneOf('kind', UsageKind).notNull(),
    userImageKey: text('user_image_key').references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    bundleId: uuid('bundle_id').references(() => bundles.id, { onDelete: 'cascade' }),
    createdAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('usage_of_user').on(t.uid, t.createdAt),
    index('usage_of_headshot').on(t.userImageKey),
    index('usage_of_bundle').on(t.bundleId),
  ],
)
