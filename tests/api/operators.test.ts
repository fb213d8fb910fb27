import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { createB2bCode, findDiscount } from '#backend/features/discounts/discounts-service.ts'
import { findPaymentOfBundle } from '#backend/features/payments/payments-service.ts'
import { askForReview, listReviews } from '#backend/features/review/review-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { operatorsFeature } from '#backend/features/operators/operators-feature.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { MailRefusedError } from '#backend/providers/mail/mail-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { errorCodesOf, type EndpointDefinition } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import {
  OPERATOR_CALLS,
  OperatorAnswer,
  operatorEndpoints,
  type OperatorCall,
  type OperatorRow,
} from '#contract/operators.ts'
import { planProxyRequest } from '#lib/api/proxy-rules.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, GATEWAY_SECRET } from './support/backend.ts'
import { openDoor, OPERATOR_SECRET, OPERATOR_UID } from './support/door.ts'
import { emailOf, idToken, type TokenClaims } from './support/identity.ts'
import { createOwner, inputsOf, sendInput } from './support/owner.ts'
import { roundIn, signal } from './support/recovery.ts'

let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor()
})
after(() => door.close())

const reason = { why: 'a customer wrote', by: 'anna' }

async function ask(call: OperatorCall, body: object = {}): Promise<OperatorAnswer> {
  const answer = await door.app.inject({
    method: 'POST',
    url: operatorEndpoints[call].path,
    headers: { authorization: OPERATOR_SECRET },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  return OperatorAnswer.parse(answer.json())
}
async function rowsOf(call: OperatorCall, body: object = {}): Promise<OperatorRow[]> {
  const answer = await ask(call, body)
  if (answer.outcome === 'refused') throw new Error(answer.reason)
  return answer.rows
}
const queries = () => door.world.database.queries
/** Who signed in as an operator has to, unless told otherwise. */
const accountOf = (uid: string, claims: TokenClaims = {}) =>
  idToken(uid, { usedSecondFactor: true, signedInSecondsAgo: 60, ...claims })
const auditOf = async (subject: string) =>
  (await rowsOf('operatorAudit')).filter((row) => row['subject'] === subject)

const accountsNamed = async (text: string) =>
  (await rowsOf('operatorFind', { text })).filter((row) => row['what'] === 'account')

async function order() {
  const person = await door.world.personWithHeadshots()
  const payment = async () => {
    const found = await findPaymentOfBundle(queries(), person.bundleId)
    if (!found) throw new Error('no payment')
    return found
  }
  return { ...person, payment, reference: (await payment()).orderReference }
}

describe('the door of operators', () => {
  const calls = OPERATOR_CALLS.map((name): [OperatorCall, EndpointDefinition] => [
    name,
    operatorEndpoints[name],
  ])
  let anna: Awaited<ReturnType<typeof createOwner>>
  before(async () => {
    anna = await createOwner(door.world)
  })

  testEach(calls)('%s is closed to all but operators', async (_name, definition) => {
    const [input] = inputsOf(definition, anna.objects)
    if (!input) throw new Error('no input was made')
    const cells: [string, string | undefined, ErrorCode][] = [
      ['no secret', undefined, 'token_missing'],
      ['an empty one', '', 'token_missing'],
      ['another secret', 'x'.repeat(OPERATOR_SECRET.length), 'token_invalid'],
      ['a part of it', OPERATOR_SECRET.slice(0, -1), 'token_invalid'],
      ['a share token', anna.objects.token, 'token_invalid'],
      ['an account that is not on the list', accountOf(anna.uid), 'route_not_found'],
      [
        'its address in a token without a uid',
        accountOf('', { email: emailOf(OPERATOR_UID) }),
        'token_invalid',
      ],
      ['an account without an address', accountOf(OPERATOR_UID, { email: '' }), 'route_not_found'],
      [
        'an address that is not verified',
        accountOf(OPERATOR_UID, { emailVerified: false }),
        'route_not_found',
      ],
      ['an account of another project', accountOf(OPERATOR_UID, { projectId: 'another' }), 'token_invalid'],
      ['one factor alone', accountOf(OPERATOR_UID, { usedSecondFactor: false }), 'second_factor_required'],
    ]
    // Lists stay open; who changes something is asked again who is there.
    if ('why' in (definition.body?.shape ?? {}))
      cells.push([
        'a sign-in of long ago',
        accountOf(OPERATOR_UID, { signedInSecondsAgo: 16 * 60 }),
        'requires_recent_login',
      ])
    for (const [cell, given, code] of cells) {
      const answer = errorOf(await sendInput(door.app, definition, input, given))
      expect({ cell, ...answer }).toEqual({ cell, code, status: ERROR_STATUS[code] })
      expect(errorCodesOf(definition)).toContain(code)
    }
  })

  test('the secret opens nothing by the gateway, the edge or the site, and an account does', async () => {
    const codeBy = async (authorization: string) => {
      const answer = await door.app.inject({
        method: 'POST',
        url: operatorEndpoints.operatorQueues.path,
        headers: { authorization, [GATEWAY_SECRET_HEADER]: GATEWAY_SECRET },
        payload: {},
      })
      return answer.statusCode === 200 ? 200 : errorOf(answer).code
    }
    expect(await codeBy(OPERATOR_SECRET)).toBe('token_invalid')
    expect(await codeBy(accountOf(OPERATOR_UID))).toBe(200)
  })

  test('a change by an account is on record under its address, and `by` is not read', async () => {
    const change = (path: string, body: object) =>
      door.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: accountOf(OPERATOR_UID) },
        payload: body,
      })
    for (const call of ['operatorPause', 'operatorResume'] as const) {
      const { path } = operatorEndpoints[call]
      const answer = await change(path, { name: 'send-mail', ...reason })
      expect(OperatorAnswer.parse(answer.json())).toMatchObject({ outcome: 'done' })
      expect(errorOf(await change(path, { name: 'send-mail', by: 'anna' }))).toMatchObject({
        parameter: 'why',
      })
    }
    const [resumed, paused] = await auditOf('send-mail')
    for (const row of [resumed, paused])
      expect(row).toMatchObject({ why: reason.why, by: emailOf(OPERATOR_UID) })
  })

  testEach(calls)('%s answers operators about every object', async (_name, definition) => {
    for (const input of inputsOf(definition, anna.objects)) {
      const answer = await sendInput(door.app, definition, input, OPERATOR_SECRET)
      expect(answer.statusCode).toBe(200)
      OperatorAnswer.parse(answer.json())
    }
  })

  testEach(calls)('%s is handed on by the site', (_name, { path }) => {
    const plan = planProxyRequest({ method: 'POST', path, search: '', header: () => undefined })
    expect(plan).toMatchObject({ target: path, bodyMaxBytes: JSON_MAX_BYTES })
  })

  testEach(calls.filter(([, { body }]) => body && 'why' in body.shape))(
    '%s refuses a change without a reason',
    async (_name, definition) => {
      const [input] = inputsOf(definition, anna.objects)
      if (!input) throw new Error('no input was made')
      const { why: _why, ...body } = input.body
      const answer = errorOf(await sendInput(door.app, definition, { ...input, body }, OPERATOR_SECRET))
      expect(answer).toMatchObject({ status: 400, parameter: 'why' })
    },
  )
})

