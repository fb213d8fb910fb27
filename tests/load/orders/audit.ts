import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER } from '#contract/styles.ts'
import { shareOf } from '#backend/features/payments/payments-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { ReviewKind } from '#contract/operators.ts'
import type { Order, Repeats } from './customer.ts'
import { DISPUTE_END, END, isInPart, KINDS, LOST_IN_PART, PART_MINOR, type Kind } from './plan.ts'

/** Everything Stripe's side knows. */
export interface Books {
  sessions: Stripe.Checkout.Session[]
  charges: Stripe.Charge[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  transactions: Stripe.BalanceTransaction[]
  events: Stripe.Event[]
}

/** What the emulator's list of deliveries says of each. */
export interface Told {
  id: string
  event: string
  outcome: string
  forged?: string
  attempts: number
}

export async function readBooks(stripe: Stripe): Promise<Books> {
  const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
    const items: T[] = []
    for await (const item of list) items.push(item)
    return items
  }
  const page = { limit: 100 }
  return {
    sessions: await all(stripe.checkout.sessions.list(page)),
    charges: await all(stripe.charges.list(page)),
    refunds: await all(stripe.refunds.list(page)),
    disputes: await all(stripe.disputes.list(page)),
    transactions: await all(stripe.balanceTransactions.list(page)),
    events: await all(stripe.events.list(page)),
  }
}

type PaymentRow = typeof tables.payments.$inferSelect
type BundleRow = typeof tables.bundles.$inferSelect

/** Everything the product knows. */
export interface Ledger {
  /** Of Stripe. */
  payments: PaymentRow[]
  creditPayments: PaymentRow[]
  credits: (typeof tables.creditEntries.$inferSelect)[]
  bundles: BundleRow[]
  redemptions: (typeof tables.discountRedemptions.$inferSelect)[]
  discounts: (typeof tables.discounts.$inferSelect)[]
  events: (typeof tables.paymentEvents.$inferSelect)[]
  reviews: (typeof tables.reviewItems.$inferSelect)[]
}

export async function readLedger({ queries }: Database): Promise<Ledger> {
  return {
    payments: await queries.select().from(tables.payments).where(eq(tables.payments.provider, 'stripe')),
    creditPayments: await queries
      .select()
      .from(tables.payments)
      .where(eq(tables.payments.provider, 'credits')),
    credits: await queries.select().from(tables.creditEntries),
    bundles: await queries.select().from(tables.bundles),
    redemptions: await queries.select().from(tables.discountRedemptions),
    discounts: await queries.select().from(tables.discounts),
    events: await queries.select().from(tables.paymentEvents),
    reviews: await queries.select().from(tables.reviewItems),
  }
}

export type Row = [name: string, is: number | string, hasToBe: number | string]

export interface Finding {
  what: string
  /** The actual and the expected values. */
  rows: Row[]
  differences: string[]
}

export const sumOf = <T>(items: readonly T[], amount: (item: T) => number) =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** What the drill did besides the orders, and how much of it. */
export type Mishaps = readonly (readonly [name: string, amount: number])[]

/** Compares order by order, and then the sums. */
export function audit(
  orders: readonly Order[],
  ledger: Ledger,
  books: Books,
  told: readonly Told[],
  done: {
    mishaps: Mishaps
    repeats: Repeats
    /** Whether an order may be paid back because it could not be made. */
    mayGiveUp: boolean
  },
): Finding[] {
  return [
    auditMishaps(told, done),
    auditBanks(orders, books),
    ...auditOrdersAndMoney(orders, ledger, books, done.mayGiveUp),
    auditCodes(ledger),
    auditCredits(ledger),
    auditEvents(ledger, books, told),
    auditInbox(orders, ledger),
  ]
}

/** Each order ended once, and ledger and Stripe have the same of it. */
export function auditOrdersAndMoney(
  orders: readonly Order[],
  ledger: Ledger,
  books: Books,
  mayGiveUp: boolean,
): Finding[] {
  return [
    auditOrders(orders, ledger, mayGiveUp),
    auditSessions(ledger, books),
    auditMoney(ledger, books),
    auditShares(orders, ledger),
  ]
}

