import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import type { StyleId } from '#contract/styles.ts'
import { createReports } from '#backend/features/analytics/analytics-service.ts'
import { createExportWork } from '#backend/features/account/export-jobs.ts'
import { createExports } from '#backend/features/account/account-exports.ts'
import { createAccountDeletion } from '#backend/features/account/account-deletion.ts'
import { createAccount } from '#backend/features/account/account-service.ts'
import { createMailFiles } from '#backend/mail-files.ts'
import { createMails } from '#backend/features/mail/mail-service.ts'
import { createRetention } from '#backend/features/retention/expire-personal-data.ts'
import type { Mailer } from '#backend/providers/mail/mail-port.ts'
import { createGeneration } from '#backend/features/bundles/bundle-generation.ts'
import { createRerollRequests } from '#backend/features/bundles/reroll-requests.ts'
import { createRerolls } from '#backend/features/bundles/rerolls.ts'
import { createBundles } from '#backend/features/bundles/bundles-service.ts'
import { createCheckout, createOffers, createRefunds } from '#backend/features/checkout/checkout-service.ts'
import { createCorrections } from '#backend/features/directory/corrections.ts'
import { createDirectory } from '#backend/features/directory/directory-service.ts'
import { databaseTime } from '#backend/features/deadlines.ts'
import { createEngineRelease } from '#backend/features/engine-release.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { createFeedback } from '#backend/features/feedback/feedback-service.ts'
import { createPersonDeletion } from '#backend/features/deletion/deletion-confirmation.ts'
import { createPersonDeletionRequests } from '#backend/features/deletion/deletion-requests-service.ts'
import { createHandoffs } from '#backend/features/phone-upload/phone-upload-service.ts'
import { createHeadshotFiles } from '#backend/features/finishing/finishing-service.ts'
import { createFinishingWork } from '#backend/features/finishing/finishing-jobs.ts'
import { processingOf } from '#backend/features/processing/processing.ts'
import { createStylePromises } from '#backend/providers/engine/routed-engine.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { createFiles } from '#backend/features/files/files-service.ts'
import { createImageSharing } from '#backend/features/image-sharing/image-sharing-service.ts'
import { createCredits } from '#backend/features/credits/credits-service.ts'
import { createDiscounts } from '#backend/features/discounts/discounts-service.ts'
import { createLogging } from '#backend/features/logging/logging-service.ts'
import { createOverview } from '#backend/features/overview/overview-service.ts'
import { createPerson } from '#backend/features/persons/persons-service.ts'
import { createPaymentEvents } from '#backend/features/payment-events/payment-events-service.ts'
import { createPreviews } from '#backend/features/previews/previews-service.ts'
import { createProvenance } from '#backend/features/provenance/provenance-service.ts'
import type { Reconciliation } from '#backend/features/reconciliation.ts'
import { createReceipts } from '#backend/features/receipts/receipts-service.ts'
import { createReferrals } from '#backend/features/referrals/referrals-service.ts'
import { createSelfieChecks } from '#backend/features/selfies/selfie-checks.ts'
import { createSelfies } from '#backend/features/selfies/selfies-service.ts'
import { createRecipients } from '#backend/features/sharing/share-recipients.ts'
import { createResults } from '#backend/features/sharing/share-results.ts'
import { createSharing } from '#backend/features/sharing/sharing-service.ts'
import { createRepairs } from '#backend/features/repairs/repairs-service.ts'
import { createWithdrawals } from '#backend/features/withdrawals/withdrawals-service.ts'
import { createSummaries } from '#backend/features/sharing/vote-summaries.ts'
import { createTrainings } from '#backend/features/training/training-service.ts'
import { jobs, type JobName, type JobPayload } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { openDatabase, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { PaymentGateway } from '#backend/providers/payments/payments-port.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import {
  createBehaviour,
  createEye,
  createFinishing,
  createEngine,
  createGateway,
  createIdentity,
  UNSIGNED,
  type Behaviour,
} from './scripted.ts'

export const signal = new AbortController().signal

/** A run of the reconciler as if hours later; its errors fail the test. */
export const roundIn = (hours: number): Reconciliation => ({
  now: new Date(Date.now() + hours * 3_600_000),
  signal,
  onFailed: (about, cause) => {
    throw new Error(`${about.rows} ${about.id} could not be reconciled`, { cause })
  },
})

/** As a worker makes one. */
export const roundByDatabase = async (world: Pick<World, 'database'>): Promise<Reconciliation> => ({
  ...roundIn(0),
  now: await databaseTime(world.database.queries),
})

export const asyncOf = <T>(items: Iterable<T>): AsyncIterable<T> => Readable.from(items)

const JPEG_START = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]
/** Bytes of every file `jpegFile` makes. */
export const FILE_BYTES = 90
let picture = 0

