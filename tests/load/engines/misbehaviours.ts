import { setTimeout as sleep } from 'node:timers/promises'
import type { Vendor } from './vendors.ts'

interface Misbehaviour {
  name: string
  at: (vendor: Vendor) => Promise<void>
  /** What is to end with its turn. */
  end?: (vendor: Vendor) => Promise<void>
}

const call = (
  name: string,
  fault: object,
  routesOf?: (vendor: Vendor) => readonly string[],
): Misbehaviour => ({
  name,
  async at(vendor) {
    for (const route of routesOf?.(vendor) ?? ['*']) await vendor.command('calls', { ...fault, route })
  },
})
const job = (name: string, fault: object): Misbehaviour => ({
  name,
  at: (vendor) => vendor.command('jobs', fault),
})
const hooks = (name: string, faults: Readonly<Record<string, number>>): Misbehaviour => ({
  name,
  at: (vendor) => vendor.command('hooks', faults),
  end: (vendor) => vendor.command('hooks', Object.fromEntries(Object.keys(faults).map((key) => [key, 0]))),
})
const orders = ({ orderRoutes }: Vendor) => orderRoutes
const reads = () => ['GET *']

/** What vendors do wrong, one after the other. `stuck` is left out: a vendor's own deadline of ten minutes ends it. */
export const MISBEHAVIOURS: readonly Misbehaviour[] = [
  call('429 with Retry-After', { fault: 'status', status: 429, retryAfterSeconds: 1 }),
  job('a picture of somebody else', { fault: 'stranger', kind: 'picture', times: 2 }),
  call('429 without Retry-After', { fault: 'status', status: 429 }),
  hooks('hooks come twice and forged', { duplicate: 1, forge: 1 }),
  call('503 to a question', { fault: 'status', status: 503, times: 3 }, reads),
  job('a picture is refused', { fault: 'refused', kind: 'picture' }),
  call('500 to an order', { fault: 'status', status: 500 }, orders),
  hooks('half of the hooks are lost', { drop: 0.5 }),
  call('the answer to an order is lost', { fault: 'lost' }, orders),
  job('jobs fail', { fault: 'failed', times: 2 }),
  {
    name: 'results are gone at once',
    at: (vendor) => vendor.command('results', { lastSeconds: 0 }),
    end: (vendor) => vendor.command('results', { lastSeconds: null }),
  },
  call('a page of HTML to an order', { fault: 'garbage' }, orders),
  job('a job names no file', { fault: 'missing_files' }),
  {
    name: 'hooks are held, then sent the newest first',
    at: (vendor) => vendor.command('hooks', { hold: true }),
    end: (vendor) => vendor.command('hooks/release-reversed', {}),
  },
  job('a narrow face', { fault: 'squeezed', kind: 'picture' }),
  job('a selfie instead of a picture', { fault: 'copied', kind: 'picture' }),
  job('a word across a picture', { fault: 'text', kind: 'picture' }),
  call('no answer to a question', { fault: 'hang' }, reads),
  hooks('hooks come late', { delayMostMs: 4000 }),
  job('the model of somebody else', { fault: 'stranger', kind: 'training' }),
  job('a training is refused', { fault: 'refused', kind: 'training' }),
]

const LOOK_MS = 250

/** The vendors that are there misbehave in that way, until they have taken some orders more or its time is over. */
export async function misbehave(
  { at, end }: Misbehaviour,
  vendors: readonly Vendor[],
  { ordersMore, mostMs }: { ordersMore: number; mostMs: number },
): Promise<void> {
  const there = vendors.filter((vendor) => !vendor.isAway())
  const count = () => vendors.reduce((sum, { taken }) => sum + taken.length, 0)
  const before = count()
  const until = Date.now() + mostMs
  await Promise.all(there.map(at))
  while (Date.now() < until && count() < before + ordersMore) await sleep(LOOK_MS)
  if (end) await Promise.all(there.map(end))
}
