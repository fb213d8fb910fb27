import { expect } from 'expect'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { balanceOf, grantCredits, holdUser } from '#backend/features/credits/credits-service.ts'
import {
  consumeReservation,
  createDiscount,
  giveBackUse,
  releaseReservation,
  reserveDiscount,
  type NewDiscount,
} from '#backend/features/discounts/discounts-service.ts'
import { recordFirstPaidPurchase } from '#backend/features/referrals/referrals-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createGateway } from '#lib/api/gateway.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'
import { roundIn, signal } from './support/test-backend.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let uid: string
let anna: ReturnType<typeof signedIn>
before(async () => {
  door = await openDoor()
})
after(() => door.close())
beforeEach(() => {
  uid = randomUUID()
  anna = signedIn(door.app, uid)
})

const queries = () => door.world.database.queries

describe('a discount code', () => {
  const discount = (terms: NewDiscount) =>
    door.world.database.transaction((tx) => createDiscount(tx, terms)).then((row) => row?.id)
  const validate = (code: string, language = 'en') =>
    door.app.inject({
      method: 'GET',
      url: `/discount/validate/${encodeURIComponent(code)}`,
      headers: { authorization: idToken(uid), 'accept-language': language },
    })

  test('gives its value in any spelling, by both paths of the call', async () => {
    const id = await discount({ code: 'SUMMER20', percent: 20 })
    const worth = {
      isValid: true,
      id,
      amount: 20,
      type: 'percentage',
      isFirstBundleOnly: false,
      message: null,
    }
    for (const typed of ['SUMMER20', 'summer20', ' Summer-20 '])
      expect((await validate(typed)).json()).toEqual(worth)
    expect((await anna.get('/discount/validate-code/summer20/')).json()).toEqual(worth)
  })

  test('of an amount is reported in euros', async () => {
    const id = await discount({ code: 'MINUS250', amountMinor: 250 })
    expect((await validate('minus250')).json()).toEqual({
      isValid: true,
      id,
      amount: 2.5,
      type: 'euro',
      isFirstBundleOnly: false,
      message: null,
    })
  })

  testEach([
    ['en', 'Invalid discount code'],
    ['de-CH, en;q=0.5', 'Ungültiger Rabattcode'],
    ['fr', 'Code de réduction non valable'],
    ['es', 'Código de descuento no válido'],
    ['it', 'Codice sconto non valido'],
    ['ja', 'Invalid discount code'],
  ])('that does not exist is refused with a sentence in %s', async (language, message) => {
    expect((await validate('no-such-code', language)).json()).toEqual({
      isValid: false,
      id: null,
      amount: 0,
      type: 'percentage',
      isFirstBundleOnly: false,
      message,
    })
  })

  test('that has expired is refused as expired', async () => {
    await discount({ code: 'OVER', percent: 10, expiresAt: new Date(Date.now() - 1) })
    await discount({ code: 'NONE-LEFT', percent: 10, usesMax: 0 })
    expect((await validate('over')).json()).toMatchObject({ message: 'This discount code has expired.' })
    expect((await validate('none-left', 'de')).json()).toMatchObject({
      message: 'Dieser Rabattcode ist aufgebraucht.',
    })
  })

  test('that is blank is refused', async () => {
    expect(errorOf(await validate('  '))).toEqual({
      code: 'parameter_invalid',
      status: 400,
      parameter: 'code',
    })
    expect(errorOf(await validate('x'.repeat(65)))).toMatchObject({ code: 'parameter_invalid' })
  })
})