/** Nothing has to be so: it says what the orders went through. */
function auditMishaps(
  told: readonly Told[],
  { mishaps, repeats }: { mishaps: Mishaps; repeats: Repeats },
): Finding {
  const count = (fits: (one: Told) => boolean) => told.filter(fits).length
  const happened: Mishaps = [
    ...mishaps,
    ['answers `unavailable`, asked again', repeats.unavailable],
    ['calls without an answer, made again', repeats.unanswered],
    ['hooks sent', told.length],
    ['hooks sent twice', count(({ id }) => id.endsWith('~again'))],
    ['hooks forged', count(({ forged }) => forged !== undefined)],
    ['hooks dropped', count(({ outcome }) => outcome === 'dropped')],
    ['hooks repeated until taken', count(({ attempts }) => attempts > 1)],
  ]
  return {
    what: 'What went wrong on purpose',
    rows: happened.map(([name, times]): Row => [name, times, times]),
    differences: [],
  }
}

/** Banks, and people at Stripe's dashboard, did what the plan has them do. */
function auditBanks(orders: readonly Order[], { charges, disputes, refunds }: Books): Finding {
  const ordersOf = (fits: (kind: Kind) => boolean) =>
    orders.filter(({ kind, leads }) => leads && fits(kind)).length
  const debits = charges.filter((charge) => charge.payment_method_details?.type === 'sepa_debit')
  const ends: Readonly<Partial<Record<Kind, string>>> = DISPUTE_END
  return {
    what: 'What banks did, and people at the dashboard',
    rows: [
      ['debits paid', debits.filter(({ paid }) => paid).length, ordersOf((kind) => kind === 'pays by debit')],
      [
        'debits failed',
        debits.filter(({ status }) => status === 'failed').length,
        ordersOf((kind) => kind === 'pays by debit, which fails'),
      ],
      ...[...new Set(Object.values(DISPUTE_END))].map((end): Row => [
        `disputes that ended as ${end}`,
        disputes.filter(({ status }) => status === end).length,
        ordersOf((kind) => ends[kind] === end),
      ]),
      [
        'refunds by hand',
        // The product names the payment in each of its own.
        refunds.filter(({ metadata }) => metadata?.payment_id === undefined).length,
        ordersOf((kind) => kind.endsWith('by hand')),
      ],
      [
        'refunds returned by a bank',
        refunds.filter(({ status }) => status === 'failed').length,
        ordersOf((kind) => kind === 'asks for the money back, which the bank returns'),
      ],
    ],
    differences: [],
  }
}

/** A person is asked to look at what was lost to a bank, and at nothing that came right by itself. */
function auditInbox(orders: readonly Order[], { payments, reviews }: Ledger): Finding {
  const lost = orders.filter(({ kind }) => kind in DISPUTE_END && END[kind] === 'refunded').length
  const lostInPart = orders.filter(({ kind }) => kind === LOST_IN_PART).map(({ paymentId }) => paymentId)
  const owed = payments.filter(
    (payment) =>
      lostInPart.includes(payment.id) && shareOf(payment).amountMinor > payment.refundedAmountMinor,
  ).length
  const expected: Partial<Record<ReviewKind, number>> = { dispute_lost: lost, refund_failed: owed }
  return {
    what: "Items of the operator's inbox",
    rows: ReviewKind.options.map((kind): Row => [
      kind,
      reviews.filter((item) => item.kind === kind && item.state === 'open').length,
      expected[kind] ?? 0,
    ]),
    differences: [],
  }
}

/** The allowed states of the purchased bundle: a payment disputed at once was never delivered. */
const BUNDLES: Partial<Record<PaymentRow['state'], readonly (BundleRow['state'] | undefined)[]>> = {
  paid: ['ready'],
  refunded: ['refunded', undefined],
  expired: [undefined],
}

