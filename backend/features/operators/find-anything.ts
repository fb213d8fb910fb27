import { desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { OperatorAnswer, OperatorRow } from '#contract/operators.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { ordersOf, totalsOf } from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { IdentityUser } from '#backend/providers/identity/identity-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { done, listed, moneyOf, timeOf } from './answers.ts'
import { isUuid, paymentsNamed, type PaymentRow } from './find-order.ts'

const { archives, bundles, dataExports, deletions, headshotFiles, headshots, mails, payments } = tables
const { paymentEvents, personDeletions, persons, previews, seatOrders, selfies } = tables
const { trainings, users, withdrawals } = tables

const FOUND_ROWS = 20
/** Of a reference that a customer typed. */
const NO_LETTERS = /[^0-9A-Z]/g
const RECEIPT_NUMBER = /^20\d\d-(\d{6,})$/
const PERSON_FOLDER = /^persons\/([0-9a-f-]{36})\//

/** Everything that a text names: one search for all. */
export async function findAnything(
  { database: { queries }, identity, gateways }: Pick<FeatureDeps, 'database' | 'identity' | 'gateways'>,
  text: string,
): Promise<OperatorAnswer> {
  const notes: string[] = []
  /** What a service that is away would have found is missing, and the note says so. */
  const unlessAway = async <T>(service: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      notes.push(`${service} does not answer: what only it knows is missing.`)
      return undefined
    }
  }
  const uid = text.includes('@')
    ? (await unlessAway('The identity provider', () => identity.findByEmail(text)))?.uid
    : text
  const session =
    /^(?:pi|py|ch)_/.test(text) &&
    (await unlessAway('The payment provider', () => gateways.stripe.findSession(text)))
  const lookUp = (account: string) => unlessAway('The identity provider', () => identity.lookUp(account))
  const { rows: orders, uids } = await ordersNamed(queries, text, session || undefined)
  const owners = await Promise.all([...uids].map((owner) => accountsOf(queries, text, owner, lookUp)))
  const rows = [
    ...orders,
    ...owners.flat().filter(({ what }) => what === 'account'),
    ...(uid === undefined ? [] : await accountsOf(queries, text, uid, lookUp)),
    ...(await personsOf(queries, text, uid)),
    ...(await filesOf(queries, text)),
    ...(await withdrawnBy(queries, text)),
    ...(await mailedTo(queries, text)),
    ...(isUuid(text) ? await worksOf(queries, text) : []),
  ]
  const once = [...new Map(rows.map((row) => [`${row['what']} ${row['id']}`, row])).values()]
  if (once.length === 0) notes.unshift('Nothing is found.')
  return done(once, notes.length === 0 ? null : notes.join(' '))
}

/** One row of the answer. */
const hit = (what: string, id: string, about: string, at: Date | null): OperatorRow => ({
  what,
  id,
  about,
  since: timeOf(at),
})

/** The orders of these payments, each once, under the reference that its customer knows. */
async function orderHits(queries: Queries, rows: readonly PaymentRow[]): Promise<OperatorRow[]> {
  const orders = await ordersOf(queries, rows)
  return orders.map((order) => {
    const [lead] = order
    const { amountMinor } = totalsOf(order)
    const about = [
      listed(order.map(({ styleId }) => styleId)),
      moneyOf({ ...lead, amountMinor }),
      listed(order.map(({ state }) => state)),
      `${order.length > 1 ? 'payments' : 'payment'} ${listed(order.map(({ id }) => id))}`,
    ]
    return hit('order', lead.orderReference, about.join(', '), lead.createdAt)
  })
}

