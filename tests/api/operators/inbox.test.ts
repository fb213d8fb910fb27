import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { askForReview, listReviews } from '#backend/features/review/review-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { operatorsFeature } from '#backend/features/operators/operators-feature.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { MailRefusedError } from '#backend/providers/mail/mail-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { openOperatorDoor, reason, type OperatorDoor } from '../support/operators.ts'
import { roundIn, signal } from '../support/test-backend.ts'

let door: OperatorDoor
before(async () => {
  door = await openOperatorDoor()
})
after(() => door.close())

const queries = () => door.world.database.queries

test('a failed refund and a lost dispute are items, and the item of a refund goes when the refund succeeds', async () => {
  const { reference, payment } = await door.order()
  await door.ask('operatorRefund', { order: reference, ...reason })
  const { id } = await payment()
  await door.world.refunds.giveUp(id)
  await door.world.refunds.giveUp(id)
  const items = async () =>
    (await door.rowsOf('operatorInbox')).filter((row) => row['about'] === reference).map((row) => row['kind'])
  expect(await items()).toEqual(['refund_failed'])
  await door.world.refunds.refund(id)
  expect(await items()).toEqual([])

  const lost = await door.order()
  const { id: lostId, providerReference } = await lost.payment()
  door.world.behaviour.readings.set(providerReference ?? '', { dispute: 'lost' })
  await door.world.checkout.settle(lostId)
  await door.world.checkout.settle(lostId)
  expect(await door.rowsOf('operatorInbox')).toContainEqual(
    expect.objectContaining({ kind: 'dispute_lost', about: lost.reference }),
  )
})

test('refunds that wait for a provider who is away are one item, which goes with the first answer', async () => {
  const { world } = door
  const away = new UnavailableError('payments')
  const [first, second] = [await door.order(), await door.order()]
  const items = async () =>
    (await door.rowsOf('operatorInbox')).filter((row) =>
      [first.reference, second.reference, 'all refunds'].includes(String(row['about'])),
    )
  for (const { reference, payment } of [first, second]) {
    await door.ask('operatorRefund', { order: reference, ...reason })
    await world.refunds.giveUp((await payment()).id, away)
  }
  expect(await items()).toMatchObject([{ kind: 'refund_failed', about: 'all refunds' }])
  await world.refunds.refund((await first.payment()).id)
  expect(await items()).toEqual([])
})

test('each new item is told to the operator by one mail, also when it comes again', async () => {
  const { work } = operatorsFeature(door.world.ports)
  const { inbox } = work().reconcile
  const mailsAbout = async (id: string) =>
    (await queries().select().from(tables.mails)).filter(({ occasion }) => occasion.includes(id))
  const { reference, payment } = await door.order()
  await door.ask('operatorRefund', { order: reference, ...reason })
  const { id: paymentId } = await payment()
  await door.world.refunds.giveUp(paymentId)
  const item = (await listReviews(queries())).find(({ subject }) => subject === paymentId)
  const itemId = item?.id ?? ''
  for (let round = 0; round < 2; round++) await inbox(roundIn(0))
  expect(await mailsAbout(itemId)).toMatchObject([
    {
      template: 'operator-review',
      address: 'office@studio.example',
      data: { kind: 'refund_failed', reference },
    },
  ])
  await door.ask('operatorDone', { id: itemId, ...reason })
  expect(await door.ask('operatorDone', { id: itemId, ...reason })).toMatchObject({ outcome: 'refused' })
  await door.world.refunds.giveUp(paymentId)
  await inbox(roundIn(0))
  expect(await mailsAbout(itemId)).toHaveLength(2)
})

