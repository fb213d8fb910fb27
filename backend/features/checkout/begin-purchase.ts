import { possibleOf, type Cares } from '#contract/cares.ts'
import { FIRST_BUNDLE_CREDITS, FURTHER_BUNDLE_CREDITS } from '#contract/credits.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import type { LookChoices } from '#contract/looks.ts'
import type { Currency } from '#contract/money.ts'
import { orderLines, type OrderLine } from '#contract/order-lines.ts'
import type { CheckoutForm } from '#contract/payments.ts'
import { isLook, type StyleId } from '#contract/styles.ts'
import type { Processing } from '#contract/processing.ts'
import { bundlesByStyle } from '#backend/features/bundles/bundles-service.ts'
import { spendCredits } from '#backend/features/credits/credits-service.ts'
import {
  discountIdOf,
  findDiscount,
  releaseReservation,
  reserveDiscount,
  type DiscountRow,
} from '#backend/features/discounts/discounts-service.ts'
import {
  askFor,
  createOrder,
  expireOrder,
  findProcessing,
  hasDispute,
  hasPaidTraining,
  isOpen,
  lockOpenOrders,
  reduceOrder,
  totalsOf,
  type Order,
  type OrderRows,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import {
  assertCompaniesAgreedTo,
  lockOwnPerson,
  nextBundleOf,
  promiseOf,
  readLearned,
  type PersonRow,
} from '#backend/features/persons/persons-service.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { friendDiscountOf } from './friend-discount.ts'
import { assertCanBeTrained, needsTraining } from './fulfilment.ts'
import { PAID, syncOrder } from './settlement.ts'

/** Least time for which a provider opens a new session; with less left a new purchase is created. */
const SESSION_MIN_MS = 30 * 60_000
/** With less left, a customer is no longer sent to an open session. */
const SESSION_REST_MS = 60_000

/** A customer's request: the order and the way to pay. */
export interface PurchaseRequest {
  uid: string
  personId: string
  styleId: StyleId
  /** Further styles of the same order. */
  alsoStyleIds?: readonly StyleId[] | undefined
  /** Beyond the usual retouching. */
  cares?: Cares | undefined
  /** Ignored where the style is no look. */
  look?: LookChoices | undefined
  currency: Currency
  locale: Locale
  /** As typed. */
  discountCode?: string | undefined
  /** Where the customer pays; on the provider's page by default. */
  form?: CheckoutForm | undefined
  /** The idempotency key of the order. */
  orderKey?: string | undefined
  /** Whether it is paid with credits instead of money. */
  withCredits?: boolean
}

export interface OrderDeps {
  queue: Queue
  promises: StylePromises
  processing: Processing
  /** False where no payments are configured: then everything is free. */
  charges: boolean
}

/**
 * `fulfilled`: delivered now or earlier · `pending`: an order that waits for its money · `processing`: a payment that a
 * bank is processing · `superseded`: other orders, which have to be ended first
 */
export type PurchaseStart =
  | { kind: 'fulfilled'; bundleId: string; isRepeat: boolean }
  | { kind: 'pending'; order: OrderRows }
  | { kind: 'processing'; payment: PaymentRow }
  | { kind: 'superseded'; orders: OrderRows[] }

/**
 * The order behind a request: bundles that exist already or cost no more, or an order to pay. Styles that the person has, or
 * that a bank is at, are left out of it. No provider is called here.
 * @throws ProductError person_not_found, consent_required, style_not_offered, selfies_insufficient, purchases_frozen,
 * credits_insufficient, and a
 * discount's refusal
 */
export async function beginPurchase(
  tx: Queries,
  { queue, promises, processing, charges }: OrderDeps,
  request: PurchaseRequest,
): Promise<PurchaseStart> {
  const { uid, personId, cares = {}, look = {}, currency, locale, orderKey } = request
  const person = await lockOwnPerson(tx, uid, personId)
  const asked = [...new Set([request.styleId, ...(request.alsoStyleIds ?? [])])]
  const held = await bundlesByStyle(tx, personId)
  const atBank = await findProcessing(tx, personId, asked)
  const styleIds = asked.filter(
    (styleId) => !held.has(styleId) && !atBank.some((payment) => payment.styleId === styleId),
  )
  if (styleIds.length === 0) {
    const existing = asked.map((styleId) => held.get(styleId)).find((bundleId) => bundleId !== undefined)
    if (existing !== undefined) return { kind: 'fulfilled', bundleId: existing, isRepeat: true }
    const [payment] = atBank
    if (payment) return { kind: 'processing', payment }
  }
  if (await hasDispute(tx, uid)) throw new ProductError('purchases_frozen')
  assertCompaniesAgreedTo(person, processing)
  const learned = await readLearned(tx, personId)
  const bundles = styleIds.map((styleId) => {
    const promise = promises.of(styleId)
    if (!promise) throw new ProductError('style_not_offered')
    const { selfieCount, lacksModel } = nextBundleOf(person, learned, styleId, promises)
    return {
      styleId,
      lacksModel,
      promisedCount: promiseOf(promise, selfieCount),
      cares: possibleOf(cares, promise.cares),
    }
  })
  if (person.state !== 'training' && bundles.some(({ lacksModel }) => lacksModel))
    await assertCanBeTrained(tx, person)
  const includesTraining = await paysForTraining(tx, person)
  const partOf = (styleId: StyleId) => {
    const { promisedCount = 0, cares: possible = {} } = bundles.find((one) => one.styleId === styleId) ?? {}
    return { promisedCount, cares: possible }
  }
  const lines = orderLines(styleIds, { currency, includesTraining }).map((line) => ({
    ...line,
    ...partOf(line.styleId),
    look: isLook(line.styleId) ? look : {},
  }))
  if (lines.some(({ promisedCount }) => promisedCount === 0)) throw new ProductError('selfies_insufficient')

  const discount = await discountOf(tx, charges && includesTraining, request)
  const superseded: OrderRows[] = []
  let same: OrderRows | undefined
  for (const open of await lockOpenOrders(tx, personId, styleIds)) {
    const [lead] = open
    const isSame =
      isOpen(lead) &&
      !request.withCredits &&
      hasLines(open, lines) &&
      lead.currency === currency &&
      lead.form === (request.form ?? 'page') &&
      (request.discountCode === undefined || discount !== undefined) &&
      (await discountIdOf(tx, lead.id)) === discount?.id
    if (isSame && hasTimeLeft(lead)) same = open
    else superseded.push(open)
  }
  if (superseded.length > 0) return { kind: 'superseded', orders: superseded }
  if (same) return { kind: 'pending', order: await askFor(tx, same, { lines, orderKey }) }
  const wanted = { uid, personId, currency, locale, orderKey }
  if (request.withCredits) return payWithCredits(tx, queue, { ...wanted, lines })
  const created = await createOrder(tx, {
    ...wanted,
    lines: lines.map((line) => ({
      ...line,
      amountMinor: charges ? line.regularAmountMinor : 0,
      creditAmount: 0,
    })),
    form: request.form,
    provider: charges ? 'stripe' : 'free',
  })
  const order =
    !charges || (request.discountCode === undefined && !discount)
      ? created
      : await withDiscount(tx, created, uid, discount)
  if (totalsOf(order).amountMinor > 0) return { kind: 'pending', order }
  return handOver(tx, queue, order)
}

/** What an order has of each style. */
type WantedLine = OrderLine & Pick<PaymentRow, 'promisedCount' | 'cares' | 'look'>

function hasLines(order: OrderRows, lines: readonly WantedLine[]): boolean {
  return (
    order.length === lines.length &&
    lines.every(({ styleId, includesTraining, regularAmountMinor, promisedCount }) =>
      order.some(
        (row) =>
          row.styleId === styleId &&
          row.includesTraining === includesTraining &&
          row.regularAmountMinor === regularAmountMinor &&
          row.promisedCount === promisedCount,
      ),
    )
  )
}

/** The discount of the entered code, else of a friend's invitation to a first bundle. */
function discountOf(
  tx: Queries,
  isChargedFirst: boolean,
  { uid, personId, discountCode, withCredits = false }: PurchaseRequest,
): Promise<DiscountRow | undefined> {
  if (discountCode !== undefined) return findDiscount(tx, discountCode)
  return isChargedFirst && !withCredits ? friendDiscountOf(tx, { uid, personId }) : Promise.resolve(undefined)
}

/** Whether a purchase costs the price of a person's first one: a refunded training has to be paid again. */
export async function paysForTraining(queries: Queries, person: PersonRow): Promise<boolean> {
  return needsTraining(person) || !(await hasPaidTraining(queries, person.id))
}

export function regularAmountOf(styleId: StyleId, currency: Currency, includesTraining: boolean): number {
  return orderLines([styleId], { currency, includesTraining }).reduce(
    (sum, { regularAmountMinor }) => sum + regularAmountMinor,
    0,
  )
}

export function creditsFor(includesTraining: boolean): number {
  return includesTraining ? FIRST_BUNDLE_CREDITS : FURTHER_BUNDLE_CREDITS
}

/** Ends an order that no provider waits for, and releases its reservation. */
export async function endOrder(tx: Queries, order: OrderRows): Promise<void> {
  await expireOrder(tx, order)
  await releaseReservation(tx, order[0].id)
}

async function withDiscount(
  tx: Queries,
  order: OrderRows,
  uid: string,
  discount: DiscountRow | undefined,
): Promise<OrderRows> {
  if (!discount) throw new ProductError('discount_unknown')
  const { id: paymentId, currency, expiresAt } = order[0]
  const cutsMinor = await reserveDiscount(tx, {
    discountId: discount.id,
    uid,
    paymentId,
    lines: order,
    currency,
    expiresAt,
    now: new Date(),
  })
  return reduceOrder(tx, order, cutsMinor)
}

async function payWithCredits(
  tx: Queries,
  queue: Queue,
  { lines, ...wanted }: Omit<Order, 'lines'> & { lines: readonly WantedLine[] },
): Promise<PurchaseStart> {
  const order = await createOrder(tx, {
    ...wanted,
    lines: lines.map((line) => ({
      ...line,
      amountMinor: 0,
      creditAmount: creditsFor(line.includesTraining),
    })),
    provider: 'credits',
  })
  for (const { id: paymentId, creditAmount: amount } of order) {
    await spendCredits(tx, { uid: wanted.uid, amount, paymentId })
  }
  return handOver(tx, queue, order)
}

/** The price is 0: no provider is called. */
async function handOver(tx: Queries, queue: Queue, [{ id }]: OrderRows): Promise<PurchaseStart> {
  const fulfilment = await syncOrder(tx, queue, id, { ...PAID, reference: id })
  if (fulfilment.status === 'refused') throw new ProductError(fulfilment.code)
  if (fulfilment.status === 'open') throw new Error(`order ${id} of nothing was not handed over`)
  return { kind: 'fulfilled', bundleId: fulfilment.bundleId, isRepeat: false }
}

/** Whether there is time to send a customer to the payment page of an order, by its leading payment. */
export function hasTimeLeft({ providerReference, expiresAt }: PaymentRow): boolean {
  const restMs = expiresAt.getTime() - Date.now()
  return restMs >= (providerReference === null ? SESSION_MIN_MS : SESSION_REST_MS)
}
