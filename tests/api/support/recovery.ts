import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import type { HeadshotFormat } from '#contract/headshot-files.ts'
import type { RejectReason } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import { createReports } from '#backend/features/analytics/service.ts'
import { createExportWork } from '#backend/features/account/export-work.ts'
import { createExports } from '#backend/features/account/exports.ts'
import { createAccountDeletion } from '#backend/features/account/deletion.ts'
import { createAccount } from '#backend/features/account/service.ts'
import { createMails } from '#backend/features/mail/service.ts'
import { createRetention } from '#backend/features/retention/clock.ts'
import type { Identity, IdentityUser } from '#backend/providers/identity/port.ts'
import type { Mailer, OutgoingMail } from '#backend/providers/mail/port.ts'
import { createGeneration } from '#backend/features/bundles/generation.ts'
import { createRerollRequests } from '#backend/features/bundles/reroll-requests.ts'
import { createRerolls } from '#backend/features/bundles/rerolls.ts'
import { createBundles } from '#backend/features/bundles/service.ts'
import { createCheckout, createOffers, createRefunds } from '#backend/features/checkout/service.ts'
import { createCorrections } from '#backend/features/directory/corrections.ts'
import { createDirectory } from '#backend/features/directory/service.ts'
import { createEngineRelease } from '#backend/features/engine-release.ts'
import { createFeedback } from '#backend/features/feedback/service.ts'
import { createPersonDeletion } from '#backend/features/deletion/confirmation.ts'
import { createPersonDeletionRequests } from '#backend/features/deletion/requests.ts'
import { createHandoffs } from '#backend/features/handoff/service.ts'
import { createHeadshotFiles } from '#backend/features/finishing/service.ts'
import { createFinishingWork } from '#backend/features/finishing/work.ts'
import { createFiles } from '#backend/features/files/service.ts'
import { createImageSharing } from '#backend/features/image-sharing/service.ts'
import { createCredits } from '#backend/features/credits/service.ts'
import { createDiscounts } from '#backend/features/discounts/service.ts'
import { createLogging } from '#backend/features/logging/service.ts'
import { createOverview } from '#backend/features/overview/service.ts'
import { createPerson } from '#backend/features/persons/service.ts'
import { createPaymentEvents } from '#backend/features/payment-events/service.ts'
import { createPreviews } from '#backend/features/previews/service.ts'
import { createProvenance } from '#backend/features/provenance/service.ts'
import type { Reconciliation } from '#backend/features/reconciliation.ts'
import { createReceipts } from '#backend/features/receipts/service.ts'
import { createReferrals } from '#backend/features/referrals/service.ts'
import { createSelfieChecks } from '#backend/features/selfies/checks.ts'
import { createSelfies } from '#backend/features/selfies/service.ts'
import { createRecipients } from '#backend/features/sharing/recipients.ts'
import { createResults } from '#backend/features/sharing/results.ts'
import { createSharing } from '#backend/features/sharing/service.ts'
import { createSeats } from '#backend/features/seats/service.ts'
import { createWithdrawals } from '#backend/features/withdrawals/service.ts'
import { createSummaries } from '#backend/features/sharing/summaries.ts'
import { createTrainings } from '#backend/features/training/service.ts'
import { jobs, type JobName, type JobPayload } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import type { AnalyticsEvent, Occurrence } from '#backend/providers/analytics/port.ts'
import { openPglite, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { tables } from '#backend/providers/database/port.ts'
import type { Engine, ModelRef, RenderedPicture, TrainingOrder } from '#backend/providers/engine/port.ts'
import { NoFaceError, type Eye, type HeadshotVerdict } from '#backend/providers/eye/port.ts'
import { createFreeGateway } from '#backend/providers/payments/free.ts'
import type { Finishing } from '#backend/providers/finishing/port.ts'
import type { PaymentGateway, PaymentOutcome, PaymentReading } from '#backend/providers/payments/port.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Signer } from '#backend/providers/signer/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { createJobTable } from '#backend/providers/studio/job-table.ts'

export const signal = new AbortController().signal

/** A round of the reconciler in some hours; what fails in it fails the test. */
export const roundIn = (hours: number): Reconciliation => ({
  now: new Date(Date.now() + hours * 3_600_000),
  signal,
  onFailed: (about, cause) => {
    throw new Error(`${about.rows} ${about.id} could not be reconciled`, { cause })
  },
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

/** A model of a training; one called outdated the engine no longer reads. */
export const modelOf = ({ modelFolder }: Pick<TrainingOrder, 'modelFolder'>, name = 'current') => ({
  kind: 'file' as const,
  key: `${modelFolder}/${name}`,
})

const Waiting = z.object({ rows: z.array(z.object({ data: z.unknown() })) })

/** What eye and engine do next; the paths under test are those where they do not do their best. */
export function createBehaviour() {
  return {
    train: (order: TrainingOrder): Promise<ModelRef> => Promise.resolve(modelOf(order)),
    passes: (_shot: number): boolean => true,
    appeal: (_shot: number): number => 0.8,
    /** Before a picture is made. */
    render: (_shot: number): Promise<void> => Promise.resolve(),
    /** Whether the engine saw what it made, so that the eye need not be asked. */
    seesItself: true,
    reasons: new Map<string, RejectReason[]>(),
    quality: new Map<string, number>(),
    preview: (): Promise<void> => Promise.resolve(),
    samples: (): Promise<void> => Promise.resolve(),
    rendered: [] as number[],
    /** Before a headshot is finished in a format, and in which it was. */
    finish: (_format: HeadshotFormat): Promise<void> => Promise.resolve(),
    finished: [] as HeadshotFormat[],
    /** Models the engine was told to delete. */
    deleted: [] as ModelRef[],
    /** Jobs the engine was told to end. */
    canceled: [] as string[],
    /** How often the coach, and the judge of headshots, were asked. */
    coached: 0,
    judged: 0,
    /** Where payments are made; null where nothing is to be paid. */
    payPage: null as string | null,
    /** What the provider says of each payment; paid unless told otherwise. */
    readings: new Map<string, Partial<PaymentOutcome>>(),
    /** Whom the identity provider knows. */
    users: new Map<string, IdentityUser>(),
    refunds: [] as { amountMinor: number; idempotencyKey: string }[],
    afterRefund: (): Promise<void> => Promise.resolve(),
    /** The addresses of users. */
    emails: new Map<string, string>(),
    /** What was mailed, and what happens before. */
    mailed: [] as OutgoingMail[],
    send: (_mail: OutgoingMail): Promise<void> => Promise.resolve(),
    /** What the analytics service was told. */
    told: [] as { event: AnalyticsEvent; occurrence: Occurrence }[],
  }
}
type Behaviour = ReturnType<typeof createBehaviour>

const verdictOn = (behaviour: Behaviour, shot: number): HeadshotVerdict => {
  const passed = behaviour.passes(shot)
  return {
    likeness: passed ? 0.9 : 0.2,
    reasons: passed ? [] : ['unlike'],
    fingerprint: String(shot),
    appeal: behaviour.appeal(shot),
  }
}

export function createEye(behaviour: Behaviour): Eye {
  return {
    readSelfie: (bytes) =>
      Promise.resolve({ reading: Buffer.from(bytes).toString('hex'), image: bytes, thumbnail: bytes }),
    judgeSelfies: (selfies) =>
      selfies.map(({ id, reading }) => {
        const reasons = behaviour.reasons.get(reading) ?? []
        return { id, reasons, accepted: reasons.length === 0, quality: behaviour.quality.get(reading) ?? 1 }
      }),
    async preview(selfie) {
      await behaviour.preview()
      const sha256 = createHash('sha256').update(selfie).digest('hex')
      return { image: selfie, sha256, width: 4, height: 5 }
    },
    async samples(selfie, styleIds) {
      await behaviour.samples()
      return styleIds.map((styleId) => {
        const image = Buffer.concat([selfie, Buffer.from(styleId)])
        return { image, sha256: createHash('sha256').update(image).digest('hex'), width: 4, height: 5 }
      })
    },
    coachSelfies(readings) {
      behaviour.coached++
      return { missingCount: readings.length, advisedCount: 0, advice: [], coverage: [] }
    },
    judgeHeadshot(image) {
      behaviour.judged++
      return Promise.resolve(verdictOn(behaviour, image[0] ?? NaN))
    },
    // Every picture of this world is another.
    distanceOf: (one, other) => (one === other ? 0 : 2),
  }
}

/** Makes of each headshot a file that tells which it was and in which format. */
function createFinishing(behaviour: Behaviour): Finishing {
  const finish = async (image: Uint8Array, format: HeadshotFormat) => {
    behaviour.finished.push(format)
    await behaviour.finish(format)
    const bytes = Buffer.concat([image, Buffer.from(format)])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { bytes, sha256, widthPx: 8, heightPx: 10 }
  }
  return {
    exportPicture: (image, preset) => finish(image, preset),
    frame: (_image, selfie) => {
      const box = { left: 0, top: 0, width: 8, height: 10 }
      const cut = { preset: 'original' as const, box, widthPx: 8, heightPx: 10 }
      const before = selfie && { widthPx: 8, heightPx: 10, box }
      return Promise.resolve({ cuts: [{ ...cut, printMm: null, isRound: false, sheet: null }], before })
    },
    upscale(image, format, { onProgress }) {
      onProgress(0.5)
      return finish(image, format)
    },
  }
}

function failureOf(error: unknown) {
  const code = error instanceof NoFaceError ? 'selfies_unusable' : 'engine_failed'
  return { state: 'failed', code, message: String(error) } as const
}

/** An engine of one process: what a new one is asked of an old one's jobs, it knows nothing of. */
export function createEngine(behaviour: Behaviour, storage: Storage): Engine {
  const trainings = createJobTable<ModelRef>(failureOf)
  const renders = createJobTable<RenderedPicture>(failureOf)
  return {
    parallelism: 1,
    submitTraining(order) {
      trainings.submit(order.id, async () => {
        const model = await behaviour.train(order)
        if (model.kind === 'file') await storage.put(model.key, new Uint8Array([1]), 1)
        return model
      })
      return Promise.resolve(order.id)
    },
    pollTraining: (id) => Promise.resolve(trainings.poll(id)),
    readsModel: (model) => Promise.resolve(model.kind === 'file' && !model.key.endsWith('outdated')),
    plan: (_model, _style, count) => Promise.resolve(Array.from({ length: count }, (_, n) => n)),
    submitRender({ id, shot }) {
      renders.submit(id, async () => {
        behaviour.rendered.push(Number(shot))
        await behaviour.render(Number(shot))
        const image = new Uint8Array([Number(shot), behaviour.rendered.length])
        const sha256 = createHash('sha256').update(image).digest('hex')
        const verdict = behaviour.seesItself ? verdictOn(behaviour, Number(shot)) : null
        return {
          image,
          sha256,
          thumbnail: image,
          width: 4,
          height: 5,
          sourceKey: String(Number(shot) % 4),
          verdict,
        }
      })
      return Promise.resolve(id)
    },
    pollRender: (id) => Promise.resolve(renders.poll(id)),
    async nextChange(id, { signal: off }) {
      await Promise.all([trainings.nextChange(id, off), renders.nextChange(id, off)])
    },
    cancel(id) {
      behaviour.canceled.push(id)
      trainings.cancel(id)
      renders.cancel(id)
      return Promise.resolve()
    },
    deleteModel(model) {
      behaviour.deleted.push(model)
      return Promise.resolve()
    },
  }
}

function createGateway(behaviour: Behaviour): PaymentGateway {
  const read = (reference: string): PaymentReading => ({
    ...{ status: 'paid', refundedAmountMinor: 0, dispute: 'none', paidAmountMinor: 0 },
    ...{ url: behaviour.payPage, clientSecret: null, paymentReference: null, receiptUrl: null },
    ...behaviour.readings.get(reference),
  })
  return {
    ...createFreeGateway(),
    createSession: ({ paymentId }) =>
      Promise.resolve({ reference: paymentId, url: behaviour.payPage, clientSecret: null }),
    readSession: (reference) => Promise.resolve(read(reference)),
    expireSession(reference) {
      const reading = read(reference)
      if (reading.status === 'open') behaviour.readings.set(reference, { ...reading, status: 'expired' })
      return Promise.resolve(read(reference))
    },
    async refund(reference, amountMinor, idempotencyKey) {
      const reading = read(reference)
      if (!behaviour.refunds.some((made) => made.idempotencyKey === idempotencyKey)) {
        const refundedAmountMinor = reading.refundedAmountMinor + amountMinor
        behaviour.readings.set(reference, { ...reading, refundedAmountMinor })
      }
      behaviour.refunds.push({ amountMinor, idempotencyKey })
      await behaviour.afterRefund()
    },
  }
}

/** Pictures of this world are a few bytes, into which nothing can be signed. */
export const UNSIGNED: Signer = {
  certificate: { kind: 'own', chain: [] },
  sign: (picture) => Promise.resolve(picture),
}

function createIdentity(behaviour: Behaviour): Pick<Identity, 'lookUp' | 'revokeSessions' | 'deleteUser'> {
  return {
    lookUp: (uid) => Promise.resolve(behaviour.users.get(uid)),
    revokeSessions: () => Promise.resolve(),
    deleteUser(uid) {
      behaviour.users.delete(uid)
      return Promise.resolve()
    },
  }
}

async function openServices(
  { database, connection, close }: OpenDatabase,
  folder: string,
  behaviour: Behaviour,
  gateway: PaymentGateway,
) {
  const storage = await createFileStorage({
    folder,
    secret: 's',
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
  }
  const trainings = createTrainings(deps)
  const checkout = createCheckout({
    ...deps,
    siteUrl: 'http://site.example',
    charges: true,
  })
  const files = createFiles(deps)
  const identity = createIdentity(behaviour)
  const mailer: Mailer = {
    domain: 'site.example',
    async send(mail) {
      await behaviour.send(mail)
      behaviour.mailed.push(mail)
    },
    close: () => undefined,
  }
  return {
    ...{ database, connection, queue, storage, engine },
    files,
    identity,
    mails: createMails({ ...deps, identity, mailer, siteUrl: 'https://site.example' }),
    account: createAccount({ ...deps, identity }),
    accountDeletion: createAccountDeletion({ ...deps, identity, files }),
    exports: { ...createExports(deps), ...createExportWork({ ...deps, identity }) },
    retention: createRetention(deps),
    engineRelease: createEngineRelease(deps),
    provenance: createProvenance(deps),
    selfies: { ...createSelfies(deps), ...createSelfieChecks(deps) },
    previews: createPreviews(deps),
    trainings,
    rerolls: createRerolls({ ...deps, modelOf: trainings.modelOf }),
    rerollRequests: createRerollRequests(deps),
    handoffs: createHandoffs(deps),
    personDeletions: createPersonDeletionRequests(deps),
    personDeletion: createPersonDeletion({ ...deps, files }),
    headshotFiles: createHeadshotFiles(deps),
    finishing: createFinishingWork({ ...deps, finishing: createFinishing(behaviour) }),
    bundles: { ...createBundles(deps), ...createGeneration({ ...deps, modelOf: trainings.modelOf }) },
    eye,
    /** The same work in another process, whose engine knows nothing of this one's jobs. */
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
    receipts: createReceipts({
      ...{ database, identity },
      seller: { name: 'Studio GmbH', addressLines: ['Hauptstrasse 1', '8000 Zürich'], taxPercent: 8.1 },
      siteUrl: 'https://site.example',
    }),
    paymentEvents: createPaymentEvents({
      ...{ database, queue, gateway, settle: checkout.settle },
      settleSeats: createSeats({ database, queue, gateway }).settle,
    }),
    withdrawals: createWithdrawals({
      ...{ database, queue },
      identity,
    }),
    overview: createOverview(deps),
    reports: createReports({
      database,
      analytics: {
        capture: (event, occurrence) => void behaviour.told.push({ event, occurrence }),
        close: () => Promise.resolve(),
      },
    }),
    credits: createCredits(deps),
    discounts: createDiscounts(deps),
    logging: createLogging(deps),
    referrals: createReferrals({
      database,
      identity: {
        lookUp: (uid) =>
          Promise.resolve({
            ...{ email: behaviour.emails.get(uid), emailVerified: true, displayName: undefined },
          }),
      },
    }),
    directory: createDirectory(deps),
    corrections: createCorrections(deps),
    /** What stands in storage under a prefix now. */
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
export async function openWorld(open: () => Promise<OpenDatabase> = openPglite) {
  const folder = await mkdtemp(join(tmpdir(), 'recovery-'))
  const behaviour = createBehaviour()
  const gateway = createGateway(behaviour)
  const services = await openServices(await open(), folder, behaviour, gateway)

  /** What stands in storage under a prefix, once every deletion that was asked for has been done. */
  const filesUnder = async (prefix: string): Promise<string[]> => {
    for (const payload of await takeJobs('delete-files')) await services.files.delete(payload, signal)
    return services.keysUnder(prefix)
  }

  /** A person with a bundle of twelve headshots, whichever model the engine made. */
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

  /** Lets the engine hear what it is to end and to forget. */
  const releaseEngine = async (): Promise<void> => {
    for (const payload of await takeJobs('cancel-engine-job')) await services.engineRelease.cancel(payload)
    for (const payload of await takeJobs('delete-model')) await services.engineRelease.deleteModel(payload)
  }

  /** Uploads one more file and has it checked. */
  const addSelfie = async (uid: string, personId: string, content = jpegFile()): Promise<string> => {
    const files = [{ fileName: 'a.jpg', content: asyncOf([content]) }]
    const selfie = await services.selfies.add(uid, personId, asyncOf(files))
    await services.selfies.check(selfie.id, signal)
    return selfie.id
  }

  /** A person whose selfies were read. */
  const personWithSelfies = async (count = 4) => {
    const uid = randomUUID()
    const { id } = await services.database.transaction((tx) =>
      createPerson(tx, uid, {
        name: 'Anna',
        gender: 'female',
        consentVersion: CONSENT_VERSION,
        creationKey: undefined,
      }),
    )
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
    releaseEngine,
    gateway,
    addSelfie,
    personWithSelfies,
    personWithHeadshots,
    async close() {
      await services.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
