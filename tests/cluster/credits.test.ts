import { processingOf } from '#backend/features/processing/processing.ts'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq, sum } from 'drizzle-orm'
import { REFERRAL_CREDITS } from '#contract/credits.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { StyleId } from '#contract/styles.ts'
import { createCheckout } from '#backend/features/checkout/checkout-service.ts'
import {
  balanceOf,
  grantCredits,
  holdUser,
  returnCredits,
  spendCredits,
} from '#backend/features/credits/credits-service.ts'
import {
  consumeReservation,
  createB2bCode,
  createDiscount,
  disableUnusedUses,
  releaseReservation,
  reserveDiscount,
  type NewDiscount,
} from '#backend/features/discounts/discounts-service.ts'
import {
  createReferrals,
  recordFirstPaidPurchase,
  reverseFirstPaidPurchase,
} from '#backend/features/referrals/referrals-service.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createFreeGateway } from '#backend/providers/payments/free.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { createStylePromises } from '#backend/providers/engine/routed-engine.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'

const MINUTE_MS = 60_000
const ROUNDS = 10
const ACCOUNT = { email: undefined, emailVerified: true, displayName: undefined, isBlocked: false }
const { creditEntries, discountRedemptions, payments, persons, referrals, selfies } = tables

let opened: OpenDatabase
let uid: string
before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
})
after(() => opened.close())
beforeEach(async () => {
  uid = await user()
})

const inTransaction = <T>(work: (tx: Queries) => Promise<T>) => opened.database.transaction(work)
/** The same work several times at once, each in a transaction of its own; the messages of those that were refused. */
async function atOnce(times: number, work: (tx: Queries, index: number) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, (_none, index) => inTransaction((tx) => work(tx, index))),
  )
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected'
      ? [outcome.reason instanceof Error ? outcome.reason.message : 'unknown']
      : [],
  )
}

async function user(): Promise<string> {
  const id = randomUUID()
  await inTransaction((tx) => holdUser(tx, id))
  return id
}

async function payment(ofUid: string): Promise<string> {
  const id = randomUUID()
  const values = { id, uid: ofUid, styleId: 'library', includesTraining: true, state: 'created' } as const
  const money = { provider: 'free', currency: 'EUR', amountMinor: 900, regularAmountMinor: 900 } as const
  await opened.database.queries
    .insert(payments)
    .values({ ...values, ...money, expiresAt: new Date(Date.now() + MINUTE_MS) })
  return id
}

const balance = (ofUid: string) => balanceOf(opened.database.queries, ofUid)
const give = (amount: number, ofUid = uid) =>
  inTransaction((tx) => grantCredits(tx, { uid: ofUid, amount, reason: 'granted', key: randomUUID() }))
/** What the entries add up to, which is what the balance has to be. */
async function entriesOf(ofUid: string) {
  const { queries } = opened.database
  const rows = await queries.select().from(creditEntries).where(eq(creditEntries.uid, ofUid))
  const [added] = await queries
    .select({ total: sum(creditEntries.amount).mapWith(Number) })
    .from(creditEntries)
    .where(eq(creditEntries.uid, ofUid))
  return { count: rows.length, total: added?.total ?? 0 }
}

describe('credits', () => {
  test('the last credit is spent once among any number of purchases', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await give(1)
      const ids = await Promise.all([payment(uid), payment(uid), payment(uid), payment(uid)])
      const refused = await atOnce(4, (tx, n) =>
        spendCredits(tx, { uid, amount: 1, paymentId: ids[n] ?? '' }),
      )
      expect(refused).toEqual(Array(3).fill('credits_insufficient'))
      expect(await balance(uid)).toBe(0)
    }
    expect(await entriesOf(uid)).toEqual({ count: 2 * ROUNDS, total: 0 })
  })

  test('a purchase spends its credits once and gets them back once, however often it is repeated', async () => {
    await give(10)
    const paymentId = await payment(uid)
    expect(await atOnce(4, (tx) => spendCredits(tx, { uid, amount: 3, paymentId }))).toEqual([])
    expect(await balance(uid)).toBe(7)
    expect(await atOnce(4, (tx) => returnCredits(tx, { paymentId }))).toEqual([])
    expect(await balance(uid)).toBe(10)
    expect(await entriesOf(uid)).toEqual({ count: 3, total: 10 })
  })

  test('grants of one key are made once, grants of different keys each, also to a new user', async () => {
    const stranger = randomUUID()
    const grant = { uid: stranger, amount: 1, reason: 'social_share', key: 'social-share' } as const
    expect(await atOnce(6, (tx) => grantCredits(tx, grant))).toEqual([])
    expect(await balance(stranger)).toBe(1)
    expect(await atOnce(6, (tx, n) => grantCredits(tx, { ...grant, key: `other ${n}` }))).toEqual([])
    expect(await entriesOf(stranger)).toEqual({ count: 7, total: 7 })
  })

  test('a transaction that fails later spends no credits', async () => {
    await give(1)
    const paymentId = await payment(uid)
    const failing = inTransaction(async (tx) => {
      await spendCredits(tx, { uid, amount: 1, paymentId })
      throw new Error('afterwards')
    })
    await expect(failing).rejects.toThrow('afterwards')
    expect(await balance(uid)).toBe(1)
  })
})

