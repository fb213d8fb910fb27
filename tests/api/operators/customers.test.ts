import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'
import { openOperatorDoor, reason, type OperatorDoor } from '../support/operators.ts'
import { signal } from '../support/test-backend.ts'

let door: OperatorDoor
before(async () => {
  door = await openOperatorDoor()
})
after(() => door.close())

const queries = () => door.world.database.queries

const accountsNamed = async (text: string) =>
  (await door.rowsOf('operatorFind', { text })).filter((row) => row['what'] === 'account')

test('find tells an order, its person and its account by each id, address and reference', async () => {
  const { uid, id, bundleId, payment, reference, added } = await door.order()
  const email = `${uid}@example.org`
  door.world.behaviour.users.set(uid, { email, emailVerified: true, displayName: 'Anna' })
  await queries().update(tables.persons).set({ name: 'Zoë 100% Ünal' }).where(eq(tables.persons.id, id))
  const { id: paymentId, providerReference } = await payment()
  const [headshot] = await queries()
    .select()
    .from(tables.headshots)
    .where(eq(tables.headshots.bundleId, bundleId))
  const [selfie] = await queries()
    .select()
    .from(tables.selfies)
    .where(eq(tables.selfies.id, added[0] ?? ''))
  const found = async (text: string) =>
    (await door.rowsOf('operatorFind', { text })).map((row) => `${row['what']} ${row['id']}`)
  for (const text of [
    ...[reference, reference.toLowerCase().replace('-', ' '), paymentId, bundleId],
    ...[providerReference ?? '', uid, email, 'zoë 100%', id],
  ]) {
    expect(await found(text)).toContain(`order ${reference}`)
  }
  for (const text of [uid, email, reference]) expect(await found(text)).toContain(`account ${uid}`)
  expect(await accountsNamed(reference)).toMatchObject([{ about: `${email}, 1 order` }])
  for (const text of [uid, id, 'Ünal', selfie?.imageKey ?? ''])
    expect(await found(text)).toContain(`person ${id}`)
  for (const text of [headshot?.imageKey ?? '', headshot?.userImageKey ?? ''])
    expect(await found(text)).toContain(`headshot ${headshot?.userImageKey}`)
  expect(await found(selfie?.imageKey ?? '')).toContain(`selfie ${selfie?.id}`)
})

test('find says that nothing is found', async () => {
  expect(await door.ask('operatorFind', { text: 'x%' })).toMatchObject({
    rows: [],
    note: 'Nothing is found.',
  })
})

test('show tells payment, training, shots, mails, hooks and jobs of an order in their order', async () => {
  const { reference, id, payment } = await door.order()
  const { providerReference } = await payment()
  const paymentReference = `pi_${randomUUID()}`
  const told = { paymentReference, happenedAt: new Date() }
  await queries()
    .insert(tables.paymentEvents)
    .values([
      {
        hook: 'orders',
        eventId: randomUUID(),
        type: 'checkout.session.completed',
        reference: providerReference,
        ...told,
      },
      // Stripe names no session where it tells of a bank or of a refund.
      { hook: 'orders', eventId: randomUUID(), type: 'charge.dispute.closed', reference: null, ...told },
    ])
  const answer = await door.ask('operatorShow', { order: reference })
  if (answer.outcome === 'refused') throw new Error(answer.reason)
  const lines = answer.rows.map((row) => `${row['what']}: ${row['detail']}`)
  for (const start of [
    ...['payment: paid', 'training: succeeded', 'shot: 0: passed', 'mail: receipt enqueued'],
    ...['hook: checkout.session.completed', 'hook: charge.dispute.closed'],
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${start}`)))
  }
  const times = answer.rows.map((row) => String(row['at']))
  expect(times).toEqual([...times].sort())
  expect(answer.note).toContain(`Order ${reference}`)
  expect(JSON.stringify(answer)).not.toContain(`persons/${id}`)
  expect(await door.ask('operatorShow', { order: '00000-00000' })).toMatchObject({ outcome: 'refused' })
})

test('show tells a dispute of an order whose own hook was lost, once the provider said whose it is', async () => {
  const { reference, payment } = await door.order()
  const { providerReference } = await payment()
  const paymentReference = `pi_${randomUUID()}`
  const eventId = randomUUID()
  await queries().insert(tables.paymentEvents).values({
    hook: 'orders',
    eventId,
    type: 'charge.dispute.created',
    reference: null,
    paymentReference,
    happenedAt: new Date(),
  })
  door.world.gateway.findSession = (named) =>
    Promise.resolve(named === paymentReference ? providerReference : null)
  await door.world.paymentEvents.settleOrder({ reference: null, paymentReference })
  expect(await door.rowsOf('operatorShow', { order: reference })).toContainEqual(
    expect.objectContaining({ what: 'hook', detail: `charge.dispute.created (${eventId})` }),
  )
})

test('a person is erased with a receipt, and the record does not name them', async () => {
  const { uid, id } = await door.order()
  const [row] = await door.rowsOf('operatorErase', { who: id, ...reason })
  const receipt = String(row?.['receipt'])
  expect(await door.auditOf(receipt)).toMatchObject([{ command: 'erase' }])
  expect(JSON.stringify(await door.rowsOf('operatorAudit'))).not.toContain(id)
  await expect(door.world.overview.person(uid, id)).rejects.toThrow('person_not_found')
  expect(await door.world.takeJobs('confirm-person-deletion')).toContainEqual({ deletionId: receipt })
  await door.world.personDeletion.giveUp(receipt)
  expect(await door.rowsOf('operatorInbox')).toContainEqual(
    expect.objectContaining({ kind: 'deletion_unconfirmed', about: receipt }),
  )
  await door.world.personDeletion.confirm(receipt, signal)
  expect(JSON.stringify(await door.rowsOf('operatorInbox'))).not.toContain(receipt)
})

test('an account is found by its address and erased', async () => {
  const { uid } = await door.order()
  const email = `${uid}@example.org`
  door.world.behaviour.users.set(uid, { email, emailVerified: true, displayName: undefined })
  await door.rowsOf('operatorErase', { who: email, ...reason })
  const [row] = await queries().select().from(tables.deletions).where(eq(tables.deletions.uid, uid))
  expect(row).toMatchObject({ state: 'requested', address: email })
  expect(await door.auditOf(row?.id ?? '')).toHaveLength(1)
  expect(await door.ask('operatorErase', { who: 'unknown@example.org', ...reason })).toMatchObject({
    outcome: 'refused',
  })
})

test('a blocked account cannot sign in until it is unblocked', async () => {
  const { uid } = await door.order()
  door.world.behaviour.users.set(uid, { email: undefined, emailVerified: false, displayName: undefined })
  await door.ask('operatorBlock', { who: uid, ...reason })
  expect(door.world.behaviour.blocked.has(uid)).toBe(true)
  expect(await accountsNamed(uid)).toMatchObject([{ id: uid, isBlocked: true }])
  await door.ask('operatorUnblock', { who: uid, ...reason })
  expect(door.world.behaviour.blocked.has(uid)).toBe(false)
  expect(await accountsNamed(uid)).toMatchObject([{ id: uid, isBlocked: false }])
  expect((await door.auditOf(uid)).map((row) => row['command'])).toEqual(['unblock', 'block'])
})
