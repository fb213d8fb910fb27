import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AcquisitionChannel, CustomerInteraction, Platform } from '#contract/analytics.ts'
import type { JobPayload, ReportedEvent } from '#backend/jobs/catalogue.ts'
import type { Analytics, AnalyticsEvent, Occurrence } from '#backend/providers/analytics/analytics-port.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

const { acquisitionReports, bundles, customerInteractions, payments, persons, trainings } = tables

/** Records the product's use, and sends completed work to the analytics service where there is one. */
export function createReports({ database, analytics }: { database: Database; analytics: Analytics }) {
  const { queries } = database

  const tellOfVisitor = (event: AnalyticsEvent): void =>
    analytics.capture(event, { id: randomUUID(), uid: null, happenedAt: new Date() })

  return {
    async acquisition(report: { channel: AcquisitionChannel; platform: Platform }): Promise<void> {
      await queries.insert(acquisitionReports).values(report)
      tellOfVisitor({ name: 'acquisition_channel_reported', properties: report })
    },

    async interaction(report: { event: CustomerInteraction; platform: Platform }): Promise<void> {
      await queries.insert(customerInteractions).values(report)
      tellOfVisitor({ name: 'customer_interaction_reported', properties: report })
    },

    /** Reports completed work; nothing is sent when its rows are deleted. */
    async tell({ event, subjectId }: JobPayload<'report-event'>): Promise<void> {
      const told = await TELLERS[event](queries, subjectId)
      if (told) analytics.capture(told.event, { id: subjectId, uid: told.uid, happenedAt: told.happenedAt })
    },
  }
}

interface Told extends Omit<Occurrence, 'id'> {
  event: AnalyticsEvent
}

/** The properties of each event, from its rows. */
const TELLERS: Readonly<
  Record<ReportedEvent, (queries: Queries, subjectId: string) => Promise<Told | undefined>>
> = {
  bundle_purchased: tellOfPurchase,
  training_succeeded: tellOfTraining,
  headshots_ready: tellOfHeadshots,
}

async function tellOfPurchase(queries: Queries, paymentId: string): Promise<Told | undefined> {
  const [row] = await queries.select().from(payments).where(eq(payments.id, paymentId))
  if (!row) return undefined
  const { uid, styleId, includesTraining, provider, amountMinor, regularAmountMinor, currency } = row
  const properties = { styleId, includesTraining, provider, amountMinor, regularAmountMinor, currency }
  return { uid, happenedAt: row.paidAt ?? row.createdAt, event: { name: 'bundle_purchased', properties } }
}

async function tellOfTraining(queries: Queries, trainingId: string): Promise<Told | undefined> {
  const [row] = await queries
    .select({ uid: persons.uid, createdAt: trainings.createdAt, finishedAt: trainings.finishedAt })
    .from(trainings)
    .innerJoin(persons, eq(persons.id, trainings.personId))
    .where(eq(trainings.id, trainingId))
  if (!row?.finishedAt) return undefined
  const { uid, createdAt, finishedAt: happenedAt } = row
  const properties = { durationSeconds: secondsBetween(createdAt, happenedAt) }
  return { uid, happenedAt, event: { name: 'training_succeeded', properties } }
}

async function tellOfHeadshots(queries: Queries, bundleId: string): Promise<Told | undefined> {
  const [row] = await queries
    .select({
      uid: persons.uid,
      styleId: bundles.styleId,
      headshotCount: bundles.generatedCount,
      createdAt: bundles.createdAt,
      updatedAt: bundles.updatedAt,
    })
    .from(bundles)
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(eq(bundles.id, bundleId))
  if (!row) return undefined
  const { uid, styleId, headshotCount, createdAt, updatedAt: happenedAt } = row
  const properties = { styleId, headshotCount, durationSeconds: secondsBetween(createdAt, happenedAt) }
  return { uid, happenedAt, event: { name: 'headshots_ready', properties } }
}

function secondsBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 1000)
}
