import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { consentVersionFor } from '#contract/consent.ts'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody, type ErrorCode } from '#contract/errors.ts'
import type { Currency } from '#contract/money.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { StudioStyleId, type StyleId } from '#contract/styles.ts'
import { multipart } from '#tests/api/support/backend.ts'
import { idToken } from '#tests/api/support/identity.ts'
import { jpegFile } from '#tests/api/support/test-backend.ts'
import { ACCOUNTS, answerBank, CARDS, payOnPage } from '#tests/support/stripe-emulator.ts'
import { END, hasTwoStyles, isDebit, type Kind } from './plan.ts'

export const PERCENT_CODE = 'DRILL-20'
export const SCARCE_CODE = 'DRILL-LAST'

/** One style that was ordered, and its known facts. */
export interface Order {
  /** Whether it leads its order: another style may have been paid with it. */
  leads: boolean
  uid: string
  kind: Kind
  personId: string
  styleId: StyleId
  paymentId: string
}

/** An action at Stripe itself, once an order exists. */
export interface Deed {
  kind:
    | 'won'
    | 'lost'
    | 'prevented'
    | 'prevented at once'
    | 'inquiry closed'
    | 'inquiry lost'
    | 'inquiry won'
    | 'lost in part'
    | 'debit-paid'
    | 'debit-failed'
    | 'expire'
    | 'part'
    | 'all'
    | 'return'
  /** Of the session. */
  reference: string
}

/** What the bank, or somebody at Stripe's dashboard, does after an order of this kind. */
const DEEDS: Partial<Record<Kind, Deed['kind']>> = {
  'disputes and loses': 'won',
  'disputes and wins': 'lost',
  'disputes, which is prevented': 'prevented',
  'has it prevented before a dispute': 'prevented at once',
  'has the bank ask': 'inquiry closed',
  'has the bank ask, then disputes and wins': 'inquiry lost',
  'has the bank ask, then disputes and loses': 'inquiry won',
  'disputes a part and wins': 'lost in part',
  'gets a part back by hand': 'part',
  'gets all of two styles back by hand': 'all',
  'pays by debit': 'debit-paid',
  'pays by debit, which fails': 'debit-failed',
}

/** Answers that ask for patience. No other 5xx is repeated: it would be a fault of the product's. */
const PATIENT: readonly ErrorCode[] = ['unavailable', 'rate_limited', 'discount_reserved']
const PATIENCE_MS = 900_000
const PAUSE_MS = 400

/** How often customers had to ask again. */
export interface Repeats {
  /** As the product answered `unavailable`. */
  unavailable: number
  /** As nothing answered: the API was killed, or Stripe's page could not be reached. */
  unanswered: number
}

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const pause = () => sleep(PAUSE_MS * (0.5 + Math.random()))

/** The reference in the address of a session's page. */
const referenceOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** What a customer brings along and wants. */
export interface Wishes {
  /** The next selfie; a few bytes by default, which pass for a JPEG. */
  selfie?: () => Uint8Array
  /** In the order in which they are bought. */
  styleIds?: readonly StyleId[]
  /** Names of engines at companies that the selfies may be sent to. */
  agreesTo?: readonly string[]
}

