import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PaintError, picturesIn } from '#emulators/engine-core/painter.ts'
import {
  bodyOf,
  fetchInput,
  one,
  partsOf,
  ProtocolError,
  type Answer,
  type Call,
  type Core,
  type Protocol,
} from '#emulators/engine-core/server.ts'
import { newId, type Work } from '#emulators/engine-core/work.ts'

const HARDWARE = [
  { name: 'CPU', sku: 'cpu' },
  { name: 'Nvidia L40S GPU', sku: 'gpu-l40s' },
  { name: 'Nvidia H100 GPU', sku: 'gpu-h100' },
]
const OWNER = 'emulator'
const PAGE = 100
const DATA_KEPT_MS = 3600 * 1000
/** A deleted version is there for a while yet. */
const DELETION_TAKES_MS = 60_000
const FILE_KEPT_MS = 24 * 3600 * 1000
const FILE_MAX_BYTES = 100 * 1024 * 1024

const HookOptions = {
  webhook: z.url().optional(),
  webhook_events_filter: z.array(z.enum(['start', 'output', 'logs', 'completed'])).optional(),
}

const ModelOrder = z.object({
  owner: z.string(),
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  visibility: z.enum(['public', 'private']),
  hardware: z.enum(HARDWARE.map(({ sku }) => sku)),
})

/** As the trainer's published schema; what would publish the model is refused. */
const TrainingInput = z.strictObject({
  input_images: z.url(),
  trigger_word: z.string().default('TOK'),
  autocaption: z.boolean().default(true),
  steps: z.int().min(3).max(6000).default(1000),
  learning_rate: z.number().default(4e-4),
  batch_size: z.int().default(1),
  resolution: z.string().default('512,768,1024'),
  lora_rank: z.int().min(1).max(128).default(16),
  caption_dropout_rate: z.number().min(0).max(1).default(0.05),
})
const TrainingOrder = z.object({
  destination: z.string().regex(/^[^/]+\/[^/]+$/),
  input: TrainingInput,
  ...HookOptions,
})

const side = z.int().min(256).max(1440).multipleOf(16)
const PredictionInput = z.strictObject({
  prompt: z.string().min(1),
  aspect_ratio: z.string().optional(),
  width: side.optional(),
  height: side.optional(),
  num_outputs: z.int().min(1).max(4).default(1),
  lora_scale: z.number().min(-1).max(3).default(1),
  num_inference_steps: z.int().min(1).max(50).default(28),
  guidance_scale: z.number().min(0).max(10).default(3),
  seed: z.int().optional(),
  output_format: z.enum(['webp', 'jpg', 'png']).default('webp'),
  output_quality: z.int().min(0).max(100).default(80),
})
const PredictionOrder = z.object({ version: z.string(), input: PredictionInput, ...HookOptions })

interface Model {
  owner: string
  name: string
  visibility: string
  versions: Map<string, { weights: string; createdAt: number; deletedAt: number | null }>
}

interface File {
  id: string
  content: string
  contentType: string
  size: number
  sha256: string
  createdAt: number
}

interface Job {
  work: Work
  version: string
  input: Record<string, unknown>
  /** Of a training: where its version goes, and which it became. */
  destination: Model | null
  trained: string | null
  deadline: number | null
  hook: { url: string; events: readonly string[] | undefined } | null
}

