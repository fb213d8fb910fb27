import { and, asc, count, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Person } from '#contract/persons.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { summarize, type BundleRow } from '#backend/features/bundles/service.ts'
import { findPerson, type PersonRow } from '#backend/features/persons/service.ts'
import { showPreview, type PreviewRow } from '#backend/features/previews/service.ts'
import { showTraining, type TrainingRow } from '#backend/features/training/service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'

const { bundles, headshots, persons, previews, selfies, trainings } = tables

export type Overview = ReturnType<typeof createOverview>
type TrainingStatus = EndpointAnswer<Endpoints['getTrainingStatus']>

/** What an owner sees of their persons: each with its training and bundles. */
export function createOverview(deps: { database: Database; storage: Storage }) {
  const { database, storage } = deps
  const thumbnail = async (key: string | undefined) =>
    key === undefined ? null : storage.signUrl(key, { mediaType: 'image/webp' })

  /** A fixed number of queries, however many persons. */
  const show = async (rows: PersonRow[]): Promise<Person[]> => {
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return []
    const [accepted, firstSelfie, preview, training, bundleRows] = await Promise.all([
      countAccepted(database.queries, ids),
      firstThumbnails(database.queries, ids),
      previewsOf(database.queries, ids),
      latestTrainings(database.queries, ids),
      bundlesOf(database.queries, ids),
    ])
    const covers = await bundleCovers(database.queries, [...bundleRows.values()].flat())
    const now = new Date()
    const showOne = async (row: PersonRow): Promise<Person> => {
      const own = bundleRows.get(row.id) ?? []
      const best = own
        .flatMap((bundle) => covers.get(bundle.id) ?? [])
        .sort((a, b) => b.likeness - a.likeness)[0]
      const trained = training.get(row.id)
      const previewed = preview.get(row.id)
      const [coverUrl, shownPreview, shownBundles] = await Promise.all([
        thumbnail(best?.thumbnailKey ?? firstSelfie.get(row.id)),
        previewed ? showPreview(previewed, storage) : null,
        Promise.all(
          own.map(async (bundle) => summarize(bundle, await thumbnail(covers.get(bundle.id)?.thumbnailKey))),
        ),
      ])
      return {
        id: row.id,
        name: row.name,
        gender: row.gender,
        state: row.state,
        acceptedSelfieCount: accepted.get(row.id) ?? 0,
        coverUrl,
        preview: shownPreview,
        training: trained ? showTraining(trained, now) : null,
        bundles: shownBundles,
        createdAt: row.createdAt.toISOString(),
      }
    }
    return Promise.all(rows.map(showOne))
  }

  return {
    /** Newest first. */
    async persons(uid: string): Promise<Person[]> {
      const rows = await database.queries
        .select()
        .from(persons)
        .where(eq(persons.uid, uid))
        .orderBy(desc(persons.createdAt))
      return show(rows)
    },

    /** @throws ProductError person_not_found */
    async person(uid: string, personId: string): Promise<Person> {
      const [person] = await show([await findPerson(database.queries, uid, personId)])
      if (!person) throw new Error('a person that was found is not shown')
      return person
    },

    /** What a page polls while work is under way. @throws ProductError person_not_found */
    async trainingStatus(uid: string, personId: string): Promise<TrainingStatus> {
      const person = await findPerson(database.queries, uid, personId)
      const training = (await latestTrainings(database.queries, [personId])).get(personId)
      const own = (await bundlesOf(database.queries, [personId])).get(personId) ?? []
      return {
        personState: person.state,
        training: training ? showTraining(training, new Date()) : null,
        bundles: own.map(({ id, state, generatedCount, totalCount }) => ({
          id,
          state,
          generatedCount,
          totalCount,
        })),
      }
    },
  }
}

async function countAccepted(queries: Queries, personIds: string[]): Promise<Map<string, number>> {
  const rows = await queries
    .select({ personId: selfies.personId, count: count() })
    .from(selfies)
    .where(and(inArray(selfies.personId, personIds), eq(selfies.state, 'accepted')))
    .groupBy(selfies.personId)
  return new Map(rows.map((row) => [row.personId, row.count]))
}

async function firstThumbnails(queries: Queries, personIds: string[]): Promise<Map<string, string>> {
  const rows = await queries
    .selectDistinctOn([selfies.personId], { personId: selfies.personId, key: selfies.thumbnailKey })
    .from(selfies)
    .where(
      and(
        inArray(selfies.personId, personIds),
        eq(selfies.state, 'accepted'),
        isNotNull(selfies.thumbnailKey),
      ),
    )
    .orderBy(selfies.personId, asc(selfies.ordinal))
  return new Map(rows.flatMap((row) => (row.key === null ? [] : [[row.personId, row.key]])))
}

async function previewsOf(queries: Queries, personIds: string[]): Promise<Map<string, PreviewRow>> {
  const rows = await queries.select().from(previews).where(inArray(previews.personId, personIds))
  return new Map(rows.map((row) => [row.personId, row]))
}

async function latestTrainings(queries: Queries, personIds: string[]): Promise<Map<string, TrainingRow>> {
  const rows = await queries
    .selectDistinctOn([trainings.personId])
    .from(trainings)
    .where(inArray(trainings.personId, personIds))
    .orderBy(trainings.personId, desc(trainings.createdAt))
  return new Map(rows.map((row) => [row.personId, row]))
}

async function bundlesOf(queries: Queries, personIds: string[]): Promise<Map<string, BundleRow[]>> {
  const rows = await queries
    .select()
    .from(bundles)
    .where(inArray(bundles.personId, personIds))
    .orderBy(desc(bundles.createdAt))
  return Map.groupBy(rows, (row) => row.personId)
}

async function bundleCovers(
  queries: Queries,
  rows: BundleRow[],
): Promise<Map<string, { thumbnailKey: string; likeness: number }>> {
  if (rows.length === 0) return new Map()
  const best = await queries
    .selectDistinctOn([headshots.bundleId], {
      bundleId: headshots.bundleId,
      thumbnailKey: headshots.thumbnailKey,
      likeness: headshots.likeness,
    })
    .from(headshots)
    .where(
      inArray(
        headshots.bundleId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(headshots.bundleId, desc(headshots.passed), desc(headshots.likeness))
  return new Map(best.map((row) => [row.bundleId, row]))
}
