import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { z } from 'zod'
import { findAnything } from '#backend/features/operators/find-anything.ts'
import { tellStory } from '#backend/features/operators/order-story.ts'
import { replayEvent } from '#backend/features/payment-events/payment-events-service.ts'
import { paymentTotals } from '#backend/features/payments/payment-totals.ts'
import { receiptsOf } from '#backend/features/payments/payments-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { ENDPOINT_NAMES, endpoints } from '#contract/endpoints.ts'
import { fillPath } from '#contract/path.ts'
import { seed, seededUid } from '#scripts/seed/rows.ts'
import { openDoor } from '#tests/api/support/door.ts'
import { idToken } from '#tests/api/support/identity.ts'
import { readyPerson } from '#tests/api/support/ready-person.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { arbitraryOf } from '#tests/support/arbitrary-of.ts'
import { testEach } from '#tests/support/each.ts'
/**
 * Rows enough to speak for a million and more: a plan is chosen by its cost; a scan's cost grows with the rows, an
 * index lookup's with their logarithm. A statement that uses an index at a hundred thousand rows uses it beyond.
 */
const HEADSHOTS = 100_000

/** They hold what imports bring, however many users there are; a suite of their own holds their reads to indexes. */
const IMPORTED = /^(directory_|osm_)/

/** A row for each thing that operators may pause. */
const SMALL = /^pauses$/

/** Answered without asking the database. */
const KNOWN_BY_HEART: readonly string[] = ['getSigningCertificate', 'getProcessing', 'getProcessingAgreement']

const reads = ENDPOINT_NAMES.map((name): [string, EndpointDefinition] => [name, endpoints[name]]).filter(
  ([name, { method }]) => method === 'GET' && !KNOWN_BY_HEART.includes(name),
)

type Named = Readonly<Record<string, string>>
interface Caller {
  uid: string
  /** Parameters by which calls name the caller's objects. */
  named: Named
  /** Tokens of a link, of a recipient of it, and of a phone. */
  tokens: Partial<Record<EndpointDefinition['auth'], string>>
}

let opened: OpenDatabase
let door: Awaited<ReturnType<typeof openDoor>>
let callers: readonly Caller[]
let planner: pg.Client

interface Statement {
  text: string
  values: unknown[]
}
/** The statements sent to PostgreSQL while calls are answered. */
let seen: Statement[] | undefined
const Asked = z.tuple([
  z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]),
  z.array(z.unknown()).optional().catch(undefined),
])
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !text.includes('pgboss')
const genuine: unknown = Reflect.get(pg.Client.prototype, 'query')
function watchedQuery(this: pg.Client, ...given: unknown[]): unknown {
  const asked = Asked.safeParse([given[0], given[1]])
  if (asked.success && isRead(asked.data[0])) seen?.push({ text: asked.data[0], values: asked.data[1] ?? [] })
  if (typeof genuine !== 'function') throw new Error('pg asks by another function')
  return Reflect.apply(genuine, this, given)
}

/** A user with files and links, made through the product, among the seeded ones. */
async function livingCaller(): Promise<Caller> {
  const { world } = door
  const { uid, id: personId, bundleId, keys, added } = await readyPerson(world)
  const [userImageKey = ''] = keys
  const published = await world.imageSharing.publish(uid, {
    userImageKey,
    showsName: true,
    showsBefore: true,
  })
  const { shareId, token } = await world.sharing.createShare(uid, personId)
  const recipient = await world.recipients.register({ shareId, personId, recipientId: null }, undefined)
  const [receipt] = await receiptsOf(world.database.queries, uid)
  const phone = await world.personWithSelfies(1)
  const session = await world.handoffs.open((await world.handoffs.create(phone.uid, phone.id)).token)
  return {
    uid,
    named: {
      personid: personId,
      person_id: personId,
      bundleid: bundleId,
      selfieid: added[0] ?? '',
      userImageKey,
      share_id: shareId,
      recipient_id: recipient.recipientId,
      sharable_key: published.sharableKey,
      sha256: 'f'.repeat(64),
      code: '000002',
      imageShareId: published.imageShareId,
      paymentId: receipt?.paymentId ?? '',
    },
    tokens: { share: token, recipient: recipient.token, handoff: session.sessionToken },
  }
}

/** The seeded user with twenty persons. */
async function seededCaller(): Promise<Caller> {
  const uid = seededUid(1)
  const { queries } = opened.database
  const { persons, bundles, headshots, selfies, shares, recipients } = tables
  const [row] = await queries
    .select()
    .from(persons)
    .innerJoin(selfies, eq(selfies.personId, persons.id))
    .innerJoin(bundles, eq(bundles.personId, persons.id))
    .innerJoin(headshots, eq(headshots.bundleId, bundles.id))
    .innerJoin(shares, eq(shares.personId, persons.id))
    .innerJoin(recipients, eq(recipients.shareId, shares.id))
    .where(eq(persons.uid, uid))
    .limit(1)
  if (!row) throw new Error('the first user was not seeded')
  const [receipt] = await receiptsOf(queries, uid)
  const personId = row.persons.id
  return {
    uid,
    named: {
      personid: personId,
      person_id: personId,
      bundleid: row.bundles.id,
      selfieid: row.selfies.id,
      userImageKey: row.headshots.userImageKey,
      sha256: row.headshots.sha256,
      share_id: row.shares.id,
      recipient_id: row.recipients.id,
      code: '000003',
      paymentId: receipt?.paymentId ?? '',
    },
    tokens: {},
  }
}

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  const open = async () => {
    opened = await openPostgres()
    await seed(opened.database, HEADSHOTS)
    return opened
  }
  door = await openDoor([], { open })
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  planner = new pg.Client({ connectionString: opened.connection.url })
  await planner.connect()
  callers = [await livingCaller(), await seededCaller()]
  Reflect.set(pg.Client.prototype, 'query', watchedQuery)
})
after(async () => {
  Reflect.set(pg.Client.prototype, 'query', genuine)
  await planner.end()
  await door.close()
})