/** Replicate's interface, as far as a customer of trainings and predictions uses it. */
export const replicate: Protocol = (core) => {
  const { url, now, workshop, painter, hooks } = core
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const models = new Map<string, Model>()
  const jobs = new Map<string, Job>()
  const files = new Map<string, File>()

  const versionOf = (name: string) => {
    const [path, id] = name.includes(':') ? name.split(':') : [undefined, name]
    for (const [key, model] of models) {
      const [latest] = [...model.versions.keys()].reverse()
      const wanted = key === name ? latest : (path ?? key) === key ? id : undefined
      const version = wanted === undefined ? undefined : liveVersion(model, wanted)
      if (version) return { ...version, id: wanted }
    }
    throw new ProtocolError(422, {
      title: 'Invalid version or not permitted',
      detail: 'The specified version does not exist (or perhaps you do not have permission to use it?)',
      status: 422,
    })
  }
  const liveVersion = (model: Model, id: string) => {
    const version = model.versions.get(id)
    if (!version) return undefined
    if (version.deletedAt === null || version.deletedAt + DELETION_TAKES_MS > now()) return version
    workshop.forget(version.weights)
    model.versions.delete(id)
    return undefined
  }
  const modelAt = (owner: string, name: string): Model => {
    const model = models.get(`${owner}/${name}`)
    if (model) return model
    throw new ProtocolError(404, { detail: 'Not found.', status: 404 })
  }

  /** A job past its deadline is canceled when it is next read. */
  const look = (job: Job): Job => {
    const { work, deadline } = job
    const isOpen = work.state === 'queued' || work.state === 'running'
    if (isOpen && deadline !== null && deadline < now()) workshop.cancel(work)
    return job
  }
  const show = (job: Job, list: 'predictions' | 'trainings'): Record<string, unknown> => {
    const { work, version, input, deadline } = look(job)
    const isRemoved = work.endedAt !== null && work.endedAt + DATA_KEPT_MS < now()
    const at = `${url}/v1/${list}/${work.id}`
    return {
      id: work.id,
      version,
      status: statusOf(job),
      source: 'api',
      input: isRemoved ? {} : input,
      output: isRemoved ? null : outputOf(job, url),
      error: work.state === 'refused' || work.state === 'failed' ? work.message : null,
      logs: isRemoved ? null : logsOf(work),
      ...(isRemoved && { data_removed: true }),
      ...(deadline !== null && { deadline: iso(deadline) }),
      created_at: iso(work.createdAt),
      started_at: iso(work.startedAt),
      completed_at: iso(work.endedAt),
      metrics:
        work.endedAt !== null && work.startedAt !== null
          ? { predict_time: (work.endedAt - work.startedAt) / 1000 }
          : {},
      urls: { get: at, cancel: `${at}/cancel` },
    }
  }
  const tell = (job: Job, list: 'predictions' | 'trainings'): void => {
    const { hook, work } = job
    const event = work.endedAt === null ? 'start' : 'completed'
    if (!hook || (hook.events && !hook.events.includes(event))) return
    const body = JSON.stringify(show(job, list))
    const id = `msg_${newId()}`
    hooks.tell({
      job: work.id,
      url: hook.url,
      body,
      sign: ({ body: signed, atSeconds, byStranger }) => ({
        'webhook-id': id,
        'webhook-timestamp': String(atSeconds),
        'webhook-signature': signatureOf(byStranger ? 'whsec_c29tZWJvZHkgZWxzZSdzIGtleQ==' : secret, {
          id,
          atSeconds,
          body: signed,
        }),
      }),
    })
  }
  const hookOf = (order: { webhook?: string | undefined; webhook_events_filter?: string[] | undefined }) =>
    order.webhook === undefined ? null : { url: order.webhook, events: order.webhook_events_filter }

  const train = (call: Call, version: string): Answer => {
    const order = bodyOf(call, TrainingOrder, validationFailed)
    const destination = models.get(order.destination)
    if (!destination) {
      throw new ProtocolError(404, {
        detail: 'The specified training destination does not exist',
        status: 404,
      })
    }
    const job: Job = {
      version,
      input: order.input,
      destination,
      trained: null,
      deadline: null,
      hook: hookOf(order),
      work: workshop.submit({
        kind: 'training',
        make: async (fault, signal) => {
          const pictures = await picturesIn(await fetchInput(inputAddress(order.input.input_images), signal))
          return [await painter.train(pictures, fault)]
        },
        onChange: (work) => {
          const [weights] = work.files
          if (work.state === 'succeeded' && weights !== undefined) {
            job.trained = createHash('sha256').update(weights).digest('hex')
            destination.versions.set(job.trained, { weights, createdAt: now(), deletedAt: null })
          }
          tell(job, 'trainings')
        },
      }),
    }
    jobs.set(job.work.id, job)
    return { status: 201, body: show(job, 'trainings') }
  }

  /** An input of ours is read without the key that its address asks for. */
  const inputAddress = (address: string): string => {
    const file = files.get(address.slice(address.lastIndexOf('/') + 1))
    return file ? `${url}/_files/${file.content}` : address
  }

  const predict = (call: Call): Answer => {
    const order = bodyOf(call, PredictionOrder, validationFailed)
    const version = versionOf(order.version)
    const weights = workshop.file(version.weights)
    const lasts = durationMs(one(call.headers['cancel-after']))
    const job: Job = {
      version: version.id ?? '',
      input: order.input,
      destination: null,
      trained: null,
      deadline: lasts === null ? null : now() + lasts,
      hook: hookOf(order),
      work: workshop.submit({
        kind: 'picture',
        make: (fault) => {
          if (!weights) throw new PaintError('the weights are gone')
          const { num_outputs: count, seed = 0 } = order.input
          return Promise.all(
            Array.from({ length: count }, (_, index) => painter.paint(weights.bytes, seed + index, fault)),
          )
        },
        onChange: () => tell(job, 'predictions'),
      }),
    }
    jobs.set(job.work.id, job)
    return { status: 201, body: show(job, 'predictions') }
  }

  const listOf = (kind: Work['kind'], list: 'predictions' | 'trainings', { query }: Call): Answer => {
    const [after, before] = [query.get('created_after'), query.get('created_before')]
    if (kind === 'training' && (after ?? before) !== null) {
      throw new ProtocolError(400, { detail: 'Unknown parameters', status: 400 })
    }
    const from = Number(query.get('cursor') ?? 0)
    const found = [...jobs.values()]
      .reverse()
      .filter(({ work }) => work.kind === kind)
      .filter(({ work }) => after === null || work.createdAt >= Date.parse(after))
      .filter(({ work }) => before === null || work.createdAt < Date.parse(before))
    const next = new URL(`${url}/v1/${list}`)
    next.search = new URLSearchParams({
      ...Object.fromEntries(query),
      cursor: String(from + PAGE),
    }).toString()
    return {
      status: 200,
      body: {
        previous: null,
        next: found.length > from + PAGE ? next.href : null,
        results: found.slice(from, from + PAGE).map((job) => show(job, list)),
      },
    }
  }

  const jobAt = (kind: Work['kind'], id: string): Job => {
    const job = jobs.get(id)
    if (job?.work.kind === kind) return job
    throw new ProtocolError(404, { detail: 'Not found.', status: 404 })
  }

  const showFile = (file: File) => ({
    id: file.id,
    name: 'file',
    content_type: file.contentType,
    size: file.size,
    metadata: {},
    checksums: { sha256: file.sha256 },
    created_at: iso(file.createdAt),
    expires_at: iso(file.createdAt + FILE_KEPT_MS),
    urls: { get: `${url}/v1/files/${file.id}` },
  })
  const fileAt = (id: string): File => {
    const file = files.get(id)
    if (file && workshop.file(file.content)) return file
    throw new ProtocolError(404, { detail: 'Not found.', status: 404 })
  }
  const takeFile = async (call: Call): Promise<Answer> => {
    const headers = { 'content-type': one(call.headers['content-type']) ?? '' }
    const form = await new Response(new Uint8Array(call.body), { headers }).formData().catch(() => undefined)
    const content = form?.get('content')
    if (!(content instanceof Blob)) throw new ProtocolError(422, { detail: 'Missing content', status: 422 })
    if (content.size > FILE_MAX_BYTES) throw new ProtocolError(413, { detail: 'File too large', status: 413 })
    const bytes = new Uint8Array(await content.arrayBuffer())
    const file: File = {
      id: newId(),
      content: workshop.keep(bytes, FILE_KEPT_MS),
      contentType: content.type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: now(),
    }
    files.set(file.id, file)
    return { status: 201, body: showFile(file) }
  }

  const routes: Record<string, (call: Call, ...parts: string[]) => Answer | Promise<Answer>> = {
    'GET /v1/account': () => ({ status: 200, body: { type: 'organization', username: OWNER, name: OWNER } }),
    'GET /v1/hardware': () => ({ status: 200, body: HARDWARE }),
    'GET /v1/webhooks/default/secret': () => ({ status: 200, body: { key: secret } }),
    'POST /v1/models': (call) => {
      const { owner, name, visibility } = bodyOf(call, ModelOrder, validationFailed)
      if (models.has(`${owner}/${name}`)) {
        throw new ProtocolError(409, {
          detail: 'A model with that name and owner already exists',
          status: 409,
        })
      }
      const model: Model = { owner, name, visibility, versions: new Map() }
      models.set(`${owner}/${name}`, model)
      return { status: 201, body: showModel(model) }
    },
    'GET /v1/models/{owner}/{name}': (_call, owner = '', name = '') => ({
      status: 200,
      body: showModel(modelAt(owner, name)),
    }),
    'DELETE /v1/models/{owner}/{name}': (_call, owner = '', name = '') => {
      const model = modelAt(owner, name)
      for (const id of [...model.versions.keys()]) liveVersion(model, id)
      if (model.versions.size > 0) {
        throw new ProtocolError(400, { detail: 'You cannot delete a model that has versions', status: 400 })
      }
      models.delete(`${owner}/${name}`)
      return { status: 204 }
    },
    'GET /v1/models/{owner}/{name}/versions/{id}': (_call, owner = '', name = '', id = '') => {
      const version = liveVersion(modelAt(owner, name), id)
      if (!version) throw new ProtocolError(404, { detail: 'Not found.', status: 404 })
      return { status: 200, body: { id, created_at: iso(version.createdAt), cog_version: '0.16.0' } }
    },
    'DELETE /v1/models/{owner}/{name}/versions/{id}': (_call, owner = '', name = '', id = '') => {
      const version = liveVersion(modelAt(owner, name), id)
      if (!version) throw new ProtocolError(404, { detail: 'Not found.', status: 404 })
      version.deletedAt ??= now()
      return { status: 202 }
    },
    'POST /v1/models/{owner}/{name}/versions/{id}/trainings': (call, _owner, _name, id = '') =>
      train(call, id),
    'GET /v1/trainings': (call) => listOf('training', 'trainings', call),
    'GET /v1/trainings/{id}': (_call, id = '') => ({
      status: 200,
      body: show(jobAt('training', id), 'trainings'),
    }),
    'POST /v1/trainings/{id}/cancel': (_call, id = '') => {
      const job = jobAt('training', id)
      workshop.cancel(job.work)
      return { status: 200, body: show(job, 'trainings') }
    },
    'POST /v1/predictions': predict,
    'GET /v1/predictions': (call) => listOf('picture', 'predictions', call),
    'GET /v1/predictions/{id}': (_call, id = '') => ({
      status: 200,
      body: show(jobAt('picture', id), 'predictions'),
    }),
    'POST /v1/predictions/{id}/cancel': (_call, id = '') => {
      const job = jobAt('picture', id)
      workshop.cancel(job.work)
      return { status: 200, body: show(job, 'predictions') }
    },
    'POST /v1/files': takeFile,
    'GET /v1/files/{id}': (_call, id = '') => ({ status: 200, body: showFile(fileAt(id)) }),
    'DELETE /v1/files/{id}': (_call, id = '') => {
      workshop.forget(fileAt(id).content)
      files.delete(id)
      return { status: 204 }
    },
  }

  return (call) => {
    if (!isAllowed(core, call)) {
      const detail = 'You did not pass a valid authentication token'
      throw new ProtocolError(401, { title: 'Unauthenticated', detail, status: 401 })
    }
    for (const [route, respond] of Object.entries(routes)) {
      const [method, template = ''] = route.split(' ')
      const parts = method === call.method ? partsOf(template, call.path) : undefined
      if (parts) return respond(call, ...parts)
    }
    return null
  }
}