/** Each order is delivered, refunded or ended, as its customer's behaviour requires; no object exists twice. */
function auditOrders(orders: readonly Order[], ledger: Ledger, mayGiveUp: boolean): Finding {
  const { bundles } = ledger
  const payments = [...ledger.payments, ...ledger.creditPayments]
  const differences: string[] = []
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const bundleById = new Map(bundles.map((bundle) => [bundle.id, bundle]))
  const ended = new Map<string, number>()
  /** Could not be made, as its training or its pictures failed once too often: the money went back by itself. */
  let givenUpCount = 0
  for (const { paymentId, kind } of orders) {
    const payment = byId.get(paymentId)
    const bundle = bundleById.get(payment?.bundleId ?? '')
    const isGivenUp =
      END[kind] === 'paid' &&
      payment?.state === 'refunded' &&
      BUNDLES.refunded?.includes(bundle?.state) === true
    if (isGivenUp) givenUpCount += 1
    const isRight =
      isGivenUp || (payment?.state === END[kind] && BUNDLES[payment.state]?.includes(bundle?.state))
    if (isRight) ended.set(kind, (ended.get(kind) ?? 0) + 1)
    else
      differences.push(
        `${paymentId} (${kind}): ${payment?.state ?? 'gone'}, bundle ${bundle?.state ?? 'none'}`,
      )
  }
  const known = new Set(orders.map(({ paymentId }) => paymentId))
  for (const { id, state } of payments) {
    if (!known.has(id) && state !== 'expired') differences.push(`${id}: ${state}, and nobody ordered it`)
  }
  const styles = bundles
    .filter(({ state }) => state !== 'refunded')
    .map((bundle) => `${bundle.personId} ${bundle.styleId}`)
  for (const twice of styles.filter((style, index) => styles.indexOf(style) !== index)) {
    differences.push(`${twice} is there twice`)
  }
  const paidFor = new Set(payments.map(({ bundleId }) => bundleId))
  for (const { id } of bundles) if (!paidFor.has(id)) differences.push(`bundle ${id} was not paid for`)
  return {
    what: 'Orders that ended as their customers would have it',
    rows: [
      ...KINDS.flatMap((kind): Row[] => {
        const wanted = orders.filter((order) => order.kind === kind).length
        return wanted === 0 ? [] : [[kind, ended.get(kind) ?? 0, wanted]]
      }),
      ['(given back, as it was not made)', givenUpCount, mayGiveUp ? givenUpCount : 0],
    ],
    differences,
  }
}

/** Each order stands as its session does, with its money to the cent. */
function auditSessions({ payments }: Ledger, { sessions, charges, disputes }: Books): Finding {
  const differences: string[] = []
  const byReference = new Map(payments.map((payment) => [payment.providerReference, payment]))
  for (const session of sessions) {
    const payment = byReference.get(session.id)
    const order = payments.filter(({ id, leadId }) => payment !== undefined && (leadId ?? id) === payment.id)
    const charge = charges.find(
      ({ payment_intent: intent, paid }) => paid && intent === session.payment_intent,
    )
    // Lost, or prevented with the money.
    const heldMinor = sumOf(
      disputes.filter((dispute) => dispute.charge === charge?.id),
      (dispute) => -sumOf(dispute.balance_transactions, ({ amount }) => amount),
    )
    const back = heldMinor + (charge?.amount_refunded ?? 0)
    // A debit that failed leaves its session complete, and unpaid.
    const isFailed = session.status === 'complete' && session.payment_status === 'unpaid'
    const status = isFailed ? 'expired' : (session.status ?? '')
    const there = `${status} ${charge?.amount ?? 0} ${back} ${session.currency ?? ''}`
    const wanted = payment?.paidAt ? 'complete' : 'expired'
    const here = payment
      ? `${wanted} ${payment.paidAt ? sumOf(order, (row) => row.amountMinor) : 0} ${sumOf(order, (row) => row.refundedAmountMinor)} ${payment.currency.toLowerCase()}`
      : 'unknown'
    // A session whose answer was lost to a kill, and which no customer saw: its payment ended without it.
    const isUnseen = !payment && session.status !== 'complete'
    if (there !== here && !isUnseen)
      differences.push(`${session.id}: ${there} at Stripe, ${here} in the ledger`)
  }
  const references = new Set(sessions.map(({ id }) => id))
  for (const { id, providerReference } of payments) {
    if (providerReference !== null && !references.has(providerReference))
      differences.push(`${id}: no such session`)
  }
  const paidSessions = sessions.filter(({ payment_status: status }) => status === 'paid').length
  const paidPayments = payments.filter(({ paidAt, leadId }) => paidAt !== null && leadId === null).length
  return { what: 'Sessions and orders', rows: [['paid', paidPayments, paidSessions]], differences }
}