test('closing a withdrawal forgets its address', async () => {
  const id = randomUUID()
  await queries()
    .insert(tables.withdrawals)
    .values({
      id,
      tokenHash: id,
      state: 'requested',
      email: 'lost@example.org',
      orderReference: '00000-00009',
      locale: 'de',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
  await door.world.database.transaction(async (tx) => {
    await tx.update(tables.withdrawals).set({ state: 'in_review' }).where(eq(tables.withdrawals.id, id))
    await askForReview(tx, { kind: 'withdrawal', subject: id, reference: '00000-00009' })
  })
  expect(await door.rowsOf('operatorWithdrawals')).toContainEqual(
    expect.objectContaining({ id, address: 'lost@example.org' }),
  )
  for (const text of ['lost@example.org', '00000-00009', '0000000009', '# 00000 00009'])
    expect(await door.rowsOf('operatorFind', { text })).toContainEqual(expect.objectContaining({ id }))
  const item = (await door.rowsOf('operatorInbox')).find((row) => row['about'] === '00000-00009')
  await door.ask('operatorDone', { id: item?.['id'], ...reason })
  expect(JSON.stringify(await door.rowsOf('operatorWithdrawals'))).not.toContain(id)
  const [row] = await queries().select().from(tables.withdrawals).where(eq(tables.withdrawals.id, id))
  expect(row).toMatchObject({ state: 'confirmed', email: null })
})

const givenUpMail = async () => {
  const { world } = door
  const occasion = `export-${randomUUID()}`
  await world.database.transaction((tx) =>
    enqueueMail(world.queue, tx, {
      template: 'b2b-code',
      data: { reference: 'K7Q29-4MD00', code: 'TEAM-8FQ2', count: 2 },
      to: { address: 'full@example.org' },
      locale: 'de',
      occasion,
    }),
  )
  const mail = async () =>
    (await queries().select().from(tables.mails).where(eq(tables.mails.occasion, occasion)))[0]
  const id = (await mail())?.id ?? ''
  world.behaviour.send = () => Promise.reject(new MailRefusedError('550 mailbox full'))
  await world.mails.send(id, signal)
  world.behaviour.send = () => Promise.resolve()
  return { world, mail, id }
}

test('a mail that was given up is sent again, to another address as well', async () => {
  const { world, mail, id } = await givenUpMail()
  expect(await mail()).toMatchObject({ state: 'failed', failure: 'refused' })
  expect(await door.rowsOf('operatorMails')).toContainEqual(
    expect.objectContaining({ id, failure: 'refused' }),
  )
  expect(await door.rowsOf('operatorInbox')).toContainEqual(
    expect.objectContaining({ kind: 'mail_given_up', about: 'b2b-code' }),
  )
  await door.ask('operatorResendMail', { id, to: 'other@example.org', ...reason })
  await world.mails.send(id, signal)
  expect(world.behaviour.mailed.at(-1)).toMatchObject({ to: 'other@example.org' })
  expect(await mail()).toMatchObject({ state: 'sent', data: null, address: null })
  expect((await door.rowsOf('operatorInbox')).filter((row) => row['about'] === 'b2b-code')).toEqual([])
  expect(await door.ask('operatorResendMail', { id, ...reason })).toMatchObject({ outcome: 'refused' })
})

test('what a given-up mail says is forgotten with its item, or a month later', async () => {
  const content = { data: null, address: null }
  const closed = await givenUpMail()
  const [item] = await queries()
    .select()
    .from(tables.reviewItems)
    .where(eq(tables.reviewItems.subject, closed.id))
  await door.ask('operatorDone', { id: item?.id ?? '', ...reason })
  expect(await closed.mail()).toMatchObject({ state: 'failed', ...content })
  expect(await door.ask('operatorResendMail', { id: closed.id, ...reason })).toMatchObject({
    outcome: 'refused',
  })

  const { world, mail } = await givenUpMail()
  await world.mails.reconcile(roundIn(29 * 24))
  expect(await mail()).toMatchObject({ address: 'full@example.org' })
  await world.mails.reconcile(roundIn(31 * 24))
  expect(await mail()).toMatchObject({ state: 'failed', ...content })
})