function isAllowed({ key }: Core, { headers }: Call): boolean {
  const given = headers.authorization
  return key === undefined ? /^Bearer ./.test(one(given) ?? '') : given === `Bearer ${key}`
}

function statusOf({ work, deadline }: Job): string {
  if (work.state === 'queued') return 'starting'
  if (work.state === 'running') return 'processing'
  if (work.state === 'refused') return 'failed'
  if (work.state === 'canceled' && work.startedAt === null && deadline !== null) return 'aborted'
  return work.state
}

function outputOf({ work, destination, trained }: Job, url: string): unknown {
  if (work.state !== 'succeeded') return null
  const addresses = work.files.map((id) => `${url}/_files/${id}.jpg`)
  if (work.kind === 'picture') return addresses
  if (trained === null || !destination) return {}
  return { version: `${destination.owner}/${destination.name}:${trained}`, weights: addresses[0] }
}

const logsOf = (work: Work): string =>
  work.state === 'running' ? ' 50%|#####     | 500/1000 [05:00<05:00,  1.67it/s]' : ''

function showModel({ owner, name, visibility, versions }: Model) {
  const [latest] = [...versions.keys()].reverse()
  return { owner, name, visibility, latest_version: latest === undefined ? null : { id: latest } }
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** `90s`, `5m`, `1h`; a plain number is seconds. */
function durationMs(written: string | undefined): number | null {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(written ?? '') ?? []
  if (number === undefined) return null
  return Number(number) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h']
}

const validationFailed = (error: z.ZodError) => ({
  title: 'Input validation failed',
  detail: error.issues.map(({ path, message }) => `- ${path.join('.')}: ${message}`).join('\n'),
  status: 422,
  invalid_fields: error.issues.map(({ path, message }) => ({ field: path.join('.'), description: message })),
})

function signatureOf(
  secret: string,
  { id, atSeconds, body }: { id: string; atSeconds: number; body: string },
): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
}