/** Orders, those of seats, and events; and the accounts of the orders. */
async function ordersNamed(
  queries: Queries,
  text: string,
  session: string | undefined,
): Promise<{ rows: OperatorRow[]; uids: Set<string> }> {
  const events = await queries
    .select()
    .from(paymentEvents)
    .where(
      or(
        eq(paymentEvents.eventId, text),
        eq(paymentEvents.reference, text),
        eq(paymentEvents.paymentReference, text),
      ),
    )
    .limit(FOUND_ROWS)
  const told = events.flatMap(({ reference }) => reference ?? [])
  const references = [...(session === undefined ? [] : [session]), ...told]
  const number = RECEIPT_NUMBER.exec(text)?.[1]
  const found = [
    ...(await paymentsNamed(queries, text)),
    ...(references.length === 0
      ? []
      : await queries.select().from(payments).where(inArray(payments.providerReference, references))),
    ...(number === undefined
      ? []
      : await queries
          .select()
          .from(payments)
          .where(eq(payments.receiptNumber, Number(number)))),
  ]
  const seats = await queries.select().from(seatOrders).where(eq(seatOrders.providerReference, text))
  const rows = [
    ...(await orderHits(queries, found)),
    ...seats.map((row) => hit('seats', row.id, `${row.seatCount} seats, ${moneyOf(row)}`, row.createdAt)),
    ...events.map((row) =>
      hit('event', row.eventId, `${row.type}, session ${row.reference ?? '-'}`, row.happenedAt),
    ),
  ]
  return { rows, uids: new Set(found.flatMap((payment) => payment.uid ?? [])) }
}