describe('a purchase with credits', () => {
  let queue: Queue
  before(async () => {
    queue = createPgBossQueue({
      connection: opened.connection,
      supervise: false,
      onError: (error) => {
        throw error
      },
    })
    await queue.start(QUEUE_DEFINITIONS)
  })
  after(() => queue.stop(0))

  /** A person ready for training. */
  async function person(): Promise<string> {
    const id = randomUUID()
    const { queries } = opened.database
    await queries.insert(persons).values({ id, uid, name: 'Anna', gender: 'female', state: 'ready' })
    const kept = { state: 'accepted', fileName: 'a.jpg', sizeBytes: 1, reading: 'r' } as const
    await queries.insert(selfies).values(
      Array.from({ length: SELFIE_MIN_ACCEPTED }, (_none, ordinal) => ({
        ...kept,
        id: randomUUID(),
        personId: id,
        imageKey: randomUUID(),
        ordinal,
      })),
    )
    return id
  }
  const gateway = createFreeGateway()
  const buy = async (personIds: readonly string[], styleId: StyleId) => {
    const gateways = { free: gateway, stripe: gateway, credits: gateway }
    const site = { siteUrl: 'http://site.example', charges: true }
    const checkout = createCheckout({
      database: opened.database,
      queue,
      gateways,
      promises: createStylePromises([studioOutlook]),
      processing: processingOf([], { kind: 'files' }),
      ...site,
    })
    const wish = { uid, styleId, currency: 'EUR', locale: 'de', withCredits: true } as const
    const outcomes = await Promise.allSettled(
      personIds.map((personId) => checkout.purchase({ ...wish, personId })),
    )
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') return String(outcome.reason)
      return outcome.value.status === 'fulfilled' ? outcome.value.bundleId : outcome.value.status
    })
  }

  test('clicked four times at once is one bundle, and paid once', async () => {
    await give(11)
    const id = await person()
    const bundles = await buy([id, id, id, id], 'library')
    expect(new Set(bundles).size).toBe(1)
    expect(await balance(uid)).toBe(1)
    const further = await buy([id, id, id], 'swiss-alps')
    expect(new Set(further).size).toBe(1)
    expect(await entriesOf(uid)).toEqual({ count: 3, total: 0 })
  })

  test('for two people at once, with credits for one, succeeds for one', async () => {
    await give(10)
    const outcomes = await buy(await Promise.all([person(), person()]), 'library')
    expect(outcomes.filter((outcome) => outcome.includes('credits_insufficient'))).toHaveLength(1)
    expect(await entriesOf(uid)).toEqual({ count: 2, total: 0 })
  })
})