/** A file that passes for a JPEG, unlike every other. */
export function jpegFile(): Uint8Array {
  const label = `picture ${picture++}`.padEnd(FILE_BYTES - JPEG_START.length)
  return Buffer.from([...JPEG_START, ...Buffer.from(label)])
}

/** What production has: a minute. */
export const VERDICT_MS = 60_000

const Waiting = z.object({ rows: z.array(z.object({ data: z.unknown() })) })

async function openServices(
  { database, connection, close }: OpenDatabase,
  folder: string,
  behaviour: Behaviour,
  gateway: PaymentGateway,
) {
  const storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const queue = createPgBossQueue({
    connection,
    supervise: false,
    onError: () => undefined,
  })
  await queue.start(QUEUE_DEFINITIONS)
  const [engine, eye] = [createEngine(behaviour, storage), createEye(behaviour)]
  const deps = {
    database,
    queue,
    storage,
    signer: UNSIGNED,
    engine,
    eye,
    gateways: { free: gateway, credits: gateway, stripe: gateway },
    processing: processingOf([studioOutlook.profile], { kind: 'files' }),
    promises: {
      of(styleId: StyleId) {
        const { headshotsFrom, cares } = engine
        const outlooks = behaviour.outlooks.map((outlook) => ({
          ...outlook,
          headshotsFrom,
          cares: cares.filter((care) => outlook.cares.includes(care)),
        }))
        return createStylePromises(outlooks).of(styleId)
      },
    },
  }
  const trainings = createTrainings(deps)
  const identity = createIdentity(behaviour)
  /** The dependencies of the features behind the API. */
  const ports: FeatureDeps = {
    ...deps,
    engineHooks: {},
    identity: {
      ...identity,
      lookUp: async (uid) =>
        (await identity.lookUp(uid)) ?? {
          email: behaviour.emails.get(uid),
          emailVerified: true,
          displayName: undefined,
          isBlocked: behaviour.blocked.has(uid),
        },
    },
    analytics: {
      capture: (event, occurrence) => void behaviour.told.push({ event, occurrence }),
      close: () => Promise.resolve(),
    },
    siteUrl: 'http://site.example',
    charges: true,
    refundsPaused: false,
    seller: {
      name: 'Studio GmbH',
      addressLines: ['Hauptstrasse 1', '8000 Zürich'],
      email: 'office@studio.example',
      taxId: null,
      taxPercent: 8.1,
    },
  }
  const checkout = createCheckout(ports)
  const files = createFiles(deps)
  const mailer: Mailer = {
    domain: 'site.example',
    async send(mail) {
      await behaviour.send(mail)
      behaviour.mailed.push(mail)
    },
    close: () => undefined,
  }
  return {
    database,
    connection,
    queue,
    storage,
    engine,
    ports,
    processing: deps.processing,
    files,
    identity,
    mails: createMails({
      ...deps,
      identity,
      mailer,
      siteUrl: 'https://site.example',
      makeFile: createMailFiles(ports, { finishing: createFinishing(behaviour), log: behaviour.log }),
    }),
    account: createAccount({ ...deps, identity }),
    accountDeletion: createAccountDeletion({ ...deps, identity, files, verdictMs: VERDICT_MS }),
    exports: { ...createExports(deps), ...createExportWork({ ...deps, identity }) },
    retention: createRetention(deps),
    engineRelease: createEngineRelease(deps),
    provenance: createProvenance(deps),
    selfies: { ...createSelfies(deps), ...createSelfieChecks(deps) },
    previews: createPreviews(deps),
    trainings,
    rerolls: createRerolls({ ...deps, modelOf: trainings.modelOf }),
    rerollRequests: createRerollRequests(deps),
    repairs: createRepairs(deps),
    handoffs: createHandoffs(deps),
    personDeletions: createPersonDeletionRequests(deps),
    personDeletion: createPersonDeletion({ ...deps, files }),
    headshotFiles: createHeadshotFiles(deps),
    finishing: createFinishingWork({ ...deps, finishing: createFinishing(behaviour) }),
    bundles: { ...createBundles(deps), ...createGeneration({ ...deps, modelOf: trainings.modelOf }) },
    eye,
    /** The same work in another process, whose engine does not know this one's jobs. */
    otherWorker: createGeneration({
      ...deps,
      engine: createEngine(behaviour, storage),
      modelOf: trainings.modelOf,
    }),
    checkout,
    offers: createOffers({ ...deps, charges: true }),
    sharing: createSharing(deps),
    recipients: createRecipients(deps),
    shareResults: createResults(deps),
    summaries: createSummaries(deps),
    imageSharing: createImageSharing(deps),
    feedback: createFeedback(deps),
    refunds: createRefunds(deps),
    receipts: createReceipts(ports),
    paymentEvents: createPaymentEvents(ports),
    withdrawals: createWithdrawals(ports),
    overview: createOverview(deps),
    reports: createReports(ports),
    credits: createCredits(deps),
    discounts: createDiscounts(deps),
    logging: createLogging(deps),
    referrals: createReferrals(ports),
    directory: createDirectory(deps),
    corrections: createCorrections(deps),
    /** The keys in storage under a prefix now. */
    async keysUnder(prefix: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of storage.list(prefix)) keys.push(key)
      return keys
    },
    async close() {
      await queue.stop(100)
      await close()
    },
  }
}

