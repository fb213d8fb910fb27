import { ProductError, type ErrorCode } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER } from '#contract/styles.ts'
import {
  findBundleOfStyle,
  insertPaidBundle,
  lockBundle,
  queuePaidBundles,
  type BundleRow,
} from '#backend/features/bundles/bundles-service.ts'
import {
  findPayment,
  hasPaidTraining,
  lockPayment,
  recordFulfilment,
  refundTraining,
  refuseFulfilment,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { lockPerson, readRetraining, type PersonRow } from '#backend/features/persons/persons-service.ts'
import { acceptedSelfies } from '#backend/features/selfies/selfies-service.ts'
import { requestTraining } from '#backend/features/training/training-service.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

/** `open`: not paid yet, or refunded since. */
export type Fulfilment =
  { status: 'fulfilled'; bundleId: string } | { status: 'refused'; code: ErrorCode } | { status: 'open' }

/** A payment, its person and its bundle, each locked until the transaction ends. */
export interface Purchase {
  payment: PaymentRow
  /** Undefined when the person was deleted since. */
  person: PersonRow | undefined
  /** Undefined until delivery, and when it was deleted since. */
  bundle: BundleRow | undefined
}

/** A payment of an order before and after its provider's answer was applied. */
export interface Change {
  before: PaymentRow
  purchase: Purchase
  fulfilment: Fulfilment
}

/** The person first, then the bundle, as every transaction does that holds several of them. */
export async function lockPurchase(tx: Queries, paymentId: string): Promise<Purchase | undefined> {
  const found = await findPayment(tx, paymentId)
  const person = found?.personId ? await lockPerson(tx, found.personId) : undefined
  const bundle = found?.bundleId ? await lockBundle(tx, found.bundleId) : undefined
  const payment = await lockPayment(tx, paymentId)
  return payment && { payment, person, bundle }
}

/**
 * Delivers a paid purchase, once, for the first caller: creates the bundle, and starts its training or generation.
 * Where that is no longer possible it refunds the money instead.
 */
export async function fulfil(
  tx: Queries,
  queue: Queue,
  { payment, person }: Pick<Purchase, 'payment' | 'person'>,
): Promise<Fulfilment> {
  if (payment.bundleId) return { status: 'fulfilled', bundleId: payment.bundleId }
  if (payment.state !== 'paid' || payment.fulfilledAt) return { status: 'open' }
  const { styleId, includesTraining, promisedCount: totalCount, cares, look } = payment
  if (!person) {
    // Its owner deleted it while a bank processed the payment.
    await refuseFulfilment(tx, queue, payment, 'withdrawal')
    return { status: 'refused', code: 'person_not_found' }
  }
  const existing = await findBundleOfStyle(tx, person.id, styleId)
  if (existing) {
    // Paid twice, on two pages: one is enough.
    await refuseFulfilment(tx, queue, payment)
    return { status: 'fulfilled', bundleId: existing.id }
  }
  // Bought as a further style of a training that has failed since.
  const lacksTraining = needsTraining(person) && !includesTraining
  if (lacksTraining || (needsTraining(person) && !(await canBeTrained(tx, person)))) {
    await refuseFulfilment(tx, queue, payment)
    return { status: 'refused', code: 'selfies_insufficient' }
  }
  // Another purchase paid for the training while a bank processed this payment.
  const isTrainingPaid = includesTraining && !needsTraining(person) && (await hasPaidTraining(tx, person.id))
  const bundle = await insertPaidBundle(tx, { personId: person.id, styleId, totalCount, cares, look })
  await recordFulfilment(tx, payment, bundle.id)
  if (isTrainingPaid) await refundTraining(tx, queue, payment, TIER_AMOUNT_MINOR[STYLE_TIER[styleId]])
  await enqueueJob(queue, tx, 'report-event', { event: 'bundle_purchased', subjectId: payment.id })
  const isRetrained = person.state === 'trained' && (await readRetraining(tx, person.id)).newSelfieCount > 0
  // While a training runs the bundle waits for it.
  if (needsTraining(person) || isRetrained) await requestTraining(tx, queue, person)
  else if (person.state === 'trained') await queuePaidBundles(tx, queue, person.id)
  return { status: 'fulfilled', bundleId: bundle.id }
}

/** Whether a purchase for this person has them trained. */
export function needsTraining(person: PersonRow): boolean {
  return person.state !== 'trained' && person.state !== 'training'
}

/** @throws ProductError selfies_insufficient */
export async function assertCanBeTrained(tx: Queries, person: PersonRow): Promise<void> {
  if (!(await canBeTrained(tx, person))) throw new ProductError('selfies_insufficient')
}

async function canBeTrained(tx: Queries, person: PersonRow): Promise<boolean> {
  return (await acceptedSelfies(tx, person.id)).length >= SELFIE_MIN_ACCEPTED
}