/** A call with valid inputs that name the caller's objects. */
async function call(definition: EndpointDefinition, { uid, named, tokens }: Caller) {
  const given = (schema: z.ZodObject | undefined): Record<string, string> => {
    const shape: Record<string, z.core.$ZodType> = schema?.shape ?? {}
    const texts = Object.entries(shape).flatMap(([name, member]) => {
      const [made] = name in named ? [named[name]] : fc.sample(arbitraryOf(member), { numRuns: 1, seed: 7 })
      // A page goes on only where another one ended.
      if (name === 'after') return []
      return typeof made === 'string' || typeof made === 'number' ? [[name, String(made)] as const] : []
    })
    return Object.fromEntries(texts)
  }
  const token = tokens[definition.auth]
  const search = new URLSearchParams({ ...given(definition.query), ...(token !== undefined && { token }) })
  return door.app.inject({
    method: 'GET',
    url: `${fillPath(definition.path, given(definition.params))}?${search.toString()}`,
    headers: { authorization: definition.auth === 'handoff' ? (token ?? '') : idToken(uid) },
  })
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string | undefined
  Plans?: PlanNode[] | undefined
}
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Explained = z.array(z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })).length(1)

function scannedTables({ 'Node Type': type, 'Relation Name': table, Plans = [] }: PlanNode): string[] {
  const below = Plans.flatMap(scannedTables)
  return type === 'Seq Scan' && table !== undefined ? [table, ...below] : below
}

/** The tables that a statement would read from end to end. */
async function scansOf({ text, values }: Statement): Promise<string[]> {
  const { rows } = await planner.query(`explain (format json) ${text}`, values)
  const [{ 'QUERY PLAN': plan } = { 'QUERY PLAN': undefined }] = Explained.parse(rows)
  return plan
    ? scannedTables(plan[0].Plan).filter((table) => !IMPORTED.test(table) && !SMALL.test(table))
    : []
}

testEach(reads)('%s scans no growing table', async (_name, definition) => {
  const statements: Statement[] = (seen = [])
  const able = callers.filter(
    ({ tokens }) => !['share', 'recipient', 'handoff'].includes(definition.auth) || definition.auth in tokens,
  )
  for (const caller of able) {
    const { statusCode } = await call(definition, caller)
    // Seeded rows have no files.
    expect([200, 404, 409]).toContain(statusCode)
  }
  seen = undefined
  expect(statements).not.toEqual([])
  for (const statement of statements)
    expect({ text: statement.text, scans: await scansOf(statement) }).toEqual({
      text: statement.text,
      scans: [],
    })
})

test('the totals of all payments are read from an index alone', async () => {
  // Of rows that no vacuum has seen yet an index does not know whether they are there.
  await planner.query('vacuum payments')
  const statements: Statement[] = (seen = [])
  await paymentTotals(door.world)
  seen = undefined
  const [statement] = statements
  if (!statement) throw new Error('nothing was asked')
  const { rows } = await planner.query(`explain ${statement.text}`, statement.values)
  expect(JSON.stringify(rows)).toContain('Index Only Scan using payments_totals')
})

test('the story of an order and the search for an event read what the provider told from indexes', async () => {
  const { ports } = door.world
  const [first] = await opened.database.queries.select().from(tables.paymentEvents).limit(1)
  const [told] = await opened.database.queries
    .update(tables.paymentEvents)
    .set({ paymentReference: 'pi_seed' })
    .where(eq(tables.paymentEvents.eventId, first?.eventId ?? ''))
    .returning()
  const [{ orderReference } = { orderReference: '' }] = await opened.database.queries
    .select()
    .from(tables.payments)
    .where(eq(tables.payments.providerReference, told?.reference ?? ''))
  const statements: Statement[] = (seen = [])
  await tellStory(ports, orderReference)
  for (const text of [told?.eventId ?? '', told?.reference ?? '', 'pi_none']) await findAnything(ports, text)
  await replayEvent(opened.database.queries, ports.queue, told?.eventId ?? '')
  seen = undefined
  const ofEvents = statements.filter(({ text }) => text.includes('from "payment_events"'))
  // Two of the story (by session, by payment), one of the search for each of three texts, one of the replay.
  expect(ofEvents).toHaveLength(6)
  for (const statement of ofEvents) expect(await scansOf(statement)).toEqual([])
})

test('a statement without an index is reported', async () => {
  const statement = { text: 'select * from headshots where width = $1', values: [1] }
  expect(await scansOf(statement)).toEqual(['headshots'])
})
