import type { Cares } from '#contract/cares.ts'
import { FIRST_BUNDLE_CREDITS, FURTHER_BUNDLE_CREDITS } from '#contract/credits.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR, type Currency, type Price } from '#contract/money.ts'
import type { CheckoutForm } from '#contract/payments.ts'
import { STYLE_TIER, type StyleId } from '#contract/styles.ts'
import type { Processing } from '#contract/processing.ts'
import { findBundleOfStyle } from '#backend/features/bundles/bundles-service.ts'
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
  createPayment,
  expirePayment,
  findProcessing,
  hasDispute,
  hasPaidTraining,
  lockOpenPayments,
  reducePayment,
  type Order,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import {
  assertCompaniesAgreedTo,
  lockOwnPerson,
  nextBundleOf,
  promiseOf,
  type PersonRow,
} from '#backend/features/persons/persons-service.ts'
import type { EnginePromise } from '#backend/providers/engine/engine-port.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { friendDiscountOf } from './friend-discount.ts'
import { assertCanBeTrained, needsTraining } from './fulfilment.ts'
import { PAID, syncPayment } from './settlement.ts'

/** Least time for which a provider opens a new session; with less left a new purchase is created. */
const SESSION_MIN_MS = 30 * 60_000
/** With less left, a customer is no longer sent to an open session. */
const SESSION_REST_MS = 60_000

/** A customer's request: the purchase and the way to pay. */
export interface PurchaseRequest {
  uid: string
  personId: string
  styleId: StyleId
  /** Beyond the usual retouching. */
  cares?: Cares | undefined
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
  engine: EnginePromise
  processing: Processing
  /** False where no payments are configured: then everything is free. */
  charges: boolean
}

/**
 * `fulfilled`: delivered now or earlier · `pending`: a payment that waits for its money · `processing`: a payment that a
 * bank is processing · `superseded`: a payment for another purchase, which has to be ended first
 */
export type PurchaseStart =
  | { kind: 'fulfilled'; bundleId: string; isRepeat: boolean }
  | { kind: 'pending'; payment: PaymentRow }
  | { kind: 'processing'; payment: PaymentRow }
  | { kind: 'superseded'; payment: PaymentRow }

/**
 * The purchase behind a request: a bundle that exists already or costs no more, or a payment to make. No provider is
 * called here.
 * @throws ProductError person_not_found, consent_required, selfies_insufficient, purchases_frozen, credits_insufficient, and a
 * discount's refusal
 */
export async function beginPurchase(
  tx: Queries,
  { queue, engine, processing, charges }: OrderDeps,
  request: PurchaseRequest,
): Promise<PurchaseStart> {
  const { uid, personId, styleId, cares = {}, currency, locale, orderKey } = request
  const person = await lockOwnPerson(tx, uid, personId)
  const existing = await findBundleOfStyle(tx, personId, styleId)
  if (existing) return { kind: 'fulfilled', bundleId: existing.id, isRepeat: true }
  const atBank = await findProcessing(tx, personId, styleId)
  if (atBank) return { kind: 'processing', payment: atBank }
  if (await hasDispute(tx, uid)) throw new ProductError('purchases_frozen')
  assertCompaniesAgreedTo(person, processing)
  if (needsTraining(person)) await assertCanBeTrained(tx, person)
  const includesTraining = await paysForTraining(tx, person)
  const regularAmountMinor = regularAmountOf(styleId, currency, includesTraining)
  const { selfieCount } = await nextBundleOf(tx, person)
  const promisedCount = promiseOf(engine, selfieCount)
  if (promisedCount === 0) throw new ProductError('selfies_insufficient')

  const discount = await discountOf(tx, charges && includesTraining, request)
  for (const open of await lockOpenPayments(tx, personId, styleId)) {
    const isSame =
      !request.withCredits &&
      open.styleId === styleId &&
      open.includesTraining === includesTraining &&
      open.regularAmountMinor === regularAmountMinor &&
      open.promisedCount === promisedCount &&
      open.currency === currency &&
      open.form === (request.form ?? 'page') &&
      (request.discountCode === undefined || discount !== undefined) &&
      (await discountIdOf(tx, open.id)) === discount?.id
    if (isSame && hasTimeLeft(open))
      return { kind: 'pending', payment: await askFor(tx, open, { cares, orderKey }) }
    return { kind: 'superseded', payment: open }
  }
  const order = { uid, personId, styleId, includesTraining, promisedCount, cares, locale, orderKey }
  if (request.withCredits) return payWithCredits(tx, queue, { ...order, currency, regularAmountMinor })
  const price = { amountMinor: charges ? regularAmountMinor : 0, regularAmountMinor, currency }
  const { form } = request
  const created = await createPayment(tx, { ...order, price, form, provider: charges ? 'stripe' : 'free' })
  const payment =
    created.amountMinor === 0 || (request.discountCode === undefined && !discount)
      ? created
      : await withDiscount(tx, created, uid, discount, includesTraining)
  if (payment.amountMinor > 0) return { kind: 'pending', payment }
  return handOver(tx, queue, payment)
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

export function regularAmountOf(styleId: StyleId, currency: Currency, withTraining: boolean): number {
  return withTraining ? FIRST_BUNDLE_AMOUNT_MINOR[currency] : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]]
}