/** A user with a browser: repeats calls that get no answer. */
export function createCustomer(
  deps: Wishes & {
    uid: string
    apiUrl: string
    atStripe: (deed: Deed) => Promise<void>
    /** Is added to. */
    repeats: Repeats
    /** Awaited before each order. */
    mayOrder?: () => Promise<void>
    /** Hears the id of each selfie that the product says it has. */
    onSelfie?: (id: string) => void
  },
) {
  const { uid, apiUrl, atStripe, repeats, mayOrder = () => Promise.resolve(), onSelfie } = deps
  const { selfie = jpegFile, styleIds = StudioStyleId.options, agreesTo = [] } = deps

  /** Repeats a request that gets no answer, as its server is killed or out of reach. */
  const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (Date.now() > until) throw error
        repeats.unanswered += 1
      }
      await pause()
    }
  }

  /** @throws Refusal */
  const call = async <S extends z.ZodType>(schema: S, path: string, init: () => RequestInit = () => ({})) => {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      const { isOk, body } = await answered(async () => {
        const request = init()
        const headers = new Headers(request.headers)
        headers.set('authorization', idToken(uid))
        const answer = await fetch(apiUrl + path, {
          ...request,
          headers,
          signal: AbortSignal.timeout(30_000),
        })
        return { isOk: answer.ok, body: (await answer.json()) as unknown }
      })
      if (isOk) return schema.parse(body)
      const { code } = ErrorBody.parse(body).error
      if (!PATIENT.includes(code) || Date.now() > until) throw new Refusal(code)
      if (code === 'unavailable') repeats.unavailable += 1
      await pause()
    }
  }
  const post = <S extends z.ZodType>(schema: S, path: string, body: object, headers = {}) =>
    call(schema, path, () => ({
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }))

  const confirm = (paymentId: string) =>
    post(endpoints.confirmPayment.response, endpoints.confirmPayment.path, { paymentId })

  /** A customer blocked by a dispute looks at the disputed purchases, and tries again. */
  const thawed = async <T>(buy: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await buy()
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'purchases_frozen') throw error
        const { payments } = await call(endpoints.getPayments.response, endpoints.getPayments.path)
        for (const { paymentId, state } of payments) if (state === 'disputed') await confirm(paymentId)
        await pause()
      }
    }
  }

  /** @returns where to pay, and for what */
  const begin = async (
    personid: string,
    styleId: StyleId,
    currency: Currency,
    { discountCode, alsoStyleIds = [] }: { discountCode?: string; alsoStyleIds?: StyleId[] } = {},
  ) => {
    const path = endpoints.createCheckoutSession.path
    const wish = { personid, styleId, alsoStyleIds, currency }
    const headers = {
      'accept-language': currency === 'USD' ? 'en' : 'de',
      [IDEMPOTENCY_HEADER]: randomUUID(),
    }
    const session = await thawed(() =>
      post(
        endpoints.createCheckoutSession.response,
        path,
        { ...wish, ...(discountCode !== undefined && { discountCode }) },
        headers,
      ),
    )
    if (session.status !== 'redirect') throw new Error(`${styleId} is there before it was paid`)
    return session
  }

  /** With the last use of a code if one is left, without it otherwise. */
  const beginWith = (kind: Kind, personId: string, styleId: StyleId, currency: Currency) => {
    if (kind === 'uses a code') return begin(personId, styleId, currency, { discountCode: PERCENT_CODE })
    if (kind !== 'wants the last use of a code') return begin(personId, styleId, currency)
    return begin(personId, styleId, currency, { discountCode: SCARCE_CODE }).catch((error: unknown) => {
      if (error instanceof Refusal) return begin(personId, styleId, currency)
      throw error
    })
  }

  /** Presses a button of Stripe's page, which is loaded again while it cannot be reached. */
  const press = async (
    wanted: number,
    button: () => Promise<{ status: number; location: string | null }>,
  ): Promise<string | null> => {
    let isRepeated = false
    const { status, location } = await answered(async () => {
      const before = isRepeated
      isRepeated = true
      const answer = await button()
      // The answer to the first press was lost: the page says that it is paid.
      return before && answer.status === 200 ? { ...answer, status: wanted } : answer
    })
    if (status !== wanted) throw new Error(`the page answered ${status} instead of ${wanted}`)
    return location
  }

  /** @returns the payment; a repeat after a kill finds the bundle of the first */
  const payWithCredits = async (personid: string, styleId: StyleId): Promise<string> => {
    const { path, response } = endpoints.useReferralCredits
    const headers = { [IDEMPOTENCY_HEADER]: randomUUID() }
    const { bundleId } = await thawed(() => post(response, path, { personid, styleId }, headers))
    const { payments } = await call(endpoints.getPayments.response, endpoints.getPayments.path)
    return payments.find((payment) => payment.bundleId === bundleId)?.paymentId ?? ''
  }

  /** The customer's actions on the hosted page. */
  const onPage = async (
    kind: Kind,
    { url, paymentId }: { url: string; paymentId: string },
  ): Promise<void> => {
    const pay = () => press(303, () => payOnPage(url, CARDS.paid))
    switch (kind) {
      case 'leaves the page':
        return atStripe({ kind: 'expire', reference: referenceOf(url) })
      case 'goes back':
        await post(endpoints.cancelPayment.response, endpoints.cancelPayment.path, { paymentId })
        return
      case 'is declined, then pays':
        await press(402, () => payOnPage(url, CARDS.declined))
        await pay()
        return
      case 'is asked by the bank':
      case 'refuses the bank, then pays': {
        const asked = await press(303, () => payOnPage(url, CARDS.challenge))
        const confirms = kind === 'is asked by the bank'
        await press(confirms ? 303 : 402, () => answerBank(url, asked, confirms ? 'confirm' : 'refuse'))
        if (!confirms) await pay()
        return
      }
      case 'disputes and loses':
      case 'disputes and wins':
      case 'disputes, which is prevented':
        await press(303, () => payOnPage(url, CARDS.disputed))
        return
      case 'pays by debit':
      case 'pays by debit, which fails':
        await press(303, () => payOnPage(url, ACCOUNTS.paidLate))
        return
      default:
        await pay()
    }
  }

  const afterwards = async (
    kind: Kind,
    personid: string,
    { paymentId, url }: { paymentId: string; url: string },
  ): Promise<void> => {
    switch (kind) {
      case 'leaves the page':
      case 'goes back':
      case 'pays and closes the tab':
        return
      case 'asks for the money back':
      case 'asks for the money back, which the bank returns': {
        const { bundleId } = await confirm(paymentId)
        const { path, response } = endpoints.refundBundle
        await post(response, path, { personid, bundleid: bundleId })
        if (kind === 'asks for the money back') return
        return atStripe({ kind: 'return', reference: referenceOf(url) })
      }
      default: {
        const { state } = await confirm(paymentId)
        if (isDebit(kind) && state !== 'processing') throw new Error(`a debit is ${state} at once`)
        const deed = DEEDS[kind]
        if (deed) await atStripe({ kind: deed, reference: referenceOf(url) })
      }
    }
  }

  /** @returns the payments of an order's two styles, the leading one first */
  const orderTwo = async (
    kind: Kind,
    personId: string,
    [one, other]: [StyleId, StyleId],
    currency: Currency,
  ) => {
    const session = await begin(personId, one, currency, { alsoStyleIds: [other] })
    const { payments } = await call(endpoints.getPayments.response, endpoints.getPayments.path)
    const lead = payments.find(({ paymentId }) => paymentId === session.paymentId)
    const rows = payments.filter(
      ({ orderReference, state }) => orderReference === lead?.orderReference && state !== 'expired',
    )
    const isReturned = (paymentId: string) =>
      kind === 'pays for two styles and asks for one back' && paymentId !== session.paymentId
    const orders = rows.map(({ paymentId, styleId }): Order => ({
      uid,
      personId,
      styleId,
      paymentId,
      leads: paymentId === session.paymentId,
      kind: isReturned(paymentId) ? 'asks for the money back' : kind,
    }))
    return { session, orders }
  }

  const createPerson = async (): Promise<string> => {
    const create = { name: 'Anna', gender: 'female', consentVersion: consentVersionFor(agreesTo) }
    const key = randomUUID()
    const { id } = await call(endpoints.createPerson.response, endpoints.createPerson.path, () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify(create),
    }))
    for (let index = 0; index < SELFIE_MIN_ACCEPTED; index++) {
      const form = multipart([{ field: 'file', fileName: `${index}.jpg`, bytes: selfie() }])
      const upload = {
        method: 'POST',
        body: form.payload,
        headers: { ...form.headers, [IDEMPOTENCY_HEADER]: `${key}-${index}` },
      }
      const path = `${endpoints.uploadImages.path}?personid=${id}`
      const sent = await call(endpoints.uploadImages.response, path, () => upload)
      onSelfie?.(sent.id)
    }
    const path = `${endpoints.getPerson.path}?personid=${id}`
    while ((await call(endpoints.getPerson.response, path)).state !== 'ready') await sleep(PAUSE_MS)
    return id
  }

  return {
    uid,
    call,
    post,

    /** Which orders have not come to their end yet. */
    async open(orders: readonly Order[]): Promise<Order[]> {
      const own = orders.filter((order) => order.uid === uid)
      if (own.length === 0) return []
      const { payments } = await call(endpoints.getPayments.response, endpoints.getPayments.path)
      const bundlesOf = async (personId: string) => {
        const path = `${endpoints.getPerson.path}?personid=${personId}`
        return (await call(endpoints.getPerson.response, path)).bundles
      }
      const personIds = [...new Set(own.map(({ personId }) => personId))]
      const bundles = (await Promise.all(personIds.map(bundlesOf))).flat()
      return own.filter(({ paymentId, kind }) => {
        const payment = payments.find((receipt) => receipt.paymentId === paymentId)
        // A failed order is refunded automatically.
        if (payment?.state === 'refunded') return false
        if (payment?.state !== END[kind]) return true
        return END[kind] === 'paid' && bundles.find(({ id }) => id === payment.bundleId)?.state !== 'ready'
      })
    },

    /** Orders one style after the other, for a further person once they run out, and tells of each. */
    async buy(kinds: readonly Kind[], currency: Currency, onOrder: (order: Order) => void): Promise<void> {
      let personId = ''
      let left: StyleId[] = []
      for (const kind of kinds) {
        await mayOrder()
        if (left.length < (hasTwoStyles(kind) ? 2 : 1)) {
          personId = await createPerson()
          left = [...styleIds]
        }
        const styleId = left.shift()
        if (styleId === undefined) throw new Error('there is no style to order')
        if (kind === 'pays with credits') {
          const paymentId = await payWithCredits(personId, styleId)
          onOrder({ leads: true, uid, kind, personId, styleId, paymentId })
          continue
        }
        if (hasTwoStyles(kind)) {
          const other = left.pop()
          if (other === undefined) throw new Error('there is no second style to order')
          const { session, orders } = await orderTwo(kind, personId, [styleId, other], currency)
          for (const order of orders) onOrder(order)
          await onPage(kind, session)
          await afterwards(kind, personId, session)
          const returned = orders.find((order) => order.kind !== kind)
          if (returned) await afterwards(returned.kind, personId, { ...session, ...returned })
          continue
        }
        const session = await beginWith(kind, personId, styleId, isDebit(kind) ? 'EUR' : currency)
        onOrder({ leads: true, uid, kind, personId, styleId, paymentId: session.paymentId })
        await onPage(kind, session)
        await afterwards(kind, personId, session)
      }
    },
  }
}
