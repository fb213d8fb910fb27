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
 * several of them. Free orders send none.
 */
export async function enqueuePaymentMails(
  tx: Queries,
  queue: Queue,
  changes: readonly Change[],
): Promise<void> {
  const order = changes.map(({ purchase }) => purchase.payment)
  const [lead] = changes
  const { amountMinor, creditAmount } = totalsOf(order)
  if (!lead || (amountMinor === 0 && creditAmount === 0)) return
  const isNew = ({ before, purchase, fulfilment }: Change) =>
    before.fulfilledAt === null && purchase.payment.state === 'paid' && fulfilment.status === 'fulfilled'
  if (changes.some(isNew)) await sendReceipt(tx, queue, lead, order)
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
    ...{ to: { uid }, locale, occasion: `payment-failed:${id}` },
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
      ...{ reference, amountMinor, regularAmountMinor, currency, creditCount },
      paymentId: id,
      paidAt: paidAt.toISOString(),
      guaranteedUntil: guaranteeEndOf(paidAt).toISOString(),
      bought: {
        kind: includesTraining ? 'first' : 'further',
        ...{ styleId, personName: person?.name ?? '', headshotCount: promisedCount },
        alsoStyleIds: order.slice(1).map((row) => row.styleId),
      },
    },
    ...{ to: { uid }, locale, occasion: `receipt:${id}` },
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

/** What went back of a payment just now: an earlier share has had its own mail. */
function returnOf({ before, purchase }: Change): Return | undefined {
  const { payment } = purchase
  const isGivenBack = payment.state === 'refunded' && before.state !== 'refunded'
  const amountMinor = payment.refundedAmountMinor - before.refundedAmountMinor
  if (!isGivenBack && amountMinor <= 0) return undefined
  const { creditAmount: creditCount } = leftOf(payment)
  if (amountMinor <= 0 && creditCount === 0) return undefined
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
  if (reason === 'selfies' || reason === 'technical' || reason === 'refused') {
    const givenBack =
      creditCount > 0
        ? { kind: 'credits' as const, count: creditCount }
        : { kind: 'money' as const, amountMinor, currency }
    await enqueueMail(queue, tx, {
      ...envelope,
      template: 'training-failed-refunded',
      data: { personId: person?.id ?? '', personName: person?.name ?? '', cause: reason, givenBack },
    })
    return
  }
  await enqueueMail(queue, tx, {
    ...envelope,
    template: 'payment-refunded',
    data: {
      ...{ reference, amountMinor, currency, creditCount, reason },
      // Of an order of one style it goes without saying.
      styleIds: order.length > 1 ? returned.map((one) => one.purchase.payment.styleId) : [],
    },
  })
}
