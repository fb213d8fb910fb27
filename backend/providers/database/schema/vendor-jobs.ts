import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { VendorJobKind, VendorJobState } from '#backend/providers/engine/jobs-port.ts'
import { createdAt, instant, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'

/**
 * Orders at vendors, with the vendor's id and the cost. No foreign key: costs outlive deleted bundles and trainings.
 */
export const vendorJobs = pgTable(
  'vendor_jobs',
  {
    /** The product's id of the order. */
    id: text('id').primaryKey(),
    engine: text('engine').notNull(),
    kind: oneOf('kind', VendorJobKind).notNull(),
    state: oneOf('state', VendorJobState).notNull(),
    /** How often the order was submitted. */
    attempt: integer('attempt').notNull(),
    /** Null until the vendor has answered. */
    vendorId: text('vendor_id'),
    /** The engine's own notes on the job. */
    details: jsonb('details').$type<Record<string, string>>().notNull(),
    /** When it was sent; of one that waits for its turn, when it last asked. */
    submittedAt: instant('submitted_at').notNull(),
    /** Null of one that does not wait. */
    waitsSince: instant('waits_since'),
    /** The cost of all attempts, in millionths of a dollar. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.attempt, 1),
    isAtLeast(t.costMicros, 0),
    index('vendor_jobs_by_engine').on(t.engine, t.submittedAt),
  ],
)