describe('a use of a code', () => {
  const transaction = <T>(work: (tx: Queries) => Promise<T>) => door.world.database.transaction(work)

  /** A payment that holds the one use of a code. */
  async function held() {
    const paymentId = randomUUID()
    const code = `ONCE-${paymentId}`
    await transaction(async (tx) => {
      await holdUser(tx, uid)
      const discount = await createDiscount(tx, { code, percent: 20, usesMax: 1 })
      await tx.insert(tables.payments).values({
        id: paymentId,
        uid,
        styleId: 'library',
        includesTraining: true,
        state: 'created',
        provider: 'free',
        amountMinor: 900,
        regularAmountMinor: 900,
        currency: 'EUR',
        expiresAt: new Date(),
      })
      await reserveDiscount(tx, {
        discountId: discount?.id ?? '',
        uid,
        paymentId,
        lines: [{ includesTraining: true, regularAmountMinor: 900 }],
        currency: 'EUR',
        expiresAt: new Date(),
        now: new Date(),
      })
    })
    const isGood = async () => {
      const answer = await anna.get(`/discount/validate/${code}`)
      return endpoints.validateDiscount.response.parse(answer.json()).isValid
    }
    return { paymentId, isGood }
  }

  test('is reserved while its checkout is open, used when it is paid, and free again after a full refund', async () => {
    const { paymentId, isGood } = await held()
    expect(await isGood()).toBe(false)
    await transaction((tx) => consumeReservation(tx, paymentId))
    await transaction((tx) => releaseReservation(tx, paymentId))
    expect(await isGood()).toBe(false)
    await transaction((tx) => giveBackUse(tx, paymentId))
    expect(await isGood()).toBe(true)
  })

  test('is free again when its checkout ends, and used all the same when that checkout is paid after all', async () => {
    const { paymentId, isGood } = await held()
    await transaction((tx) => giveBackUse(tx, paymentId))
    expect(await isGood()).toBe(false)
    await transaction((tx) => releaseReservation(tx, paymentId))
    expect(await isGood()).toBe(true)
    await transaction((tx) => consumeReservation(tx, paymentId))
    expect(await isGood()).toBe(false)
  })

  test('that was never released is free a day after its checkout ended', async () => {
    const { isGood } = await held()
    await door.world.discounts.reconcile(roundIn(23))
    expect(await isGood()).toBe(false)
    await door.world.discounts.reconcile(roundIn(25))
    expect(await isGood()).toBe(true)
  })
})

