import { and, eq, inArray } from 'drizzle-orm'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { OPEN_REROLL_STATES, RerollFailure } from '#contract/bundles.ts'
import { sumOf, type Finding, type Row } from '../orders/audit.ts'
import type { Order } from '../orders/customer.ts'
import { lookAt, type Color } from './plain-pictures.ts'
import { VENDORS, type Taken, type Vendor } from './vendors.ts'

const { bundles, headshots, rerolls, trainings, vendorJobs } = tables

type OrderRow = typeof vendorJobs.$inferSelect

const ENDED = ['succeeded', 'failed', 'refused', 'abandoned']
const DOLLAR_MICROS = 1_000_000
const dollars = (micros: number): string => `$ ${(micros / DOLLAR_MICROS).toFixed(4)}`
const countBy = <T>(items: readonly T[], fits: (item: T) => boolean) => items.filter(fits).length

/**
 * What vendors took, against what our rows say of it: no attempt was taken twice, and what was paid there was used, or is
 * an orphan that our rows know of.
 */
export async function auditVendors({ queries }: Database, vendors: readonly Vendor[]): Promise<Finding[]> {
  const rows = await queries.select().from(vendorJobs)
  return VENDORS.map((name) => {
    const those = vendors.filter((vendor) => vendor.name === name)
    const isAway = those.some((vendor) => vendor.isAway())
    const taken = those.flatMap((vendor) => vendor.taken)
    const own = rows.filter(({ engine }) => engine === name)
    return auditVendor(name, { taken, rows, own, isAway })
  })
}

function auditVendor(
  name: string,
  {
    taken,
    rows,
    own,
    isAway,
  }: { taken: readonly Taken[]; rows: OrderRow[]; own: OrderRow[]; isAway: boolean },
): Finding {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const differences: string[] = []
  const attempts = new Set<string>()
  for (const { order, attempt, work } of taken) {
    const row = byId.get(order)
    if (!row || row.attempt < attempt) differences.push(`${work.id} there is of no order of ours`)
    if (attempts.has(`${order}#${attempt}`)) differences.push(`${order}, attempt ${attempt}: ordered twice`)
    attempts.add(`${order}#${attempt}`)
    const isOpen = work.state === 'queued' || work.state === 'running'
    if (isOpen && !isAway) differences.push(`${work.id} is still ${work.state} there`)
  }
  const isUsed = ({ order, attempt }: Taken) => {
    const row = byId.get(order)
    return row?.engine === name && row.attempt === attempt && row.state === 'succeeded'
  }
  for (const { id, attempt, state } of own) {
    if (state === 'succeeded' && !attempts.has(`${id}#${attempt}`))
      differences.push(`${id}: nobody made it there`)
  }
  const open = own.filter(({ state }) => !ENDED.includes(state))
  if (!isAway) differences.push(...open.map(({ id, state }) => `${id} is still ${state}`))
  const paid = taken.filter(({ work }) => work.state === 'succeeded')
  const orphans = paid.filter((one) => !isUsed(one))
  const isSentAgain = ({ order, attempt }: Taken) => (byId.get(order)?.attempt ?? 0) > attempt
  const pictures = countBy(paid, ({ work }) => work.kind === 'picture')
  const figures: [string, number | string][] = [
    ['orders taken', taken.length],
    ['trainings made', paid.length - pictures],
    ['pictures made', pictures],
    ['of both used', paid.length - orphans.length],
    ['orphans: sent again, and paid again knowingly', countBy(orphans, isSentAgain)],
    ['orphans: ended here, and made there all the same', countBy(orphans, (one) => !isSentAgain(one))],
    ['orders without an end, as nobody is there', isAway ? open.length : 0],
    ['cost', dollars(sumOf(own, ({ costMicros }) => costMicros))],
  ]
  return {
    what: `Orders at ${name}${isAway ? ', which went away for good' : ''}`,
    rows: figures.map(([what, figure]): Row => [what, figure, figure]),
    differences,
  }
}

