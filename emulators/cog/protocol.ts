import { z } from 'zod'
import { PaintError, picturesIn } from '../engine-core/painter.ts'
import {
  ProtocolError,
  bodyOf,
  fetchInput,
  one,
  partsOf,
  type Answer,
  type Call,
  type Protocol,
} from '../engine-core/server.ts'
import type { Work } from '../engine-core/work.ts'

/** What our container takes: one model class that trains and renders. */
const Input = z.discriminatedUnion('task', [
  z.strictObject({
    task: z.literal('train'),
    input_images: z.string(),
    trigger_word: z.string().min(1),
    steps: z.number().int().min(1).max(6000),
  }),
  z.strictObject({
    task: z.literal('render'),
    weights: z.string(),
    prompt: z.string().min(1),
    width: z.number().int().multipleOf(16).min(256).max(1440),
    height: z.number().int().multipleOf(16).min(256).max(1440),
    seed: z.number().int().min(0),
  }),
])
const Order = z.object({
  input: Input,
  webhook: z.url().optional(),
  webhook_events_filter: z.array(z.enum(['start', 'output', 'logs', 'completed'])).optional(),
})
type Order = z.output<typeof Order>

const MEDIA_TYPES = { training: 'application/octet-stream', picture: 'image/jpeg' }

/**
 * A container with some slots. It has no queue, no list and no poll: what became of a prediction is told to its webhook alone,
 * with the key as a Bearer.
 */
export function cog({ slots = 1 } = {}): Protocol {
  return ({ url, key, now, hooks, workshop, painter }) => {
    const orders = new Map<string, Order>()
    const isOpen = ({ state }: Work) => state === 'queued' || state === 'running'
    const isFull = () => workshop.all().filter(isOpen).length >= slots

    const outputOf = (work: Work): string | null => {
      const [id] = work.files
      if (work.state !== 'succeeded' || id === undefined) return null
      const file = workshop.file(id)
      // A file that is gone was uploaded, and deleted there.
      if (!file) return `${url}/_files/${id}`
      return `data:${MEDIA_TYPES[work.kind]};base64,${Buffer.from(file.bytes).toString('base64')}`
    }
    const show = (work: Work) => ({
      id: work.id,
      status: statusOf(work),
      input: orders.get(work.id)?.input,
      output: outputOf(work),
      error: work.state === 'refused' ? `refused: ${work.message}` : work.message,
      logs: work.state === 'running' ? ' 50%|#####     | 500/1000\n' : '',
      metrics:
        work.startedAt !== null && work.endedAt !== null
          ? { predict_time: Math.max(1, work.endedAt - work.startedAt) / 1000 }
          : {},
    })
    const tell = (work: Work): void => {
      const order = orders.get(work.id)
      const event = isOpen(work) ? 'start' : 'completed'
      if (order?.webhook === undefined) return
      if (order.webhook_events_filter && !order.webhook_events_filter.includes(event)) return
      hooks.tell({
        job: work.id,
        url: order.webhook,
        body: JSON.stringify(show(work)),
        sign: ({ byStranger }): Record<string, string> =>
          byStranger
            ? { authorization: 'Bearer of-a-stranger' }
            : key === undefined
              ? {}
              : { authorization: `Bearer ${key}` },
      })
    }

    const begin = (call: Call, id: string): Answer => {
      const known = workshop.find(id)
      if (known && isOpen(known)) return { status: 202, body: { id, status: statusOf(known) } }
      const order = bodyOf(call, Order, explain)
      if (one(call.headers.prefer) !== 'respond-async')
        throw new ProtocolError(501, { detail: 'Only predictions in the background are made here.' })
      if (isFull()) throw new ProtocolError(409, { detail: 'Already running a prediction' })
      orders.set(id, order)
      const { input } = order
      workshop.submit(
        {
          kind: input.task === 'train' ? 'training' : 'picture',
          async make(fault, signal) {
            const address = input.task === 'train' ? input.input_images : input.weights
            const file = await fetchInput(address, signal).catch((cause: unknown) => {
              throw new PaintError('an input cannot be read', { cause })
            })
            if (input.task === 'train') return [await painter.train(await picturesIn(file), fault)]
            return [await painter.paint(file, input.seed, fault)]
          },
          onChange: tell,
        },
        id,
      )
      return { status: 202, body: { id, status: 'starting' } }
    }

    const routes: Record<string, (call: Call, id: string) => Answer> = {
      'GET /': () => ({
        status: 200,
        body: {
          healthcheck_url: '/health-check',
          predictions_idempotent_url: '/predictions/{prediction_id}',
          predictions_cancel_url: '/predictions/{prediction_id}/cancel',
        },
      }),
      'GET /health-check': () => ({
        status: 200,
        body: { status: isFull() ? 'BUSY' : 'READY', setup: { status: 'succeeded' }, at: now() },
      }),
      'PUT /predictions/{id}': begin,
      'POST /predictions/{id}/cancel': (_call, id) => {
        const work = workshop.find(id)
        if (!work || !isOpen(work)) throw new ProtocolError(404, {})
        workshop.cancel(work)
        return { status: 200, body: {} }
      },
    }
    return (call) => {
      for (const [route, respond] of Object.entries(routes)) {
        const [method, template = ''] = route.split(' ')
        const parts = method === call.method ? partsOf(template, call.path) : undefined
        if (parts) return respond(call, parts[0] ?? '')
      }
      return null
    }
  }
}

function statusOf({ state }: Work): string {
  if (state === 'queued') return 'starting'
  if (state === 'running') return 'processing'
  return state === 'refused' ? 'failed' : state
}

const explain = (error: z.ZodError) => ({
  detail: error.issues.map(({ path, message }) => ({
    loc: ['body', ...path],
    msg: message,
    type: 'value_error',
  })),
})
