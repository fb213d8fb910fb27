import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import {
  guaranteeEndOf,
  isKept,
  leftOf,
  totalsOf,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Change, Purchase } from './fulfilment.ts'

/**
 * Notifies the customer by mail of the change of an order's payments, the leading one first: one mail for what happened to
 * several of them. Of free orders it tells only that their headshots could not be made.
 */
export async function enqueuePaymentMails(
  tx: Queries,
  queue: Queue,
  changes: readonly Change[],
): Promise<void> {
  const order = changes.map(({ purchase }) => purchase.payment)
  const [lead] = changes
  const { amountMinor, creditAmount } = totalsOf(order)
  if (!lead) return
  const isNew = ({ before, purchase, fulfilment }: Change) =>
    before.fulfilledAt === null && purchase.payment.state === 'paid' && fulfilment.status === 'fulfilled'
  const isFree = amountMinor === 0 && creditAmount === 0
  if (changes.some(isNew) && !isFree) await sendReceipt(tx, queue, lead, order)
  if (lead.before.state === 'processing' && lead.purchase.payment.state === 'expired') {
    await sendFailure(tx, queue, lead.purchase.payment, amountMinor)
  }
  const returned = changes.flatMap((change) => returnOf(change) ?? [])
  for (const together of Map.groupBy(returned, ({ reason }) => reason).values()) {
    await enqueueRefundMail(tx, queue, order, together)
  }
}

/** A bank refused a delayed payment; the customer left the page days ago. */
async function sendFailure(tx: Queries, queue: Queue, lead: PaymentRow, amountMinor: number): Promise<void> {
  const { id, uid, orderReference: reference, currency, personId, locale } = lead
  if (uid === null) return
  await enqueueMail(queue, tx, {
    template: 'payment-failed',
    data: { reference, amountMinor, currency, personId },
    to: { uid },
    locale,
    occasion: `payment-failed:${id}`,
  })
}

async function sendReceipt(
  tx: Queries,
  queue: Queue,
  { purchase: { payment: lead, person } }: Change,
  order: readonly PaymentRow[],
): Promise<void> {
  const { id, uid, orderReference: reference, paidAt, styleId, includesTraining, locale, currency } = lead
  const { amountMinor, regularAmountMinor, creditAmount: creditCount, promisedCount } = totalsOf(order)
  if (uid === null || paidAt === null) return
  await enqueueMail(queue, tx, {
    template: 'receipt',
    data: {
      reference,
      amountMinor,
      regularAmountMinor,
      currency,
      creditCount,
      paymentId: id,
      paidAt: paidAt.toISOString(),
      guaranteedUntil: guaranteeEndOf(paidAt).toISOString(),
      bought: {
        kind: includesTraining ? 'first' : 'further',
        styleId,
        personName: person?.name ?? '',
        headshotCount: promisedCount,
        alsoStyleIds: order.slice(1).map((row) => row.styleId),
      },
    },
    to: { uid },
    locale,
    occasion: `receipt:${id}`,
  })
}

/** Why money goes back, as mails say it; of any other reason they say whether the purchase is kept. */
const REASONS = ['guarantee', 'withdrawal', 'unfulfilled', 'incomplete', 'training_paid'] as const
/** Of these another mail tells, which names the person. */
const TRAINING_REASONS = ['selfies', 'technical', 'refused'] as const
type Reason = (typeof REASONS)[number] | (typeof TRAINING_REASONS)[number] | 'part' | 'other'

interface Return {
  purchase: Purchase
  amountMinor: number
  creditCount: number
  reason: Reason
}

/** What went back of a payment just now, also of one that cost nothing: an earlier share has had its own mail. */
function returnOf({ before, purchase }: Change): Return | undefined {
  const { payment } = purchase
  const isGivenBack = payment.state === 'refunded' && before.state !== 'refunded'
  const amountMinor = payment.refundedAmountMinor - before.refundedAmountMinor
  if (!isGivenBack && amountMinor <= 0) return undefined
  const { creditAmount: creditCount } = leftOf(payment)
  const wasFree = payment.amountMinor === 0 && payment.creditAmount === 0
  if (amountMinor <= 0 && creditCount === 0 && !wasFree) return undefined
  return { purchase, amountMinor, creditCount, reason: reasonOf(purchase) }
}

function reasonOf({ payment, person }: Purchase): Reason {
  const known = [...REASONS, ...(person ? TRAINING_REASONS : [])]
  const named = known.find((reason) => reason === payment.refundReason)
  return named ?? (isKept(payment) ? 'part' : 'other')
}

/** One mail for all that went back of an order for one reason. */
async function enqueueRefundMail(
  tx: Queries,
  queue: Queue,
  order: readonly PaymentRow[],
  returned: readonly Return[],
): Promise<void> {
  const [lead] = order
  const [first] = returned
  if (!lead || !first || lead.uid === null) return
  const { payment, person } = first.purchase
  const { orderReference: reference, uid, locale, currency } = lead
  const amountMinor = returned.reduce((sum, one) => sum + one.amountMinor, 0)
  const creditCount = returned.reduce((sum, one) => sum + one.creditCount, 0)
  const occasion = `payment-refunded:${payment.id}:${payment.refundedAmountMinor}`
  const envelope = { to: { uid }, locale, occasion }
  const { reason } = first
  const isReturned = ({ id }: PaymentRow) => returned.some((one) => one.purchase.payment.id === id)
  const about = {
    // Of an order of one style it goes without saying.
    styleIds: order.length > 1 ? order.filter(isReturned).map((row) => row.styleId) : [],
    // What was paid for with money is not kept after a withdrawal: a deleted person's finished styles went with the person.
    isPart: order.some(
      (row) => !isReturned(row) && isKept(row) && (reason !== 'withdrawal' || row.amountMinor === 0),
    ),
  }
  if (reason === 'selfies' || reason === 'technical' || reason === 'refused') {
    await enqueueMail(queue, tx, {
      ...envelope,
      template: 'training-failed-refunded',
      data: {
        personId: person?.id ?? '',
        personName: person?.name ?? '',
        cause: reason,
        ...about,
        givenBack: givenBackOf({ amountMinor, creditCount, currency }),
      },
    })
    return
  }
  if (amountMinor === 0 && creditCount === 0) return
  await enqueueMail(queue, tx, {
    ...envelope,
    template: 'payment-refunded',
    data: { reference, amountMinor, currency, creditCount, reason, ...about },
  })
}

function givenBackOf({
  amountMinor,
  creditCount,
  currency,
}: Pick<Return, 'amountMinor' | 'creditCount'> & Pick<PaymentRow, 'currency'>) {
  if (creditCount > 0) return { kind: 'credits' as const, count: creditCount }
  return amountMinor > 0 ? { kind: 'money' as const, amountMinor, currency } : { kind: 'nothing' as const }
}
