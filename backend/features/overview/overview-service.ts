import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { HeadshotRating } from '#contract/bundles.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { ProductError } from '#contract/errors.ts'
import type { Person } from '#contract/persons.ts'
import { isConsentCurrent } from '#contract/consent.ts'
import type { Processing } from '#contract/processing.ts'
import { bestFirst, latestRepair, ratedFirst, summarize } from '#backend/features/bundles/bundles-service.ts'
import {
  repairableOf,
  repairableUntil,
  retrainingOf,
  selfieInUse,
  requiredEngines,
  takesSelfies,
} from '#backend/features/persons/persons-service.ts'
import { showPreview } from '#backend/features/previews/previews-service.ts'
import { showTraining } from '#backend/features/training/training-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { bundles, headshots, persons, selfies, trainings } = tables

type TrainingStatus = EndpointAnswer<Endpoints['getTrainingStatus']>

const LEAST_LIKED_FIRST = `{${HeadshotRating.options.join()}}`
const NEWEST_FIRST = { orderBy: desc(trainings.createdAt) } as const
const LATEST_TRAINING = { ...NEWEST_FIRST, limit: 1 } as const

/**
 * The view of persons, newest first: one statement for any number, each part of it by its index. Prepared, because
 * building, parsing and planning it take longer than running it.
 */
const prepareShown = (queries: Queries, name: string, where: SQL | undefined) =>
  queries.query.persons
    .findMany({
      where,
      orderBy: desc(persons.createdAt),
      with: {
        selfies: {
          columns: { id: true, thumbnailKey: true, createdAt: true },
          where: selfieInUse,
          orderBy: asc(selfies.ordinal),
        },
        previews: true,
        retentions: { columns: { deletesAt: true } },
        payments: true,
        trainings: NEWEST_FIRST,
        bundles: {
          columns: { plan: false },
          orderBy: desc(bundles.createdAt),
          with: {
            headshots: {
              columns: {
                thumbnailKey: true,
                passed: true,
                appeal: true,
                likeness: true,
                sourceKey: true,
                shotIndex: true,
                rating: true,
                isFavourite: true,
              },
              // The first in the gallery's order.
              orderBy: [
                desc(headshots.passed),
                desc(headshots.isFavourite),
                desc(sql`array_position(${LEAST_LIKED_FIRST}::text[], ${headshots.rating})`),
                desc(headshots.appeal),
                desc(headshots.likeness),
                asc(headshots.shotIndex),
              ],
              limit: 1,
            },
          },
        },
      },
    })
    .prepare(name)

type ShownRow = Awaited<ReturnType<ReturnType<typeof prepareShown>['execute']>>[number]

/** An owner's view of their persons: each with its training and bundles. */
export function createOverview(deps: { database: Database; storage: Storage; processing: Processing }) {
  const { database, storage, processing } = deps
  const ofUser = eq(persons.uid, sql.placeholder('uid'))
  const allShown = prepareShown(database.queries, 'shown_persons', ofUser)
  const oneShown = prepareShown(
    database.queries,
    'shown_person',
    and(ofUser, eq(persons.id, sql.placeholder('personId'))),
  )
  const thumbnail = async (key: string | null | undefined) =>
    key ? storage.signUrl(key, { mediaType: 'image/webp' }) : null

  const show = async (row: ShownRow): Promise<Person> => {
    const { id, name, gender, state, consentVersion, consentedAt } = row
    const retraining = retrainingOf(row.trainings, row.selfies)
    const now = new Date()
    const canRepair = repairableOf(row.bundles, row.payments).some(
      ([, bundle]) => repairableUntil(bundle, now) !== undefined,
    )
    const own = row.bundles.filter(({ repairOf }) => repairOf === null)
    const [preview] = row.previews
    const [training] = row.trainings
    const [retention] = row.retentions
    const [best] = ratedFirst(bestFirst(own.flatMap((bundle) => bundle.headshots)))
    const firstSelfie = row.selfies.find(({ thumbnailKey }) => thumbnailKey !== null)
    const [coverUrl, shownPreview, shownBundles] = await Promise.all([
      thumbnail(best?.thumbnailKey ?? firstSelfie?.thumbnailKey),
      preview ? showPreview(preview, storage) : null,
      Promise.all(
        own.map(async (bundle) =>
          summarize(
            bundle,
            await thumbnail(bundle.headshots[0]?.thumbnailKey),
            row.bundles.filter(({ repairOf }) => repairOf === bundle.id),
          ),
        ),
      ),
    ])
    return {
      id,
      name,
      gender,
      state,
      coverUrl,
      consent:
        consentVersion === null || consentedAt === null
          ? null
          : {
              version: consentVersion,
              isCurrent: isConsentCurrent(consentVersion, requiredEngines(processing)),
              givenAt: consentedAt.toISOString(),
            },
      acceptedSelfieCount: row.selfies.length,
      takesSelfies: takesSelfies(row) && (state !== 'trained' || retraining.isLeft || canRepair),
      isRenewalUsed: !retraining.isLeft,
      newSelfieCount: state === 'trained' ? retraining.newSelfieCount : 0,
      preview: shownPreview,
      training: training ? showTraining(training, now) : null,
      bundles: shownBundles,
      deletesAt: retention?.deletesAt.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }
  }

  return {
    /** Newest first. */
    async persons(uid: string): Promise<Person[]> {
      return Promise.all((await allShown.execute({ uid })).map(show))
    },

    /** @throws ProductError person_not_found */
    async person(uid: string, personId: string): Promise<Person> {
      const [row] = await oneShown.execute({ uid, personId })
      if (!row) throw new ProductError('person_not_found')
      return show(row)
    },

    /** The view that a page polls while work is running. @throws ProductError person_not_found */
    async trainingStatus(uid: string, personId: string): Promise<TrainingStatus> {
      const person = await database.queries.query.persons.findFirst({
        columns: { state: true },
        where: and(eq(persons.uid, uid), eq(persons.id, personId)),
        with: {
          trainings: LATEST_TRAINING,
          bundles: {
            columns: { plan: false },
            orderBy: desc(bundles.createdAt),
          },
        },
      })
      if (!person) throw new ProductError('person_not_found')
      const [training] = person.trainings
      return {
        personState: person.state,
        training: training ? showTraining(training, new Date()) : null,
        bundles: person.bundles
          .filter(({ repairOf }) => repairOf === null)
          .map(({ id, state, generatedCount, totalCount }) => ({
            id,
            state,
            generatedCount,
            totalCount,
            repair: latestRepair(person.bundles.filter(({ repairOf }) => repairOf === id)),
          })),
      }
    },
  }
}