function auditMoney({ payments }: Ledger, { charges, refunds, transactions }: Books): Finding {
  const rows: Finding['rows'] = []
  for (const currency of ['EUR', 'USD'] as const) {
    const code = currency.toLowerCase()
    const own = payments.filter((payment) => payment.currency === currency && payment.paidAt !== null)
    const taken = charges.filter((charge) => charge.paid && charge.currency === code)
    const kept = transactions.filter((transaction) => transaction.currency === code)
    const [paid, back] = [
      sumOf(own, ({ amountMinor }) => amountMinor),
      sumOf(own, ({ refundedAmountMinor }) => refundedAmountMinor),
    ]
    rows.push([`${currency} paid`, money(paid), money(sumOf(taken, ({ amount }) => amount))])
    rows.push([`${currency} left`, money(paid - back), money(sumOf(kept, ({ amount }) => amount))])
  }
  const twice = charges.filter(
    ({ id, amount }) =>
      sumOf(
        refunds.filter(({ charge, status }) => charge === id && status !== 'failed' && status !== 'canceled'),
        (refund) => refund.amount,
      ) > amount,
  )
  return {
    what: 'Money: the ledger, and the balance at Stripe',
    rows,
    differences: twice.map(({ id }) => `${id} was refunded twice`),
  }
}

/** What went back of a payment that is kept for another reason than a share: least and most, as the two may count together. */
function otherwiseBack(kind: Order['kind'] | undefined, payment: PaymentRow, shareMinor: number) {
  const { refundReason, amountMinor, styleId } = payment
  if (refundReason === 'training_paid') {
    const excessMinor = amountMinor - TIER_AMOUNT_MINOR[STYLE_TIER[styleId]]
    return { leastMinor: excessMinor, mostMinor: excessMinor }
  }
  if (!kind || !isInPart(kind)) return { leastMinor: shareMinor, mostMinor: shareMinor }
  // Stripe refunds nothing more of a payment that a bank took in part: a person is told what is owed.
  const leastMinor = kind === LOST_IN_PART ? PART_MINOR : Math.max(shareMinor, PART_MINOR)
  return { leastMinor, mostMinor: shareMinor + PART_MINOR }
}

/**
 * What came out short of a bundle that is kept went back by its share: as much as the bundle lacks of what was promised,
 * money as money and credits as credits, and of any other what was given back by hand, lost to a bank or paid twice for a training.
 */