const countedOrders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`

async function accountsOf(
  queries: Queries,
  text: string,
  uid: string,
  /** Undefined where the identity provider knows no such account, or is away. */
  lookUp: (uid: string) => Promise<IdentityUser | undefined>,
): Promise<OperatorRow[]> {
  const found = await queries.select().from(users).where(eq(users.uid, uid))
  const theirs = await orderHits(
    queries,
    await queries
      .select()
      .from(payments)
      .where(eq(payments.uid, uid))
      .orderBy(desc(payments.createdAt))
      .limit(FOUND_ROWS),
  )
  const leaving = await queries
    .select()
    .from(deletions)
    .where(or(eq(deletions.uid, uid), eq(deletions.address, text)))
  // An account that signed in and kept nothing has no row: only the identity provider knows it.
  const isKnownOnly = found.length === 0 && uid !== text
  const isAny = found.length > 0 || isKnownOnly
  const user = isAny ? await lookUp(uid) : undefined
  const account = (about: string, since: Date | null): OperatorRow => ({
    ...hit('account', uid, [user?.email, about].filter((each) => each !== undefined).join(', '), since),
    isBlocked: user?.isBlocked ?? null,
  })
  return [
    ...found.map((row) => account(countedOrders(theirs.length), row.createdAt)),
    ...(isKnownOnly ? [account('keeps nothing here', null)] : []),
    ...theirs,
    ...leaving.map((row) => hit('deletion', row.id, `of an account, ${row.state}`, row.createdAt)),
  ]
}

async function personsOf(queries: Queries, text: string, uid: string | undefined): Promise<OperatorRow[]> {
  const folder = PERSON_FOLDER.exec(text)?.[1]
  const id = folder ?? (isUuid(text) ? text : undefined)
  const isMeant = or(
    ilike(persons.name, `%${literally(text)}%`),
    ...(id === undefined ? [] : [eq(persons.id, id)]),
    ...(uid === undefined ? [] : [eq(persons.uid, uid)]),
  )
  const found = await queries
    .select()
    .from(persons)
    .where(isMeant)
    .orderBy(desc(persons.createdAt))
    .limit(FOUND_ROWS)
  const ids = found.map((row) => row.id)
  const orders =
    ids.length === 0
      ? []
      : await queries.select().from(payments).where(inArray(payments.personId, ids)).limit(FOUND_ROWS)
  return [
    ...found.map((row) =>
      hit('person', row.id, `${row.name}, ${row.state}, account ${row.uid}`, row.createdAt),
    ),
    ...(await orderHits(queries, orders)),
  ]
}

/** Files by their key, or a headshot by its public handle. */
async function filesOf(queries: Queries, text: string): Promise<OperatorRow[]> {
  const ofBundle = async (what: string, where: SQL | undefined): Promise<OperatorRow[]> => {
    const rows = await queries
      .select({ key: headshots.userImageKey, bundleId: headshots.bundleId, at: headshots.createdAt })
      .from(headshots)
      .where(where)
    return rows.map((row) => hit(what, row.key, `bundle ${row.bundleId}`, row.at))
  }
  return [
    ...(await ofBundle(
      'headshot',
      or(eq(headshots.userImageKey, text), eq(headshots.imageKey, text), eq(headshots.thumbnailKey, text)),
    )),
    ...(
      await queries
        .select()
        .from(selfies)
        .where(or(eq(selfies.imageKey, text), eq(selfies.thumbnailKey, text)))
    ).map((row) => hit('selfie', row.id, `${row.state}, person ${row.personId}`, row.createdAt)),
    ...(await queries.select().from(previews).where(eq(previews.imageKey, text))).map((row) =>
      hit('preview', row.personId, `person ${row.personId}`, row.createdAt),
    ),
    ...(await queries.select().from(trainings).where(eq(trainings.modelKey, text))).map((row) =>
      hit('training', row.id, `${row.state}, person ${row.personId}`, row.createdAt),
    ),
    ...(await queries.select().from(headshotFiles).where(eq(headshotFiles.fileKey, text))).map((row) =>
      hit('file', row.id, `${row.format} of headshot ${row.userImageKey}`, row.createdAt),
    ),
    ...(await queries.select().from(archives).where(eq(archives.fileKey, text))).map((row) =>
      hit('archive', row.id, `bundle ${row.bundleId}`, row.createdAt),
    ),
    ...(await queries.select().from(dataExports).where(eq(dataExports.archiveKey, text))).map((row) =>
      hit('export', row.id, `account ${row.uid}`, row.createdAt),
    ),
  ]
}

/** For `ilike`: its signs for any text stand for themselves. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** Withdrawals of an address or an order: there need be no account, and no such order. References are kept as they were typed. */
async function withdrawnBy(queries: Queries, text: string): Promise<OperatorRow[]> {
  const letters = text.toUpperCase().replace(NO_LETTERS, '')
  const typed = sql`regexp_replace(upper(${withdrawals.orderReference}), ${NO_LETTERS.source}, '', 'g')`
  const isMeant = or(
    ...(isUuid(text) ? [eq(withdrawals.id, text)] : []),
    ...(text.includes('@') ? [ilike(withdrawals.email, literally(text))] : []),
    ...(letters === '' ? [] : [eq(typed, letters)]),
  )
  if (!isMeant) return []
  const asked = await queries
    .select()
    .from(withdrawals)
    .where(isMeant)
    .orderBy(desc(withdrawals.createdAt))
    .limit(FOUND_ROWS)
  return asked.map((row) => hit('withdrawal', row.id, `${row.orderReference}, ${row.state}`, row.createdAt))
}

async function mailedTo(queries: Queries, text: string): Promise<OperatorRow[]> {
  if (!text.includes('@')) return []
  const waiting = await queries
    .select()
    .from(mails)
    .where(ilike(mails.address, literally(text)))
    .limit(FOUND_ROWS)
  return waiting.map((row) => hit('mail', row.id, `${row.template}, ${row.state}`, row.createdAt))
}

async function worksOf(queries: Queries, id: string): Promise<OperatorRow[]> {
  return [
    ...(await queries.select().from(bundles).where(eq(bundles.id, id))).map((row) =>
      hit('bundle', row.id, `${row.styleId}, ${row.state}, person ${row.personId}`, row.createdAt),
    ),
    ...(await queries.select().from(trainings).where(eq(trainings.id, id))).map((row) =>
      hit('training', row.id, `${row.state}, person ${row.personId}`, row.createdAt),
    ),
    ...(await queries.select().from(selfies).where(eq(selfies.id, id))).map((row) =>
      hit('selfie', row.id, `${row.state}, person ${row.personId}`, row.createdAt),
    ),
    ...(await queries.select().from(mails).where(eq(mails.id, id))).map((row) =>
      hit('mail', row.id, `${row.template}, ${row.state}`, row.createdAt),
    ),
    ...(
      await queries
        .select()
        .from(personDeletions)
        .where(or(eq(personDeletions.id, id), eq(personDeletions.personId, id)))
    ).map((row) => hit('deletion', row.id, `of a person, ${row.state}`, row.createdAt)),
    ...(await queries.select().from(deletions).where(eq(deletions.id, id))).map((row) =>
      hit('deletion', row.id, `of an account, ${row.state}`, row.createdAt),
    ),
  ]
}