describe('a referral code', () => {
  const codeOf = async (who = anna) =>
    endpoints.getReferralCode.response.parse((await who.get('/referal/get_referral_code/')).json()).code
  const check = async (code: string) =>
    (
      await door.app.inject({ method: 'GET', url: `/referal/check_referal_code/?code=${code}` })
    ).json<boolean>()

  test('is created on the first request and stays; simultaneous requests get one code', async () => {
    const codes = await Promise.all([codeOf(), codeOf(), codeOf()])
    expect(new Set(codes).size).toBe(1)
    expect(codes[0]).toMatch(/^[2-9a-hjkmnp-z]{6}$/)
    expect(await codeOf(signedIn(door.app, randomUUID()))).not.toBe(codes[0])
  })

  test('is valid in any letter case, by both paths of the call, for any caller', async () => {
    const code = await codeOf()
    expect(await check(code)).toBe(true)
    expect(await check(code.toUpperCase())).toBe(true)
    const alias = `/referal/check-referal-code/${code.toUpperCase()}`
    expect((await door.app.inject({ method: 'GET', url: alias })).json()).toBe(true)
    // The code in the path counts.
    expect((await door.app.inject({ method: 'GET', url: `${alias}?code=zzzzzz` })).json()).toBe(true)
  })

  test('passes the gateway by both paths of the call', async () => {
    const code = await codeOf()
    const url = await door.app.listen({ host: '127.0.0.1', port: 0 })
    const gateway = createGateway({ backendUrl: url })
    for (const [path, search] of [
      ['/referal/check-referal-code/' + code, ''],
      ['/referal/check_referal_code/', `?code=${code}`],
    ] as const) {
      const answer = await gateway(new Request(`http://site.test${path}${search}`), path)
      expect(await answer.json()).toBe(true)
    }
  })

  testEach(['zzzzz', 'zzzzzzz', 'zzzzzz', '%20zzzzz'])('%s is none', async (code) => {
    expect(await check(code)).toBe(false)
  })

  describe("a friend's referral code", () => {
    const register = (code: string, who = anna) =>
      who.put('/referal/register_user_refered/', { referal_code: code })
    const friend = () => {
      const id = randomUUID()
      return { id, calls: signedIn(door.app, id) }
    }

    test('is registered once, and the referrer is notified', async () => {
      const code = await codeOf()
      const [first, other] = [friend(), friend()]
      for (const given of [code, code.toUpperCase()])
        expect((await register(given, first.calls)).json()).toEqual({ registered: true })
      const alias = await first.calls.put('/referal/register-user-refered', { referal_code: code })
      expect(alias.json()).toEqual({ registered: true })
      const refusal = await register(await codeOf(other.calls), first.calls)
      expect(errorOf(refusal)).toEqual({ code: 'referral_taken', status: 409 })
      expect((await anna.get('/referal/get_referal_credits_user')).json()).toEqual({
        credits: 0,
        referredCount: 1,
        rewardedCount: 0,
      })
    })

    test("cannot be one’s own, nor that of one's second account", async () => {
      const code = await codeOf()
      expect(errorOf(await register(code))).toEqual({ code: 'referral_own_code', status: 409 })
      const second = friend()
      door.world.behaviour.emails.set(uid, 'anna.b@gmail.com')
      door.world.behaviour.emails.set(second.id, 'AnnaB+2@googlemail.com')
      expect(errorOf(await register(code, second.calls))).toEqual({ code: 'referral_own_code', status: 409 })
    })

    test('counts before the first purchase, which earns the referrer two credits', async () => {
      const person = await door.world.personWithSelfies()
      const calls = signedIn(door.app, person.uid)
      await register(await codeOf(), calls)
      const paymentId = randomUUID()
      await queries().insert(tables.payments).values({
        id: paymentId,
        uid: person.uid,
        styleId: 'library',
        includesTraining: true,
        state: 'paid',
        provider: 'free',
        amountMinor: 900,
        regularAmountMinor: 900,
        currency: 'EUR',
        paidAt: new Date(),
        expiresAt: new Date(),
      })
      const { transaction } = door.world.database
      await transaction((tx) => recordFirstPaidPurchase(tx, { uid: person.uid, paymentId }))
      expect((await anna.get('/referal/get_referal_credits_user')).json()).toEqual({
        credits: 2,
        referredCount: 1,
        rewardedCount: 1,
      })
      await queries().delete(tables.referrals).where(eq(tables.referrals.uid, person.uid))
      const late = await register(await codeOf(), calls)
      expect(errorOf(late)).toEqual({ code: 'referral_too_late', status: 409 })
    })

    testEach(['zzzzzz', 'toolong', ' '])('is none: %j', async (code) => {
      expect(errorOf(await register(code))).toEqual({ code: 'referral_code_invalid', status: 409 })
    })
  })

  test('without a code no check is made', async () => {
    const answer = await door.app.inject({ method: 'GET', url: '/referal/check_referal_code' })
    expect(errorOf(answer)).toEqual({ code: 'parameter_required', status: 400, parameter: 'code' })
  })

  test('can be shared only by its owner', async () => {
    const code = await codeOf()
    const share = (who = anna) => who.put(`/referal/register_code_shared/?code=${code}`, {})
    expect((await share()).json()).toEqual({ registered: true })
    expect(errorOf(await share(signedIn(door.app, randomUUID())))).toEqual({
      code: 'referral_code_invalid',
      status: 409,
    })
    const kept = await queries().select().from(tables.usageEvents).where(eq(tables.usageEvents.uid, uid))
    expect(kept.map(({ kind }) => kind)).toEqual(['referral_code_shared'])
  })
})

