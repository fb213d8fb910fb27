import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { picturesIn } from '#emulators/engine-core/painter.ts'
import {
  bodyOf,
  fetchInput,
  one,
  ProtocolError,
  type Answer,
  type Call,
  type Core,
  type Protocol,
} from '#emulators/engine-core/server.ts'
import type { Work } from '#emulators/engine-core/work.ts'

const address = z.url()
const steps = z.int().min(1).max(10_000).optional()

/** The trainers' inputs: each has its own names. */
const TRAINERS: Readonly<Record<string, z.ZodType<{ archive: string }>>> = {
  ...Object.fromEntries(
    ['flux-2-trainer', 'flux-2-trainer-v2', 'klein-9b-base-trainer', 'qwen-image-2512-trainer'].map(
      (name) => [
        `fal-ai/${name}`,
        z
          .strictObject({
            image_data_url: address,
            default_caption: z.string().optional(),
            steps,
            learning_rate: z.number().optional(),
            output_lora_format: z.string().optional(),
          })
          .transform((input) => ({ archive: input.image_data_url })),
      ],
    ),
  ),
  'fal-ai/flux-lora-portrait-trainer': z
    .strictObject({
      images_data_url: address,
      trigger_phrase: z.string().optional(),
      steps,
      learning_rate: z.number().optional(),
      multiresolution_training: z.boolean().optional(),
      subject_crop: z.boolean().optional(),
      create_masks: z.boolean().optional(),
    })
    .transform((input) => ({ archive: input.images_data_url })),
}

const Render = z.strictObject({
  prompt: z.string().min(1),
  loras: z.array(z.strictObject({ path: address, scale: z.number().optional() })).min(1),
  image_size: z.union([z.string(), z.strictObject({ width: z.int(), height: z.int() })]).optional(),
  num_images: z.int().min(1).max(4).default(1),
  num_inference_steps: z.int().optional(),
  guidance_scale: z.number().optional(),
  seed: z.int().optional(),
  output_format: z.enum(['jpeg', 'png']).optional(),
  enable_safety_checker: z.boolean().optional(),
})
const SERVING = ['fal-ai/flux-lora', 'fal-ai/flux-2/klein/4b/base/lora']

const Lifecycle = z.object({ expiration_duration_seconds: z.int().min(1) })

interface Job {
  work: Work
  app: string
  /** Milliseconds; it has to have begun by then. */
  startBy: number | null
  hook: string | null
}