/** All services on a database and files of their own, with an engine and an eye that do as they are told. No job runs by itself. */
export async function createTestBackend(open: () => Promise<OpenDatabase> = openDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'test-backend-'))
  const behaviour = createBehaviour()
  const gateway = createGateway(behaviour)
  const services = await openServices(await open(), folder, behaviour, gateway)

  /** The files under a prefix, after every requested deletion was done. */
  const filesUnder = async (prefix: string): Promise<string[]> => {
    for (const payload of await takeJobs('delete-files')) await services.files.delete(payload, signal)
    return services.keysUnder(prefix)
  }

  /** A person with a bundle of twelve headshots of any model. */
  const personWithHeadshots = async (styleId: StyleId = 'studio-grey') => {
    const person = await personWithSelfies()
    const bundleId = await person.buy(styleId)
    await services.trainings.run((await person.look()).trainingId, signal)
    await services.bundles.generate(bundleId, signal)
    const get = () => services.bundles.get(person.uid, person.id, bundleId)
    return { ...person, bundleId, get }
  }

  /** The jobs of a name that wait, taken out of the queue. */
  const takeJobs = async <N extends JobName>(name: N): Promise<JobPayload<N>[]> => {
    const waiting = sql`delete from pgboss.job where name = ${name} and state = 'created' returning data`
    const { rows } = Waiting.parse(await services.database.queries.execute(waiting))
    // Sound by construction: the payload is parsed by the definition of the same name.
    return rows.map(({ data }) => jobs[name].payload.parse(data) as JobPayload<N>)
  }

  /** Passes all pending cancellations and deletions to the engine. */
  const releaseEngine = async (): Promise<void> => {
    for (const payload of await takeJobs('cancel-engine-job')) await services.engineRelease.cancel(payload)
    for (const payload of await takeJobs('delete-model')) await services.engineRelease.deleteModel(payload)
  }

  /** Uploads one more file and runs its check. */
  const addSelfie = async (uid: string, personId: string, content = jpegFile()): Promise<string> => {
    const files = [{ fileName: 'a.jpg', content: asyncOf([content]) }]
    const selfie = await services.selfies.add(uid, personId, asyncOf(files))
    await services.selfies.check(selfie.id, signal)
    return selfie.id
  }

  /** Sends the mails that wait, as the worker would, and returns them. */
  const sendMails = async () => {
    const sent = behaviour.mailed.length
    for (const { mailId } of await takeJobs('send-mail')) await services.mails.send(mailId, signal)
    return behaviour.mailed.slice(sent)
  }

  /** A person of this user, without selfies. */
  const personOf = (uid: string) =>
    services.database.transaction((tx) =>
      createPerson(tx, uid, {
        name: 'Anna',
        gender: 'female',
        consentVersion: CONSENT_VERSION,
        creationKey: undefined,
      }),
    )

  /** A person whose selfies were read. */
  const personWithSelfies = async (count = 4) => {
    const uid = randomUUID()
    const { id } = await personOf(uid)
    const added: string[] = []
    for (let i = 0; i < count; i++) added.push(await addSelfie(uid, id))
    const order = (styleId: StyleId = 'studio-grey') =>
      services.checkout.purchase({ uid, personId: id, styleId, currency: 'EUR', locale: 'de' })
    const buy = async (styleId?: StyleId) => {
      const session = await order(styleId)
      if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
      return session.bundleId
    }
    const readingOf = async (selfieId: string | undefined) => {
      const [row] = await services.database.queries
        .select({ reading: tables.selfies.reading })
        .from(tables.selfies)
        .where(eq(tables.selfies.id, selfieId ?? ''))
      return row?.reading ?? ''
    }
    const look = async () => {
      const person = await services.overview.person(uid, id)
      const { trainings, payments } = tables
      const { queries } = services.database
      const [training] = await queries
        .select()
        .from(trainings)
        .where(eq(trainings.personId, id))
        .orderBy(trainings.createdAt)
      const paid = await queries.select({ state: payments.state }).from(payments).where(eq(payments.uid, uid))
      return { person, trainingId: training?.id ?? '', payments: paid.map(({ state }) => state) }
    }
    return { uid, id, added, order, buy, readingOf, look }
  }

  return {
    ...services,
    behaviour,
    filesUnder,
    takeJobs,
    sendMails,
    releaseEngine,
    gateway,
    addSelfie,
    personOf,
    personWithSelfies,
    personWithHeadshots,
    async close() {
      await services.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type World = Awaited<ReturnType<typeof createTestBackend>>