test('sharing the product earns one credit, once', async () => {
  const tell = (channel: string) => anna.put('/persons/register_social_media_share/', { channel })
  expect((await tell('linkedin')).json()).toEqual({ isFirst: true, credits: 1 })
  expect((await tell('linkedin')).json()).toEqual({ isFirst: false, credits: 1 })
  expect((await tell('instagram')).json()).toEqual({ isFirst: false, credits: 1 })
  expect(errorOf(await tell('radio'))).toEqual({ code: 'body_invalid', status: 400, parameter: 'channel' })
  expect(await balanceOf(queries(), uid)).toBe(1)
  expect((await anna.get('/referal/get_referal_credits_user/')).json()).toEqual({
    credits: 1,
    referredCount: 0,
    rewardedCount: 0,
  })
  const { entries } = endpoints.getCreditEntries.response.parse(
    (await anna.get('/referal/credit_entries')).json(),
  )
  expect(entries).toMatchObject([{ amount: 1, balance: 1, reason: 'social_share', styleId: null }])
})

describe('credits', () => {
  const give = (ofUid: string, amount: number) =>
    door.world.database.transaction((tx) =>
      grantCredits(tx, { uid: ofUid, amount, reason: 'granted', key: randomUUID() }),
    )
  const use = (who: typeof anna, personid: string, styleId: string) =>
    who.post('/referal/use_referal_credits/', { personid, styleId })

  test('buy a first bundle for ten and a further one for one, once even after repeated clicks', async () => {
    const person = await door.world.personWithSelfies()
    const calls = signedIn(door.app, person.uid)
    await give(person.uid, 11)
    const clicks = await Promise.all([1, 2, 3].map(() => use(calls, person.id, 'swiss-alps')))
    const answers = clicks.map((answer) => endpoints.useReferralCredits.response.parse(answer.json()))
    expect(new Set(answers.map(({ bundleId }) => bundleId)).size).toBe(1)
    expect(answers.map(({ credits }) => credits)).toEqual([1, 1, 1])
    expect((await use(calls, person.id, 'library')).json()).toMatchObject({ credits: 0 })
    expect(errorOf(await use(calls, person.id, 'loft-brick'))).toEqual({
      code: 'credits_insufficient',
      status: 409,
    })
    const { entries } = endpoints.getCreditEntries.response.parse(
      (await calls.get('/referal/credit_entries')).json(),
    )
    expect(entries).toMatchObject([
      { amount: -1, balance: 0, reason: 'spent', styleId: 'library' },
      { amount: -10, balance: 1, reason: 'spent', styleId: 'swiss-alps' },
      { amount: 11, balance: 11, reason: 'granted', styleId: null },
    ])
    const bought = await queries().select().from(tables.payments).where(eq(tables.payments.uid, person.uid))
    expect(bought.map(({ provider, amountMinor }) => ({ provider, amountMinor }))).toEqual(
      Array(2).fill({ provider: 'credits', amountMinor: 0 }),
    )
    door.world.behaviour.told.length = 0
    await door.world.reports.tell({ event: 'bundle_purchased', subjectId: bought[0]?.id ?? '' })
    expect(door.world.behaviour.told).toMatchObject([
      { event: { name: 'bundle_purchased', properties: { provider: 'credits', amountMinor: 0 } } },
    ])
  })

  test('nine credits are not enough for a first bundle, and no user buys for another’s person', async () => {
    const person = await door.world.personWithSelfies()
    await give(person.uid, 9)
    await give(uid, 10)
    const refusal = await use(signedIn(door.app, person.uid), person.id, 'library')
    expect(errorOf(refusal)).toEqual({ code: 'credits_insufficient', status: 409 })
    expect(errorOf(await use(anna, person.id, 'library'))).toEqual({ code: 'person_not_found', status: 404 })
    expect(await balanceOf(queries(), person.uid)).toBe(9)
    expect(await balanceOf(queries(), uid)).toBe(10)
  })
})