/** fal's queue, as far as a customer of trainers and LoRAs uses it. */
export const fal: Protocol = (core) => {
  const { url, now, workshop, painter, hooks } = core
  const jobs = new Map<string, Job>()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const stranger = generateKeyPairSync('ed25519').privateKey

  const look = (job: Job): Job => {
    if (job.work.state === 'queued' && job.startBy !== null && job.startBy < now()) workshop.cancel(job.work)
    return job
  }
  const errorOf = ({ work, startBy }: Job): { status: number; type: string; message: string } | null => {
    if (work.state === 'refused') {
      return { status: 422, type: 'content_policy_violation', message: 'The content could not be processed' }
    }
    if (work.state === 'failed') return { status: 500, type: 'internal_error', message: work.message ?? '' }
    if (work.state !== 'canceled') return null
    return startBy !== null && startBy < now()
      ? { status: 504, type: 'request_timeout', message: 'Request did not start in time' }
      : { status: 499, type: 'client_cancelled', message: 'Request was cancelled' }
  }
  const outputOf = ({ work }: Job): unknown => {
    const files = work.files.map((id) => ({ url: `${url}/_files/${id}` }))
    if (work.kind === 'training') {
      const [file] = files
      return file ? { diffusers_lora_file: file, config_file: file } : {}
    }
    return { images: files, seed: 1, has_nsfw_concepts: files.map(() => false) }
  }
  const isOpen = ({ work }: Job): boolean => work.state === 'queued' || work.state === 'running'

  const tell = (job: Job): void => {
    if (job.hook === null || isOpen(job)) return
    const { id } = job.work
    const error = errorOf(job)
    const body = JSON.stringify({
      request_id: id,
      gateway_request_id: id,
      status: error ? 'ERROR' : 'OK',
      ...(error ? { error: error.message, payload: detailOf(error) } : { payload: outputOf(job) }),
    })
    hooks.tell({
      job: id,
      url: job.hook,
      body,
      sign: ({ body: signed, atSeconds, byStranger }) => ({
        'x-fal-webhook-request-id': id,
        'x-fal-webhook-user-id': 'emulator',
        'x-fal-webhook-timestamp': String(atSeconds),
        'x-fal-webhook-signature': signatureOf(byStranger ? stranger : privateKey, { id, atSeconds, signed }),
      }),
    })
  }

  const order = (call: Call, app: string): Answer => {
    const written = one(call.headers['x-fal-object-lifecycle-preference'])
    const lifecycle = Lifecycle.safeParse(readJson(written))
    // The real one would keep what is ordered without these for ever, or for a month.
    if (!lifecycle.success || one(call.headers['x-fal-store-io']) !== '0') {
      throw new ProtocolError(400, { detail: 'The emulator takes no order that would be kept for ever.' })
    }
    const trainer = TRAINERS[app]
    let kind: Work['kind'] = 'picture'
    let make: Parameters<typeof workshop.submit>[0]['make']
    if (trainer) {
      kind = 'training'
      const { archive } = bodyOf(call, trainer, validationFailed)
      make = async (fault, signal) => [
        await painter.train(await picturesIn(await fetchInput(archive, signal)), fault),
      ]
    } else {
      const { loras, num_images: count, seed = 1 } = bodyOf(call, Render, validationFailed)
      make = async (fault, signal) => {
        const weights = await fetchInput(loras[0]?.path ?? '', signal)
        return Promise.all(
          Array.from({ length: count }, (_, index) => painter.paint(weights, seed + index, fault)),
        )
      }
    }
    const startsWithin = Number(one(call.headers['x-fal-request-timeout']) ?? NaN)
    const job: Job = {
      app,
      startBy: Number.isFinite(startsWithin) ? now() + startsWithin * 1000 : null,
      hook: call.query.get('fal_webhook'),
      work: workshop.submit({
        kind,
        make,
        lastsMs: lifecycle.data.expiration_duration_seconds * 1000,
        onChange: () => tell(job),
      }),
    }
    jobs.set(job.work.id, job)
    return { status: 200, body: { ...addressesOf(job), queue_position: 0 } }
  }
  const addressesOf = ({ work: { id }, app }: Job) => {
    const [owner, alias] = app.split('/')
    const response = `${url}/${owner}/${alias}/requests/${id}`
    return {
      request_id: id,
      response_url: response,
      status_url: `${response}/status`,
      cancel_url: `${response}/cancel`,
    }
  }

  const statusOf = (job: Job): Answer => {
    const error = errorOf(job)
    if (job.work.state === 'queued') {
      return { status: 202, body: { status: 'IN_QUEUE', queue_position: 0, ...addressesOf(job) } }
    }
    if (job.work.state === 'running') {
      return { status: 202, body: { status: 'IN_PROGRESS', logs: null, ...addressesOf(job) } }
    }
    return {
      status: 200,
      body: {
        status: 'COMPLETED',
        logs: [],
        metrics: { inference_time: 1 },
        ...addressesOf(job),
        ...(error && { error: error.message, error_type: error.type }),
      },
    }
  }
  const resultOf = (job: Job): Answer => {
    if (isOpen(job)) throw new ProtocolError(400, { detail: 'Request is still in progress' })
    const error = errorOf(job)
    if (!error) return { status: 200, body: outputOf(job) }
    const headers = {
      'x-fal-error-type': error.type,
      'x-fal-retryable': 'false',
      ...(error.type === 'request_timeout' && { 'x-fal-request-timeout-type': 'user' }),
    }
    return { status: error.status, headers, body: detailOf(error) }
  }
  const cancel = (job: Job): Answer => {
    if (!isOpen(job)) return { status: 400, body: { status: 'ALREADY_COMPLETED' } }
    const wasQueued = job.work.state === 'queued'
    workshop.cancel(job.work)
    return wasQueued ? { status: 200, body: {} } : { status: 202, body: { status: 'CANCELLATION_REQUESTED' } }
  }

  return (call) => {
    if (call.path === '/.well-known/jwks.json') {
      return { status: 200, body: { keys: [publicKey.export({ format: 'jwk' })] } }
    }
    if (!isAllowed(core, call)) {
      throw new ProtocolError(401, { detail: 'Authentication is required', error_type: 'unauthorized' })
    }
    const [, id, what = ''] =
      /^\/[^/]+\/[^/]+\/requests\/([^/]+)(?:\/(status|cancel))?$/.exec(call.path) ?? []
    if (id !== undefined) {
      const job = jobs.get(id)
      if (!job) return { status: 404, body: { status: 'NOT_FOUND', detail: 'Request not found' } }
      look(job)
      if (call.method === 'GET') return what === 'status' ? statusOf(job) : resultOf(job)
      return call.method === 'PUT' && what === 'cancel' ? cancel(job) : null
    }
    const app = call.path.slice(1)
    const isKnown = app in TRAINERS || SERVING.includes(app)
    return call.method === 'POST' && isKnown ? order(call, app) : null
  }
}

function isAllowed({ key }: Core, { headers }: Call): boolean {
  const given = one(headers.authorization)
  return key === undefined ? /^Key ./.test(given ?? '') : given === `Key ${key}`
}

const detailOf = ({ type, message, status }: { type: string; message: string; status: number }) =>
  status === 422
    ? { detail: [{ loc: ['body', 'prompt'], msg: message, type, url: '', ctx: {}, input: '' }] }
    : { detail: message, error_type: type }

const validationFailed = (error: z.ZodError) => ({
  detail: error.issues.map(({ path, message, code }) => ({
    loc: ['body', ...path],
    msg: message,
    type: code,
  })),
})

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function signatureOf(
  key: KeyObject,
  { id, atSeconds, signed }: { id: string; atSeconds: number; signed: string },
): string {
  const digest = createHash('sha256').update(signed).digest('hex')
  return sign(null, Buffer.from([id, 'emulator', atSeconds, digest].join('\n')), key).toString('hex')
}