describe('discounts', () => {
  async function code(terms: Omit<NewDiscount, 'code'>) {
    const made = await inTransaction((tx) => createDiscount(tx, { code: randomUUID(), ...terms }))
    return made?.id ?? ''
  }
  const reserve = (tx: Queries, given: string, ofUid: string, paymentId: string) =>
    reserveDiscount(tx, {
      discountId: given,
      uid: ofUid,
      paymentId,
      lines: [{ includesTraining: true, regularAmountMinor: 900 }],
      currency: 'EUR',
      expiresAt: new Date(Date.now() + MINUTE_MS),
      now: new Date(),
    })
  const statesOf = async (ids: readonly string[]) => {
    const rows = await Promise.all(
      ids.map((id) =>
        opened.database.queries
          .select()
          .from(discountRedemptions)
          .where(eq(discountRedemptions.paymentId, id)),
      ),
    )
    return rows.flat().map(({ state }) => state)
  }

  test('the last use is reserved once, and by the next checkout after its release', async () => {
    const given = await code({ percent: 50, usesMax: 1 })
    const others = await Promise.all([user(), user(), user(), user()])
    const ids = await Promise.all(others.map(payment))
    const work = (tx: Queries, n: number) => reserve(tx, given, others[n] ?? '', ids[n] ?? '')
    expect(await atOnce(4, work)).toEqual(Array(3).fill('discount_used_up'))
    expect(await statesOf(ids)).toEqual(['reserved'])
    for (const id of ids) await inTransaction((tx) => releaseReservation(tx, id))
    const [late, lateId] = [await user(), await payment(uid)]
    expect(await inTransaction((tx) => reserve(tx, given, late, lateId))).toEqual([450])
  })

  test('a user with one use has one, on any number of pages', async () => {
    const given = await code({ percent: 50, usesPerUserMax: 1 })
    const ids = await Promise.all([payment(uid), payment(uid), payment(uid)])
    expect(await atOnce(3, (tx, n) => reserve(tx, given, uid, ids[n] ?? ''))).toEqual(
      Array(2).fill('discount_reserved'),
    )
  })

  test('one checkout reserves one use, however often it asks', async () => {
    const given = await code({ percent: 50, usesMax: 1 })
    const id = await payment(uid)
    expect(await atOnce(4, (tx) => reserve(tx, given, uid, id))).toEqual([])
    expect(await statesOf([id])).toEqual(['reserved'])
  })

  test('a checkout paid and expired at the same time ends as paid, in either order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const given = await code({ percent: 50, usesMax: 1 })
      const id = await payment(uid)
      await inTransaction((tx) => reserve(tx, given, uid, id))
      const refused = await atOnce(2, (tx, n) =>
        n === 0 ? consumeReservation(tx, id) : releaseReservation(tx, id),
      )
      expect(refused).toEqual([])
      expect(await statesOf([id])).toEqual(['consumed'])
    }
  })

  test('seats refunded while one is used: each is either used or refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const orderReference = randomUUID()
      const given = await inTransaction((tx) => createB2bCode(tx, { uses: 3, orderReference }))
      const ids = await Promise.all([payment(uid), payment(uid)])
      let disabledCount = 0
      await atOnce(3, async (tx, n) => {
        if (n === 1) disabledCount = (await disableUnusedUses(tx, orderReference)).disabledCount
        else await reserve(tx, given, uid, ids[n === 0 ? 0 : 1])
      })
      expect((await statesOf(ids)).length + disabledCount).toBe(3)
    }
  })
})

describe('referrals', () => {
  const service = () =>
    createReferrals({ database: opened.database, identity: { lookUp: () => Promise.resolve(ACCOUNT) } })

  test('a referral code is created once for any number of simultaneous requests', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => service().codeOf(uid)))
    expect(new Set(codes).size).toBe(1)
  })

  test('of two users who claim a friend at once one gets the referral; a repeated claim counts once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [friend, one, other] = [randomUUID(), await user(), await user()]
      const codes = [await service().codeOf(one), await service().codeOf(other), await service().codeOf(one)]
      const outcomes = await Promise.allSettled(codes.map((code) => service().register(friend, code)))
      const refused = outcomes.filter(({ status }) => status === 'rejected').length
      const [kept] = await opened.database.queries.select().from(referrals).where(eq(referrals.uid, friend))
      expect([one, other]).toContain(kept?.referrerUid)
      expect(refused).toBe(kept?.referrerUid === one ? 1 : 2)
    }
  })

  test('two users may claim each other at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await user(), await user()]
      const [ofOne, ofOther] = [await service().codeOf(one), await service().codeOf(other)]
      await Promise.all([service().register(one, ofOther), service().register(other, ofOne)])
    }
  })

  test('webhook, return page and scheduler report one purchase: it is rewarded once, and the reward is taken back once', async () => {
    const friend = await user()
    const paymentId = await payment(friend)
    await opened.database.queries.insert(referrals).values({ uid: friend, referrerUid: uid })
    expect(await atOnce(4, (tx) => recordFirstPaidPurchase(tx, { uid: friend, paymentId }))).toEqual([])
    expect(await balance(uid)).toBe(REFERRAL_CREDITS)
    expect(await atOnce(4, (tx) => reverseFirstPaidPurchase(tx, { paymentId }))).toEqual([])
    expect(await entriesOf(uid)).toEqual({ count: 2, total: 0 })
  })

  test('when friends buy while the referrer spends, no credit is lost', async () => {
    const friends = await Promise.all(Array.from({ length: 5 }, user))
    const ids = await Promise.all(friends.map(payment))
    await opened.database.queries
      .insert(referrals)
      .values(friends.map((friend) => ({ uid: friend, referrerUid: uid })))
    await give(5)
    const own = await Promise.all(Array.from({ length: 5 }, () => payment(uid)))
    const refused = await atOnce(10, (tx, n) =>
      n < 5
        ? recordFirstPaidPurchase(tx, { uid: friends[n] ?? '', paymentId: ids[n] ?? '' })
        : spendCredits(tx, { uid, amount: 1, paymentId: own[n - 5] ?? '' }),
    )
    expect(refused).toEqual([])
    expect(await entriesOf(uid)).toEqual({ count: 11, total: 5 * REFERRAL_CREDITS })
  })
})