/** Every headshot that was handed over shows its person, by the color of the file, and no word. */
export async function auditPictures(
  { queries }: Database,
  storage: Storage,
  colorOf: ReadonlyMap<string, Color>,
): Promise<Finding> {
  const shown = await queries
    .select({ imageKey: headshots.imageKey, personId: bundles.personId })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .where(and(eq(headshots.passed, true), eq(bundles.state, 'ready')))
  const differences: string[] = []
  for (const { imageKey, personId } of shown) {
    const file = await storage.get(imageKey)
    const seen = file && (await lookAt(file))
    if (seen?.isHeadshot !== true || seen.color !== colorOf.get(personId))
      differences.push(
        `${imageKey} is ${seen ? `of ${seen.color}` : 'gone'}, not of ${colorOf.get(personId)}`,
      )
    else if (seen.hasWord) differences.push(`${imageKey} has a word in it`)
  }
  const refused = await queries.$count(headshots, eq(headshots.passed, false))
  return {
    what: 'Headshots',
    rows: [
      ['of the person who ordered them', shown.length - differences.length, shown.length],
      ['refused by the gate', refused, refused],
    ],
    differences,
  }
}

/** What each order cost at vendors: its pictures and their re-rolls, and its share of the trainings of the person. */
export async function auditCosts(
  { queries }: Database,
  orders: readonly Order[],
  bundleOf: ReadonlyMap<string, string>,
): Promise<Finding> {
  const rows = await queries.select().from(vendorJobs)
  const trained = new Map((await queries.select().from(trainings)).map((row) => [row.id, row.personId]))
  const rerolled = new Map((await queries.select().from(rerolls)).map((row) => [row.id, row.bundleId]))
  const rendersOf = (bundleId: string | undefined) =>
    rows.filter(({ id, kind }) => {
      const [of = ''] = id.split('/')
      return kind === 'render' && bundleId !== undefined && (rerolled.get(of) ?? of) === bundleId
    })
  const trainingsOf = (personId: string) =>
    rows.filter(({ id, kind }) => kind === 'training' && trained.get(id.split(':')[0] ?? '') === personId)
  const costOf = (some: readonly OrderRow[]) => sumOf(some, ({ costMicros }) => costMicros)
  const costs = orders.map((order) => {
    const sharedBy = countBy(orders, ({ personId }) => personId === order.personId)
    const renders = rendersOf(bundleOf.get(order.paymentId))
    const engines = [...new Set(renders.map(({ engine }) => engine))].join('+') || 'no vendor'
    const micros = costOf(renders) + costOf(trainingsOf(order.personId)) / sharedBy
    return { name: `${order.uid}: ${order.styleId}, ${engines}`, micros }
  })
  return {
    what: 'Cost of each order at vendors, with its share of the trainings (prices of the settings, times of the emulators)',
    rows: [
      ...costs.map(({ name, micros }): Row => [name, dollars(micros), dollars(micros)]),
      [
        'an order on average',
        dollars(sumOf(costs, ({ micros }) => micros) / costs.length),
        dollars(costOf(rows) / costs.length),
      ],
    ],
    differences: [],
  }
}

export function countOpenRerolls({ queries }: Database): Promise<number> {
  return queries.$count(rerolls, inArray(rerolls.state, [...OPEN_REROLL_STATES]))
}

export async function auditRerolls({ queries }: Database, askedCount: number): Promise<Finding> {
  const rows = await queries.select().from(rerolls)
  const done = countBy(rows, ({ state }) => state === 'done')
  const failed = (failure: RerollFailure) => countBy(rows, (row) => row.failure === failure)
  return {
    what: 'Re-rolls, after the order of the engines changed',
    rows: [
      ['asked for', rows.length, askedCount],
      ['done, most of them', done, Math.max(done, Math.ceil(askedCount / 2))],
      ...RerollFailure.options.map((failure): Row => [
        `without a picture: ${failure}`,
        failed(failure),
        // No vendor is to blame that is no longer asked.
        failure === 'technical' || failure === 'ended' ? 0 : failed(failure),
      ]),
    ],
    differences: [],
  }
}

/** After all persons were deleted: what is left of them, here and at the vendors that are there. */
export async function auditDeletions(
  { queries }: Database,
  { storage, vendors, personCount }: { storage: Storage; vendors: readonly Vendor[]; personCount: number },
): Promise<Finding> {
  const { persons, personDeletions } = tables
  const keys: string[] = []
  for await (const { key } of storage.list('persons/')) keys.push(key)
  return {
    what: 'After the deletion of every person',
    rows: [
      ['persons', await queries.$count(persons), 0],
      [
        'deletions confirmed',
        await queries.$count(personDeletions, eq(personDeletions.state, 'done')),
        personCount,
      ],
      ['files of persons', keys.length, 0],
      ...vendors
        // Containers keep nothing: what the emulator has is what it told.
        .filter((vendor) => vendor.name !== 'cog' && !vendor.isAway())
        .map((vendor): Row => [`models and archives left at ${vendor.name}`, vendor.left(), 0]),
    ],
    differences: keys.slice(0, 20),
  }
}