export function creditsFor(includesTraining: boolean): number {
  return includesTraining ? FIRST_BUNDLE_CREDITS : FURTHER_BUNDLE_CREDITS
}

/** Ends a payment that no provider waits for, and releases its reservations. */
export async function endPayment(tx: Queries, payment: PaymentRow): Promise<void> {
  await expirePayment(tx, payment)
  await releaseReservation(tx, payment.id)
}

async function withDiscount(
  tx: Queries,
  payment: PaymentRow,
  uid: string,
  discount: DiscountRow | undefined,
  isFirstBundle: boolean,
): Promise<PaymentRow> {
  if (!discount) throw new ProductError('discount_unknown')
  const { id: paymentId, amountMinor, currency, expiresAt } = payment
  const { reducedAmountMinor } = await reserveDiscount(tx, {
    discountId: discount.id,
    uid,
    paymentId,
    amountMinor,
    currency,
    isFirstBundle,
    expiresAt,
    now: new Date(),
  })
  return reducePayment(tx, payment, reducedAmountMinor)
}

async function payWithCredits(
  tx: Queries,
  queue: Queue,
  {
    currency,
    regularAmountMinor,
    ...order
  }: Omit<Order, 'price'> & Pick<Price, 'currency' | 'regularAmountMinor'>,
): Promise<PurchaseStart> {
  const creditAmount = creditsFor(order.includesTraining)
  const price = { amountMinor: 0, regularAmountMinor, currency }
  const payment = await createPayment(tx, { ...order, price, provider: 'credits', creditAmount })
  await spendCredits(tx, { uid: order.uid, amount: creditAmount, paymentId: payment.id })
  return handOver(tx, queue, payment)
}

/** The price is 0: no provider is called. */
async function handOver(tx: Queries, queue: Queue, { id }: PaymentRow): Promise<PurchaseStart> {
  const fulfilment = await syncPayment(tx, queue, id, { ...PAID, reference: id })
  if (fulfilment.status === 'refused') throw new ProductError(fulfilment.code)
  if (fulfilment.status === 'open') throw new Error(`payment ${id} of nothing was not handed over`)
  return { kind: 'fulfilled', bundleId: fulfilment.bundleId, isRepeat: false }
}

/** Whether there is time to send a customer to the payment page. */
export function hasTimeLeft({ providerReference, expiresAt }: PaymentRow): boolean {
  const restMs = expiresAt.getTime() - Date.now()
  return restMs >= (providerReference === null ? SESSION_MIN_MS : SESSION_REST_MS)
}
