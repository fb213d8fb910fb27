import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import type { RejectReason } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import { createBundles } from '#backend/features/bundles/service.ts'
import { createCheckout } from '#backend/features/checkout/service.ts'
import { createFiles } from '#backend/features/files/service.ts'
import { createOverview } from '#backend/features/overview/service.ts'
import { createPerson } from '#backend/features/persons/service.ts'
import { createPayments } from '#backend/features/payments/service.ts'
import { createPreviews } from '#backend/features/previews/service.ts'
import type { Reconciliation } from '#backend/features/reconciliation.ts'
import { createSelfies } from '#backend/features/selfies/service.ts'
import { createTrainings } from '#backend/features/training/service.ts'
import { jobs } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { tables } from '#backend/providers/database/port.ts'
import type { Engine, PreparedStore } from '#backend/providers/engine/port.ts'
import type { PaymentGateway, PaymentReading } from '#backend/providers/payments/port.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'

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

/** First byte of a model the engine no longer reads. */
export const OUTDATED = 0

const Deletions = z.object({ rows: z.array(z.object({ data: jobs['delete-files'].payload })) })

/** What the engine does next; the paths under test are those where it does not do its best. */
function createBehaviour() {
  return {
    train: (_store: PreparedStore) => Promise.resolve(new Uint8Array([1])),
    passes: (_shot: number): boolean => true,
    reasons: new Map<string, RejectReason[]>(),
    quality: new Map<string, number>(),
    preview: (): Promise<void> => Promise.resolve(),
    rendered: [] as number[],
    /** How often the coach was asked. */
    coached: 0,
    /** Where payments are made; null where nothing is to be paid. */
    payPage: null as string | null,
    /** What the provider says of each payment; paid unless told otherwise. */
    readings: new Map<string, Partial<PaymentReading>>(),
    refunds: [] as { amountMinor: number; idempotencyKey: string }[],
    afterRefund: (): Promise<void> => Promise.resolve(),
  }
}

function createEngine(behaviour: ReturnType<typeof createBehaviour>): Engine {
  return {
    parallelism: 1,
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
    coachSelfies(readings) {
      behaviour.coached++
      return { missingCount: readings.length, advisedCount: 0, advice: [], coverage: [] }
    },
    train: (_selfies, { store }) => behaviour.train(store),
    readsModel: (model) => model[0] !== OUTDATED,
    plan: (_model, _style, count) => Promise.resolve(Array.from({ length: count }, (_, n) => n)),
    render(_model, _style, shot) {
      behaviour.rendered.push(Number(shot))
      const passed = behaviour.passes(Number(shot))
      const image = new Uint8Array([Number(shot)])
      return Promise.resolve({
        image,
        sha256: createHash('sha256').update(image).digest('hex'),
        thumbnail: image,
        width: 4,
        height: 5,
        likeness: passed ? 0.9 : 0.2,
        passed,
        fingerprint: '',
        reasons: passed ? [] : ['unlike'],
      })
    },
    close: () => Promise.resolve(),
  }
}

function createGateway(behaviour: ReturnType<typeof createBehaviour>): PaymentGateway {
  const read = (reference: string): PaymentReading => ({
    ...{ status: 'paid', refundedAmountMinor: 0, dispute: 'none' },
    ...behaviour.readings.get(reference),
  })
  return {
    createSession: ({ paymentId }) => Promise.resolve({ reference: paymentId, url: behaviour.payPage }),
    readSession: (reference) => Promise.resolve(read(reference)),
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

async function openServices(folder: string, engine: Engine, gateway: PaymentGateway) {
  const database = await createPgliteDatabase()
  const storage = await createFileStorage({
    folder,
    secret: 's',
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const queue = createPgBossQueue({
    connection: { kind: 'pglite', client: database.client },
    supervise: false,
    onError: () => undefined,
  })
  await queue.start(QUEUE_DEFINITIONS)
  const deps = { database, queue, storage, engine, gateways: { free: gateway } }
  const trainings = createTrainings(deps)
  return {
    ...{ database, queue, storage },
    files: createFiles(deps),
    selfies: createSelfies(deps),
    previews: createPreviews(deps),
    trainings,
    bundles: createBundles({ ...deps, modelOf: trainings.modelOf }),
    checkout: createCheckout(deps),
    payments: createPayments(deps),
    overview: createOverview(deps),
    /** What stands in storage under a prefix now. */
    async keysUnder(prefix: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of storage.list(prefix)) keys.push(key)
      return keys
    },
    async close() {
      await queue.stop(100)
      await database.close()
    },
  }
}

/** All services on a database and files of their own, with an engine that does as it is told. No job runs by itself. */
export async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'recovery-'))
  const behaviour = createBehaviour()
  const engine = createEngine(behaviour)
  const gateway = createGateway(behaviour)
  const services = await openServices(folder, engine, gateway)

  /** What stands in storage under a prefix, once every deletion that was asked for has been done. */
  const filesUnder = async (prefix: string): Promise<string[]> => {
    const { queries } = services.database
    const waiting = sql`delete from pgboss.job where name = 'delete-files' and state = 'created' returning data`
    for (const { data } of Deletions.parse(await queries.execute(waiting)).rows) {
      await services.files.delete(data, signal)
    }
    return services.keysUnder(prefix)
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
    const order = (styleId: StyleId = 'studio-grey') => services.checkout.purchase(uid, id, styleId, 'EUR')
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
    engine,
    filesUnder,
    gateway,
    addSelfie,
    personWithSelfies,
    async close() {
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