function auditShares(
  orders: readonly Order[],
  { payments, creditPayments, bundles, credits }: Ledger,
): Finding {
  const kindOf = new Map(orders.map(({ paymentId, kind }) => [paymentId, kind]))
  const differences: string[] = []
  const byId = new Map(bundles.map((bundle) => [bundle.id, bundle]))
  const kept = [...payments, ...creditPayments].flatMap((payment) => {
    const bundle = byId.get(payment.bundleId ?? '')
    return payment.state === 'paid' && bundle?.state === 'ready' ? [{ payment, bundle }] : []
  })
  const due = { EUR: 0, USD: 0, credits: 0 }
  const back = { EUR: 0, USD: 0, credits: 0 }
  for (const { payment, bundle } of kept) {
    const { id, currency, promisedCount, missingCount, refundedAmountMinor } = payment
    const lacking = bundle.totalCount - bundle.generatedCount
    if (bundle.totalCount !== promisedCount || lacking !== missingCount) {
      differences.push(
        `${id}: ${promisedCount} promised and ${missingCount} missing, of the bundle ${lacking}`,
      )
    }
    const share = shareOf({ ...payment, missingCount: lacking })
    const returned = sumOf(
      credits.filter(({ paymentId, reason }) => paymentId === id && reason === 'returned'),
      ({ amount }) => amount,
    )
    const { leastMinor, mostMinor } = otherwiseBack(kindOf.get(id), payment, share.amountMinor)
    const isRight = leastMinor <= refundedAmountMinor && refundedAmountMinor <= mostMinor
    if (!isRight || returned !== share.creditAmount) {
      differences.push(
        `${id}: ${refundedAmountMinor} and ${returned} credits went back for ${lacking} missing`,
      )
    }
    due[currency] += Math.min(Math.max(leastMinor, refundedAmountMinor), mostMinor)
    due.credits += share.creditAmount
    back[currency] += refundedAmountMinor
    back.credits += returned
  }
  const short = kept.filter(({ payment }) => payment.missingCount > 0)
  const lackingCount = kept.filter(({ bundle }) => bundle.generatedCount < bundle.totalCount).length
  return {
    what: 'Shares of what came out short, and parts given back otherwise',
    rows: [
      ['bundles', short.length, lackingCount],
      ['EUR', money(back.EUR), money(due.EUR)],
      ['USD', money(back.USD), money(due.USD)],
      ['credits', back.credits, due.credits],
    ],
    differences,
  }
}

/** Uses that count are those of payments that were made and not given back. */
function auditCodes({ payments, redemptions, discounts }: Ledger): Finding {
  const differences: string[] = []
  const rows: Finding['rows'] = []
  for (const discount of discounts) {
    const uses = redemptions.filter(
      ({ discountId, state }) => discountId === discount.id && state === 'consumed',
    )
    const held = redemptions.filter(
      ({ discountId, state }) => discountId === discount.id && state === 'reserved',
    )
    const good = uses.filter(({ paymentId }) => {
      const payment = payments.find(({ id }) => id === paymentId)
      return payment?.paidAt && payment.state === 'paid'
    })
    rows.push([`${discount.label} used`, uses.length, good.length])
    rows.push([`${discount.label} held`, held.length, 0])
    if (discount.usesMax !== null && uses.length > discount.usesMax)
      differences.push(`${discount.label}: too many uses`)
  }
  return { what: 'Discounts', rows, differences }
}

/** Spent credits match the purchases, and every balance is the sum of its entries. */
function auditCredits({ creditPayments, credits }: Ledger): Finding {
  const spent = credits.filter(({ reason }) => reason === 'spent')
  const wrong = [...new Set(credits.map(({ uid }) => uid))].filter((uid) => {
    const own = credits.filter((entry) => entry.uid === uid).sort((a, b) => a.ordinal - b.ordinal)
    return own.at(-1)?.balance !== sumOf(own, ({ amount }) => amount)
  })
  return {
    what: 'Credits',
    rows: [
      [
        'spent',
        -sumOf(spent, ({ amount }) => amount),
        sumOf(creditPayments, ({ creditAmount }) => creditAmount),
      ],
      ['purchases', spent.length, creditPayments.length],
    ],
    differences: wrong.map((uid) => `${uid}: the balance is not the sum of its entries`),
  }
}

function auditEvents({ events: taken }: Ledger, { events }: Books, told: readonly Told[]): Finding {
  const known = new Set(events.map(({ id }) => id))
  const forged = told.filter((one) => one.forged !== undefined)
  const believed = forged.filter(({ outcome }) => outcome === 'taken')
  return {
    what: 'Hooks',
    rows: [
      ['forged ones believed', believed.length, 0],
      ['events of nobody recorded', taken.filter(({ eventId }) => !known.has(eventId)).length, 0],
      ['still to be told', told.filter(({ outcome }) => outcome === 'waiting').length, 0],
    ],
    differences: [],
  }
}

const money = (amountMinor: number): string => (amountMinor / 100).toFixed(2)
