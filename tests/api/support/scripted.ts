import { createHash } from 'node:crypto'
import { Care, type Cares } from '#contract/cares.ts'
import type { HeadshotFormat } from '#contract/headshot-files.ts'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { LookChoices } from '#contract/looks.ts'
import type { StyleId } from '#contract/styles.ts'
import type { RejectReason } from '#contract/selfies.ts'
import type { Identity, IdentityUser } from '#backend/providers/identity/identity-port.ts'
import type { OutgoingMail } from '#backend/providers/mail/mail-port.ts'
import type { AnalyticsEvent, Occurrence } from '#backend/providers/analytics/analytics-port.ts'
import type {
  Engine,
  EngineOutlook,
  ModelRef,
  RenderedPicture,
  SelfieChoices,
  TrainingOrder,
} from '#backend/providers/engine/engine-port.ts'
import { NoFaceError, type Eye, type HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import { withRefund } from '#backend/features/payments/order-division.ts'
import { createFreeGateway } from '#backend/providers/payments/free.ts'
import type { Finishing } from '#backend/providers/finishing/finishing-port.ts'
import type {
  PaymentGateway,
  PaymentOutcome,
  PaymentSnapshot,
} from '#backend/providers/payments/payments-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { createJobTable } from '#backend/providers/studio/job-table.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import type { Studio } from '#studio/studio.ts'

/** A model of a training; one called outdated the engine no longer reads. */
export const modelOf = ({ modelFolder }: Pick<TrainingOrder, 'modelFolder'>, name = 'current') => ({
  kind: 'file' as const,
  key: `${modelFolder}/${name}`,
})

/** What eye and engine do next; the paths under test are those where they do not do their best. */
export function createBehaviour() {
  return {
    train: (order: TrainingOrder): Promise<ModelRef> => Promise.resolve(modelOf(order)),
    /** Before an order to train is taken. */
    receive: (_order: TrainingOrder): Promise<void> => Promise.resolve(),
    passes: (_shot: number): boolean => true,
    appeal: (_shot: number): number => 0.8,
    /** How many headshots are promised; those of a whole bundle unless told otherwise. */
    headshotsFrom: (_goodSelfies: number): number => HEADSHOTS_PER_BUNDLE,
    /** The shots a model gives, at most so many: numbers, or objects that hold one. */
    plan: (count: number, _styleId: StyleId): (number | { shot: number })[] =>
      Array.from({ length: count }, (_, n) => n),
    /** Before a picture is made. */
    render: (_shot: number): Promise<void> => Promise.resolve(),
    /** Whether the engine generates its pictures, and whether each that the eye judged was one of those. */
    generates: false,
    judgedAsGenerated: [] as boolean[],
    /** Whether the engine judged its pictures itself, so that the eye is not called. */
    seesItself: true,
    reasons: new Map<string, RejectReason[]>(),
    quality: new Map<string, number>(),
    /** Called while a selfie is read; may report the selfie as good so far. */
    read: (_tellSound: () => Promise<void>): Promise<void> => Promise.resolve(),
    preview: (): Promise<void> => Promise.resolve(),
    samples: (): Promise<void> => Promise.resolve(),
    rendered: [] as number[],
    /** The cares requested of each. */
    cares: [] as Cares[],
    /** What was chosen of a look, of each. */
    looks: [] as LookChoices[],
    /** The engines of the settings, whose promises customers are given. */
    outlooks: [studioOutlook] as EngineOutlook[],
    /** Whether a shot is planned by the owner's choices. */
    plans: (_shot: number, _choices: SelfieChoices): boolean => true,
    /** Shots of one framing look alike. */
    framingOf: (shot: number): string => String(shot),
    /** Called before a headshot is finished in a format; the formats so far. */
    finish: (_format: HeadshotFormat): Promise<void> => Promise.resolve(),
    finished: [] as HeadshotFormat[],
    /** Models the engine was told to delete. */
    deleted: [] as ModelRef[],
    /** Jobs the engine was told to end. */
    canceled: [] as string[],
    /** How often the coach, and the judge of headshots, were asked. */
    coached: 0,
    judged: 0,
    /** The address of payment pages; null where purchases are free. */
    payPage: null as string | null,
    /** The provider's answer for each payment; paid by default. */
    readings: new Map<string, Partial<PaymentOutcome>>(),
    /** Whom the identity provider knows. */
    users: new Map<string, Omit<IdentityUser, 'isBlocked'>>(),
    /** Whom an operator keeps from signing in. */
    blocked: new Set<string>(),
    refunds: [] as { amountMinor: number; idempotencyKey: string }[],
    afterRefund: (): Promise<void> => Promise.resolve(),
    /** The addresses of users. */
    emails: new Map<string, string>(),
    /** The sent mails, and a hook before each. */
    mailed: [] as OutgoingMail[],
    send: (_mail: OutgoingMail): Promise<void> => Promise.resolve(),
    /** What was logged as an error. */
    log: { error: (_about: object, _message: string): void => undefined },
    /** What the analytics service was told. */
    told: [] as { event: AnalyticsEvent; occurrence: Occurrence }[],
  }
}
export type Behaviour = ReturnType<typeof createBehaviour>

const verdictOn = (behaviour: Behaviour, shot: number): HeadshotVerdict => {
  const passed = behaviour.passes(shot)
  return {
    likeness: passed ? 0.9 : 0.2,
    reasons: passed ? [] : ['unlike'],
    fingerprint: String(shot),
    appeal: behaviour.appeal(shot),
  }
}

const previewOf = (image: Uint8Array) => ({
  image,
  width: 4,
  height: 5,
  sha256: createHash('sha256').update(image).digest('hex'),
})

export function createEye(behaviour: Behaviour): Eye {
  return {
    async readSelfie(bytes, { onSound }) {
      const early = () => Promise.resolve(previewOf(Buffer.concat([bytes, Buffer.from('early')])))
      await behaviour.read(async () => onSound?.(early))
      return { reading: Buffer.from(bytes).toString('hex'), image: bytes, thumbnail: bytes }
    },
    judgeSelfies: (selfies) =>
      selfies.map(({ id, reading }) => {
        const reasons = behaviour.reasons.get(reading) ?? []
        return {
          id,
          reasons,
          warnings: [],
          accepted: reasons.length === 0,
          quality: behaviour.quality.get(reading) ?? 1,
        }
      }),
    async preview(selfie) {
      await behaviour.preview()
      return previewOf(selfie)
    },
    async samples(selfie, styleIds) {
      await behaviour.samples()
      return styleIds.map((styleId) => previewOf(Buffer.concat([selfie, Buffer.from(styleId)])))
    },
    coachSelfies(readings) {
      behaviour.coached++
      return { missingCount: readings.length, advisedCount: 0, advice: [], coverage: [] }
    },
    judgeHeadshot(image, { isGenerated }) {
      behaviour.judged++
      behaviour.judgedAsGenerated.push(isGenerated)
      return Promise.resolve(verdictOn(behaviour, image[0] ?? NaN))
    },
    // Every picture of this world is another.
    distanceOf: (one, other) => (one === other ? 0 : 2),
  }
}

/** Makes of each headshot a file that names the headshot and the format. */
export function createFinishing(behaviour: Behaviour): Finishing {
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

/** Thrown by a behaviour: the engine's safety check said no. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
}

function failureOf(error: unknown) {
  if (error instanceof RefusalError) return { state: 'refused', message: error.message } as const
  const code = error instanceof NoFaceError ? 'selfies_unusable' : 'engine_failed'
  return { state: 'failed', code, message: String(error) } as const
}

const numberOf = (shot: unknown): number =>
  typeof shot === 'object' && shot !== null && 'shot' in shot ? Number(shot.shot) : Number(shot)

/** An engine of one process: a new instance does not know the jobs of an old one. */
export function createEngine(behaviour: Behaviour, storage: Storage): Engine {
  const trainings = createJobTable<ModelRef>(failureOf)
  const renders = createJobTable<RenderedPicture>(failureOf)
  return {
    parallelism: 1,
    headshotsFrom: (goodSelfies) => behaviour.headshotsFrom(goodSelfies),
    cares: Care.options,
    async submitTraining(order) {
      await behaviour.receive(order)
      trainings.submit(order.id, async () => {
        const model = await behaviour.train(order)
        if (model.kind === 'file') await storage.put(model.key, new Uint8Array([1]), 1)
        return model
      })
    },
    pollTraining: (id) => trainings.poll(id),
    madeModel: (model) => model.kind === 'file',
    plannedShot: () => true,
    readsModel: (model) => Promise.resolve(model.kind === 'file' && !model.key.endsWith('outdated')),
    plan: (_model, styleId, count, choices) =>
      Promise.resolve(
        behaviour.plan(count, styleId).filter((shot) => behaviour.plans(numberOf(shot), choices)),
      ),
    framingOf: (shot) => behaviour.framingOf(numberOf(shot)),
    chosen: (shots, choices) => shots.filter((shot) => behaviour.plans(numberOf(shot), choices)),
    submitRender({ id, shot: planned, cares, look }) {
      const shot = numberOf(planned)
      renders.submit(id, async () => {
        behaviour.rendered.push(shot)
        behaviour.cares.push(cares)
        behaviour.looks.push(look)
        await behaviour.render(shot)
        const image = new Uint8Array([shot, behaviour.rendered.length])
        const sha256 = createHash('sha256').update(image).digest('hex')
        const verdict = behaviour.seesItself ? verdictOn(behaviour, shot) : null
        return {
          image,
          sha256,
          thumbnail: image,
          width: 4,
          height: 5,
          sourceKey: String(shot % 4),
          engine: 'studio',
          isGenerated: behaviour.generates,
          verdict,
        }
      })
      return Promise.resolve()
    },
    pollRender: (id) => renders.poll(id),
    async nextChange(id, { signal: off }) {
      await Promise.all([trainings.nextChange(id, off), renders.nextChange(id, off)])
    },
    cancel(id) {
      behaviour.canceled.push(id)
      trainings.cancel(id)
      renders.cancel(id)
      return Promise.resolve()
    },
    abandon: () => Promise.resolve(),
    deleteModel(model) {
      behaviour.deleted.push(model)
      return Promise.resolve()
    },
  }
}

export function createGateway(behaviour: Behaviour): PaymentGateway {
  const read = (reference: string): PaymentSnapshot => ({
    status: 'paid',
    refundedAmountMinor: 0,
    dispute: 'none',
    paidAmountMinor: 0,
    url: behaviour.payPage,
    clientSecret: null,
    paymentReference: null,
    receiptUrl: null,
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
    async refund(reference, amountMinor, idempotencyKey, paymentId) {
      const reading = read(reference)
      if (!behaviour.refunds.some((made) => made.idempotencyKey === idempotencyKey)) {
        behaviour.readings.set(reference, withRefund(reading, paymentId, amountMinor))
      }
      behaviour.refunds.push({ amountMinor, idempotencyKey })
      await behaviour.afterRefund()
    },
  }
}

/** In place of the studio where what it makes is scripted: it has no processes of its own. */
export const openScriptedStudio = (): { studio: Pick<Studio, 'close' | 'usage'>; threads: number } => ({
  studio: { close: () => Promise.resolve(undefined), usage: () => ({ cpuMs: 0, peakMemoryBytes: 0 }) },
  threads: 1,
})

/** The test's pictures are a few bytes, which cannot carry a signature. */
export const UNSIGNED: Signer = {
  certificate: { kind: 'own', chain: [] },
  sign: (picture) => Promise.resolve(picture),
}

export function createIdentity(behaviour: Behaviour): Omit<Identity, 'verify'> {
  return {
    findByEmail(email) {
      const known = [...behaviour.users].find(([, user]) => user.email === email)
      return Promise.resolve(known && { uid: known[0] })
    },
    setBlocked(uid, isBlocked) {
      if (isBlocked) behaviour.blocked.add(uid)
      else behaviour.blocked.delete(uid)
      return Promise.resolve(behaviour.users.has(uid))
    },
    lookUp(uid) {
      const user = behaviour.users.get(uid)
      return Promise.resolve(user && { ...user, isBlocked: behaviour.blocked.has(uid) })
    },
    revokeSessions: () => Promise.resolve(),
    deleteUser(uid) {
      behaviour.users.delete(uid)
      return Promise.resolve()
    },
  }
}