describe('find', () => {
  test('finds an order, its person and its account by each id, address and reference', async () => {
    const { uid, id, bundleId, payment, reference, added } = await order()
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
      (await rowsOf('operatorFind', { text })).map((row) => `${row['what']} ${row['id']}`)
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

  test('says that nothing is found', async () => {
    expect(await ask('operatorFind', { text: 'x%' })).toMatchObject({ rows: [], note: 'Nothing is found.' })
  })
})

test('show tells payment, training, shots, mails, hooks and jobs of an order in their order', async () => {
  const { reference, id, payment } = await order()
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
  const answer = await ask('operatorShow', { order: reference })
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
  expect(await ask('operatorShow', { order: '00000-00000' })).toMatchObject({ outcome: 'refused' })
})

test('show tells a dispute of an order whose own hook was lost, once the provider said whose it is', async () => {
  const { reference, payment } = await order()
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
  expect(await rowsOf('operatorShow', { order: reference })).toContainEqual(
    expect.objectContaining({ what: 'hook', detail: `charge.dispute.created (${eventId})` }),
  )
})

describe('money', () => {
  test('a refund goes the way of every refund, once, and is on record', async () => {
    const { reference, payment, bundleId } = await order()
    expect(await ask('operatorRefund', { order: reference, ...reason })).toMatchObject({ outcome: 'done' })
    expect(await payment()).toMatchObject({ state: 'refunding', refundReason: 'operator' })
    expect(await auditOf(reference)).toMatchObject([{ command: 'refund', ...reason }])
    expect(await door.world.takeJobs('refund-payment')).toContainEqual({ paymentId: (await payment()).id })
    const left = await queries()
      .select()
      .from(tables.headshots)
      .where(eq(tables.headshots.bundleId, bundleId))
    expect(left).toEqual([])
    expect(await ask('operatorRefund', { order: reference, ...reason })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('refunding'),
    })
    // What was refused changed nothing.
    expect(await auditOf(reference)).toHaveLength(1)
  })

  test('a pause of refunds by an operator wins over the configuration, until it is ended', async () => {
    const { reference, payment } = await order()
    await ask('operatorPause', { name: 'refunds', ...reason })
    await ask('operatorRefund', { order: reference, ...reason })
    const { id } = await payment()
    await door.world.refunds.refund(id)
    expect((await payment()).state).toBe('refunding')
    expect(await ask('operatorPause', { name: 'refunds', ...reason })).toMatchObject({ outcome: 'refused' })
    await ask('operatorResume', { name: 'refunds', ...reason })
    await door.world.refunds.refund(id)
    expect((await payment()).state).toBe('refunded')
  })

  test('a pause of purchases makes them wait', async () => {
    const person = await door.world.personWithSelfies()
    await ask('operatorPause', { name: 'purchases', ...reason })
    await expect(person.order()).rejects.toThrow('unavailable')
    await ask('operatorResume', { name: 'purchases', ...reason })
    expect(await person.order()).toMatchObject({ status: 'fulfilled' })
  })

  test('a refund that failed, and a lost dispute, are items of the inbox; the first goes when it arrives', async () => {
    const { reference, payment } = await order()
    await ask('operatorRefund', { order: reference, ...reason })
    const { id } = await payment()
    await door.world.refunds.giveUp(id)
    await door.world.refunds.giveUp(id)
    const items = async () =>
      (await rowsOf('operatorInbox')).filter((row) => row['about'] === reference).map((row) => row['kind'])
    expect(await items()).toEqual(['refund_failed'])
    await door.world.refunds.refund(id)
    expect(await items()).toEqual([])

    const lost = await order()
    const { id: lostId, providerReference } = await lost.payment()
    door.world.behaviour.readings.set(providerReference ?? '', { dispute: 'lost' })
    await door.world.checkout.settle(lostId)
    await door.world.checkout.settle(lostId)
    expect(await rowsOf('operatorInbox')).toContainEqual(
      expect.objectContaining({ kind: 'dispute_lost', about: lost.reference }),
    )
  })

  test('retry enqueues what is open, and refuses what is done', async () => {
    const person = await door.world.personWithSelfies()
    const bundleId = await person.buy()
    await door.world.takeJobs('train-person')
    const reference = (await findPaymentOfBundle(queries(), bundleId))?.orderReference ?? ''
    expect(await ask('operatorRetry', { order: reference, ...reason })).toMatchObject({
      note: expect.stringContaining('the training'),
    })
    expect(await door.world.takeJobs('train-person')).toEqual([
      { trainingId: (await person.look()).trainingId },
    ])
    const ready = await order()
    expect(await ask('operatorRetry', { order: ready.reference, ...reason })).toMatchObject({
      outcome: 'refused',
    })
  })

  test('retry of an order of two styles enqueues both, and names what they are once', async () => {
    const { world } = door
    const { uid, id: personId, look } = await world.personWithSelfies()
    const session = await world.checkout.purchase({
      uid,
      personId,
      styleId: 'studio-grey',
      alsoStyleIds: ['library'],
      currency: 'EUR',
      locale: 'de',
    })
    if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
    await world.trainings.run((await look()).trainingId, signal)
    const made = await queries().select().from(tables.bundles).where(eq(tables.bundles.personId, personId))
    await world.takeJobs('generate-bundle')
    const reference = (await findPaymentOfBundle(queries(), session.bundleId))?.orderReference ?? ''
    expect(await ask('operatorRetry', { order: reference, ...reason })).toMatchObject({
      note: `Tried at once: the bundle of order ${reference}.`,
    })
    const ids = (await world.takeJobs('generate-bundle')).map(({ bundleId }) => bundleId)
    expect(ids.sort()).toEqual(made.map(({ id }) => id).sort())
  })

  test('replay-hook asks the provider again about what an event told', async () => {
    const eventId = `evt_${randomUUID()}`
    await queries()
      .insert(tables.paymentEvents)
      .values({ hook: 'orders', eventId, type: 'x', reference: 'cs_1', happenedAt: new Date() })
    await ask('operatorReplayHook', { event: eventId, ...reason })
    expect(await door.world.takeJobs('settle-payment')).toContainEqual({
      reference: 'cs_1',
      paymentReference: null,
    })
    expect(await ask('operatorReplayHook', { event: 'evt_none', ...reason })).toMatchObject({
      outcome: 'refused',
    })
  })
})

describe('the inbox', () => {
  test('refunds that wait for a provider who is away are one item, which goes with the first answer', async () => {
    const { world } = door
    const away = new UnavailableError('payments')
    const [first, second] = [await order(), await order()]
    const items = async () =>
      (await rowsOf('operatorInbox')).filter((row) =>
        [first.reference, second.reference, 'all refunds'].includes(String(row['about'])),
      )
    for (const { reference, payment } of [first, second]) {
      await ask('operatorRefund', { order: reference, ...reason })
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
    const { reference, payment } = await order()
    await ask('operatorRefund', { order: reference, ...reason })
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
    await ask('operatorDone', { id: itemId, ...reason })
    expect(await ask('operatorDone', { id: itemId, ...reason })).toMatchObject({ outcome: 'refused' })
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
    expect(await rowsOf('operatorWithdrawals')).toContainEqual(
      expect.objectContaining({ id, address: 'lost@example.org' }),
    )
    for (const text of ['lost@example.org', '00000-00009', '0000000009', '# 00000 00009'])
      expect(await rowsOf('operatorFind', { text })).toContainEqual(expect.objectContaining({ id }))
    const item = (await rowsOf('operatorInbox')).find((row) => row['about'] === '00000-00009')
    await ask('operatorDone', { id: item?.['id'], ...reason })
    expect(JSON.stringify(await rowsOf('operatorWithdrawals'))).not.toContain(id)
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
    expect(await rowsOf('operatorMails')).toContainEqual(expect.objectContaining({ id, failure: 'refused' }))
    expect(await rowsOf('operatorInbox')).toContainEqual(
      expect.objectContaining({ kind: 'mail_given_up', about: 'b2b-code' }),
    )
    await ask('operatorResendMail', { id, to: 'other@example.org', ...reason })
    await world.mails.send(id, signal)
    expect(world.behaviour.mailed.at(-1)).toMatchObject({ to: 'other@example.org' })
    expect(await mail()).toMatchObject({ state: 'sent', data: null, address: null })
    expect((await rowsOf('operatorInbox')).filter((row) => row['about'] === 'b2b-code')).toEqual([])
    expect(await ask('operatorResendMail', { id, ...reason })).toMatchObject({ outcome: 'refused' })
  })

  test('what a given-up mail says is forgotten with its item, or a month later', async () => {
    const content = { data: null, address: null }
    const closed = await givenUpMail()
    const [item] = await queries()
      .select()
      .from(tables.reviewItems)
      .where(eq(tables.reviewItems.subject, closed.id))
    await ask('operatorDone', { id: item?.id ?? '', ...reason })
    expect(await closed.mail()).toMatchObject({ state: 'failed', ...content })
    expect(await ask('operatorResendMail', { id: closed.id, ...reason })).toMatchObject({
      outcome: 'refused',
    })

    const { world, mail } = await givenUpMail()
    await world.mails.reconcile(roundIn(29 * 24))
    expect(await mail()).toMatchObject({ address: 'full@example.org' })
    await world.mails.reconcile(roundIn(31 * 24))
    expect(await mail()).toMatchObject({ state: 'failed', ...content })
  })
})

describe('people', () => {
  test('a person is erased with a receipt, and the record does not name them', async () => {
    const { uid, id } = await order()
    const [row] = await rowsOf('operatorErase', { who: id, ...reason })
    const receipt = String(row?.['receipt'])
    expect(await auditOf(receipt)).toMatchObject([{ command: 'erase' }])
    expect(JSON.stringify(await rowsOf('operatorAudit'))).not.toContain(id)
    await expect(door.world.overview.person(uid, id)).rejects.toThrow('person_not_found')
    expect(await door.world.takeJobs('confirm-person-deletion')).toContainEqual({ deletionId: receipt })
    await door.world.personDeletion.giveUp(receipt)
    expect(await rowsOf('operatorInbox')).toContainEqual(
      expect.objectContaining({ kind: 'deletion_unconfirmed', about: receipt }),
    )
    await door.world.personDeletion.confirm(receipt, signal)
    expect(JSON.stringify(await rowsOf('operatorInbox'))).not.toContain(receipt)
  })

  test('an account is found by its address and erased', async () => {
    const { uid } = await order()
    const email = `${uid}@example.org`
    door.world.behaviour.users.set(uid, { email, emailVerified: true, displayName: undefined })
    await rowsOf('operatorErase', { who: email, ...reason })
    const [row] = await queries().select().from(tables.deletions).where(eq(tables.deletions.uid, uid))
    expect(row).toMatchObject({ state: 'requested', address: email })
    expect(await auditOf(row?.id ?? '')).toHaveLength(1)
    expect(await ask('operatorErase', { who: 'unknown@example.org', ...reason })).toMatchObject({
      outcome: 'refused',
    })
  })

  test('a blocked account cannot sign in until it is unblocked', async () => {
    const { uid } = await order()
    door.world.behaviour.users.set(uid, { email: undefined, emailVerified: false, displayName: undefined })
    await ask('operatorBlock', { who: uid, ...reason })
    expect(door.world.behaviour.blocked.has(uid)).toBe(true)
    expect(await accountsNamed(uid)).toMatchObject([{ id: uid, isBlocked: true }])
    await ask('operatorUnblock', { who: uid, ...reason })
    expect(door.world.behaviour.blocked.has(uid)).toBe(false)
    expect(await accountsNamed(uid)).toMatchObject([{ id: uid, isBlocked: false }])
    expect((await auditOf(uid)).map((row) => row['command'])).toEqual(['unblock', 'block'])
  })
})

describe('discount codes', () => {
  test('a code is made, listed and withdrawn, each on record', async () => {
    const terms = { code: 'Summer-20', percent: 20, uses: 100, 'per-user': 1, until: '2027-01-31' }
    expect(await ask('operatorCreateDiscount', { ...terms, ...reason })).toMatchObject({
      note: 'Summer-20 takes 20 % off.',
    })
    const fixed = { code: 'MINUS250', euros: '2,50', minimum: '9', 'first-bundle': true }
    await ask('operatorCreateDiscount', { ...fixed, ...reason })
    const listed = async (code: string) =>
      (await rowsOf('operatorDiscounts')).find((row) => row['code'] === code)
    expect(await listed('Summer-20')).toMatchObject({
      off: '20 %',
      used: 0,
      of: 100,
      perUser: 1,
      until: '2027-01-31T23:59:59.999Z',
      withdrawn: null,
    })
    expect(await listed('MINUS250')).toMatchObject({
      off: '2.50 EUR',
      from: '9.00 EUR',
      firstBundleOnly: true,
    })
    await ask('operatorDisableDiscount', { code: 'summer20', ...reason })
    expect((await listed('Summer-20'))?.['withdrawn']).not.toBeNull()
    expect(await auditOf('summer20')).toMatchObject([{ command: 'disable-discount' }])
  })

  test('a company whose mail was lost gets a new code, and the old code becomes invalid', async () => {
    const { database } = door.world
    const old = await database.transaction((tx) => createB2bCode(tx, { uses: 5, orderReference: 'order-1' }))
    const answer = await ask('operatorRenewDiscount', { order: 'order-1', ...reason })
    const [code = ''] = (answer.outcome === 'done' && answer.note?.split(' ')) || []
    expect(await findDiscount(database.queries, old)).toBeUndefined()
    expect(await findDiscount(database.queries, code)).toMatchObject({ usesMax: 5, percent: 100 })
    // Codes are worth money, so none is stored in plain text.
    for (const call of ['operatorDiscounts', 'operatorAudit'] as const)
      expect(JSON.stringify(await rowsOf(call))).not.toContain(code)
  })

  testEach([
    ['operatorCreateDiscount', { code: 'ABC' }, 'A code takes one of --percent and --euros.'],
    [
      'operatorCreateDiscount',
      { code: 'ABC', percent: 5, euros: '1' },
      'A code takes one of --percent and --euros.',
    ],
    [
      'operatorCreateDiscount',
      { code: 'ABC', percent: 5, until: '2027-02-30' },
      'There is no day 2027-02-30.',
    ],
    ['operatorCreateDiscount', { code: 'ABC', euros: '0.00' }, '0.00 is nothing.'],
    ['operatorCreateDiscount', { code: 'minus250', percent: 5 }, 'minus250 is taken.'],
    ['operatorDisableDiscount', { code: 'unknown' }, 'There is no code unknown.'],
    ['operatorRenewDiscount', { order: 'order-2' }, 'There is no order order-2.'],
  ] as const)('%s %j is refused', async (call, given, said) => {
    expect(await ask(call, { ...given, ...reason })).toEqual({ outcome: 'refused', reason: said })
  })
})

test('the migrations of the database are listed', async () => {
  expect((await rowsOf('operatorMigrations')).length).toBeGreaterThan(12)
})

test('flaws, feedback, disputes and limits are lists', async () => {
  for (const call of ['operatorFlaws', 'operatorFeedback', 'operatorDisputes', 'operatorQueues'] as const)
    expect(await ask(call)).toMatchObject({ outcome: 'done' })
  expect(await rowsOf('operatorLimits')).toContainEqual({ limit: 'guarantee_days', value: 14, per: '' })
})