describe('feedback of visitors', () => {
  const say = (path: string, payload: object) => door.app.inject({ method: 'POST', url: path, payload })

  test('is stored and forwarded without personal data', async () => {
    const before = door.world.behaviour.told.length
    const channel = { channel: 'tiktok', platform: 'ios' }
    const event = { event: 'purchaseOptionSeen', platform: 'website' }
    expect((await say('/analytics/acquisition-channel', channel)).json()).toEqual({ recorded: true })
    expect((await say('/analytics/customer-interactions/', event)).json()).toEqual({ recorded: true })
    expect(door.world.behaviour.told.slice(before)).toMatchObject([
      { event: { name: 'acquisition_channel_reported', properties: channel }, occurrence: { uid: null } },
      { event: { name: 'customer_interaction_reported', properties: event }, occurrence: { uid: null } },
    ])
    expect(await queries().select().from(tables.acquisitionReports)).toEqual([
      { ...channel, id: expect.any(String), createdAt: expect.any(Date) },
    ])
    expect(await queries().select().from(tables.customerInteractions)).toEqual([
      { ...event, id: expect.any(String), createdAt: expect.any(Date) },
    ])
  })

  testEach([
    ['/analytics/acquisition-channel', { channel: 'radio', platform: 'ios' }, 'channel', 'body_invalid'],
    ['/analytics/acquisition-channel', { channel: 'other' }, 'platform', 'parameter_required'],
    ['/analytics/customer-interactions', { event: 'first', platform: 'ios' }, 'event', 'body_invalid'],
  ])('%s with %j is refused', async (path, payload, parameter, code) => {
    expect(errorOf(await say(path, payload))).toEqual({ code, status: 400, parameter })
  })
})

test("each use of a headshot by its owner is recorded once, other users' uses are not", async () => {
  const person = await door.world.personWithSelfies()
  const bundleId = await person.buy()
  await door.world.trainings.run((await person.look()).trainingId, signal)
  await door.world.bundles.generate(bundleId, signal)
  const { headshots } = await door.world.bundles.get(person.uid, person.id, bundleId)
  const userImageKey = headshots[0]?.userImageKey ?? ''
  const owner = signedIn(door.app, person.uid)
  const calls = [
    ['/logging/user_clicked_upscaling/', { userImageKey }, 'headshot_not_found'],
    ['/logging/user_downloaded_image/', { userImageKey }, 'headshot_not_found'],
    ['/logging/user_downloaded_image/', { userImageKey }, 'headshot_not_found'],
    ['/logging/user_results_clicked/', { personid: person.id, bundleid: bundleId }, 'bundle_not_found'],
  ] as const
  for (const [path, body, code] of calls) {
    expect(errorOf(await anna.put(path, body))).toEqual({ code, status: 404 })
    expect((await owner.put(path, body)).json()).toEqual({ recorded: true })
  }
  const kept = await queries()
    .select()
    .from(tables.usageEvents)
    .where(eq(tables.usageEvents.bundleId, bundleId))
  expect(kept.map(({ kind }) => kind).sort()).toEqual([
    ...['image_downloaded', 'image_downloaded', 'results_clicked', 'upscaling_clicked'],
  ])

  // And the product tells of itself, once the rows are there.
  for (const [event, subjectId] of [
    ['training_succeeded', (await person.look()).trainingId],
    ['headshots_ready', bundleId],
  ] as const) {
    door.world.behaviour.told.length = 0
    await door.world.reports.tell({ event, subjectId })
    expect(door.world.behaviour.told).toMatchObject([
      { event: { name: event }, occurrence: { id: subjectId, uid: person.uid } },
    ])
    await door.world.reports.tell({ event, subjectId: randomUUID() })
    expect(door.world.behaviour.told).toHaveLength(1)
  }
})
