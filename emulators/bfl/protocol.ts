import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  bodyOf,
  fetchInput,
  one,
  ProtocolError,
  type Answer,
  type Call,
  type Protocol,
} from '#emulators/engine-core/server.ts'
import type { Work } from '#emulators/engine-core/work.ts'

/** References that each model takes. */
const MODELS: Readonly<Record<string, number>> = {
  'flux-2-klein-4b': 4,
  'flux-2-klein-9b': 4,
  'flux-2-pro': 8,
}
const SAMPLE_LASTS_MS = 600_000
const PIXELS_MOST = 4_000_000

const side = z.int().min(64).multipleOf(16)
const reference = z.string().min(1).optional()
const Order = z
  .strictObject({
    prompt: z.string().min(1),
    input_image: reference,
    input_image_2: reference,
    input_image_3: reference,
    input_image_4: reference,
    input_image_5: reference,
    input_image_6: reference,
    input_image_7: reference,
    input_image_8: reference,
    width: side.default(1024),
    height: side.default(1024),
    seed: z.int().default(1),
    safety_tolerance: z.int().min(0).max(5).default(2),
    output_format: z.enum(['jpeg', 'png']).default('jpeg'),
    webhook_url: z.url().optional(),
    webhook_secret: z.string().optional(),
  })
  .refine(({ width, height }) => width * height <= PIXELS_MOST, {
    path: ['width'],
    message: 'more than 4 MP',
  })

interface Job {
  work: Work
  hook: { url: string; secret: string } | null
}

/** Black Forest Labs' interface, as far as pictures by references use it. */
export const bfl: Protocol = ({ url, key, workshop, painter, hooks }) => {
  const jobs = new Map<string, Job>()

  const resultOf = ({ work }: Job): Record<string, unknown> => {
    const { id } = work
    if (work.state === 'queued' || work.state === 'running') return { id, status: 'Pending', result: null }
    if (work.state === 'refused') return { id, status: 'Content Moderated', result: null }
    if (work.state !== 'succeeded') return { id, status: 'Error', result: null, error: work.message }
    const [file] = work.files
    return { id, status: 'Ready', result: file === undefined ? {} : { sample: `${url}/_files/${file}` } }
  }
  const tell = (job: Job): void => {
    const { hook, work } = job
    if (!hook || work.endedAt === null) return
    hooks.tell({
      job: work.id,
      url: hook.url,
      body: JSON.stringify(resultOf(job)),
      sign: ({ body, byStranger }) => ({
        'x-bfl-signature': `sha256=${createHmac('sha256', byStranger ? 'of a stranger' : hook.secret)
          .update(body)
          .digest('hex')}`,
      }),
    })
  }

  const order = (call: Call, referencesMost: number): Answer => {
    const input = bodyOf(call, Order, validationFailed)
    const references = Object.entries(input).flatMap(([name, value]) =>
      name.startsWith('input_image') && typeof value === 'string' ? [value] : [],
    )
    if (references.length > referencesMost) {
      throw new ProtocolError(400, { error: 'validation_error', message: 'too many references', details: {} })
    }
    const job: Job = {
      hook:
        input.webhook_url === undefined
          ? null
          : { url: input.webhook_url, secret: input.webhook_secret ?? '' },
      work: workshop.submit({
        kind: 'picture',
        lastsMs: SAMPLE_LASTS_MS,
        make: async (fault, signal) => {
          const pictures = await Promise.all(references.map((given) => pictureOf(given, signal)))
          return [await painter.paint(await painter.train(pictures), input.seed, fault)]
        },
        onChange: () => tell(job),
      }),
    }
    jobs.set(job.work.id, job)
    return { status: 200, body: { id: job.work.id, polling_url: `${url}/v1/get_result?id=${job.work.id}` } }
  }

  return (call) => {
    const given = one(call.headers['x-key'])
    if (key === undefined ? !given : given !== key) {
      throw new ProtocolError(403, { error: 'forbidden', message: 'Not authenticated', details: {} })
    }
    if (call.method === 'GET' && call.path === '/v1/get_result') {
      const id = call.query.get('id') ?? ''
      const job = jobs.get(id)
      return job
        ? { status: 200, body: resultOf(job) }
        : { status: 404, body: { id, status: 'Task not found', result: null } }
    }
    const model = /^\/v1\/([a-z0-9-]+)$/.exec(call.path)?.[1] ?? ''
    const referencesMost = MODELS[model]
    return call.method === 'POST' && referencesMost !== undefined ? order(call, referencesMost) : null
  }
}

/** A reference is an address, or the file in base64. */
function pictureOf(given: string, signal: AbortSignal): Promise<Uint8Array> {
  return URL.canParse(given)
    ? fetchInput(given, signal)
    : Promise.resolve(new Uint8Array(Buffer.from(given, 'base64')))
}

const validationFailed = (error: z.ZodError) => ({
  error: 'validation_error',
  message: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  details: {},
})
