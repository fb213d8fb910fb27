import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import { book } from './ledger.ts'
import { isWithin } from './lists.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, NO_CALL, type Call, type State } from './state.ts'

const EVIDENCE_SECONDS = 9 * 24 * 3600
/** Words that decide a dispute in Stripe's own test mode. */
const VERDICTS: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

/**
 * How a dispute ends. `prevented`: settled before it became one, the money stays with the customer where it was taken;
 * `warning_closed`: an inquiry that came to nothing.
 */
export type Verdict = 'won' | 'lost' | 'prevented' | 'warning_closed'
const ENDS: readonly string[] = ['won', 'lost', 'prevented', 'warning_closed'] satisfies Verdict[]

export interface Opening {
  /** `warning_needs_response`: an inquiry, which takes no money · `prevented`: over as soon as it is heard of */
  status?: 'needs_response' | 'warning_needs_response' | 'prevented'
  /** In the charge's currency; the rest of the charge by default. */
  amount?: number
}

/** Opens a dispute, which withdraws the rest of a charge, or an inquiry, which does not. @throws StripeFault */
export function openDispute(
  state: State,
  chargeId: string,
  { status = 'needs_response', amount: asked }: Opening = {},
): Stripe.Dispute {
  const charge = find(state, 'charges', chargeId)
  const left = charge.amount - charge.amount_refunded
  const amount = asked ?? left
  if (!charge.paid || amount < 1 || amount > left) throw invalid(`Charge ${chargeId} has nothing to dispute.`)
  if (charge.disputed) throw invalid(`Charge ${chargeId} is disputed already.`)
  const id = newId('du')
  const isInquiry = status === 'warning_needs_response'
  const { currency } = charge
  const taken = isInquiry ? [] : [book(state, 'dispute', { amount: -amount, currency, source: id })]
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: taken,
    charge: chargeId,
    created: state.now(),
    currency,
    enhanced_eligibility_types: [],
    // Some thirty fields, all of them empty.
    evidence: { uncategorized_text: null } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: state.now() + EVIDENCE_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    } as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
  }
  state.store.put('disputes', dispute)
  // A prevented dispute does not mark its charge as disputed.
  state.store.put('charges', { ...charge, disputed: status !== 'prevented' })
  state.emit('charge.dispute.created', dispute, NO_CALL)
  if (!isInquiry) state.emit('charge.dispute.funds_withdrawn', dispute, NO_CALL)
  return dispute
}

/** @throws StripeFault for one that is over */
function assertOpen({ status }: Stripe.Dispute): void {
  if (ENDS.includes(status)) throw invalid('This dispute is already closed')
}

const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith('warning_')

/** An inquiry becomes a dispute: the bank takes the money now. @throws StripeFault for anything else */
export function escalateDispute(state: State, id: string): Stripe.Dispute {
  const inquiry = find(state, 'disputes', id)
  assertOpen(inquiry)
  if (!isInquiry(inquiry)) throw invalid('This is a dispute already')
  const { amount, currency } = inquiry
  const dispute: Stripe.Dispute = {
    ...inquiry,
    balance_transactions: [book(state, 'dispute', { amount: -amount, currency, source: id })],
    is_charge_refundable: false,
    status: 'needs_response',
  }
  state.store.put('disputes', dispute)
  state.emit('charge.dispute.updated', dispute, NO_CALL)
  state.emit('charge.dispute.funds_withdrawn', dispute, NO_CALL)
  return dispute
}

/** The bank has decided. @throws StripeFault when it had before, or cannot decide so */
export function closeDispute(state: State, id: string, verdict: Verdict, call: Call): Stripe.Dispute {
  const dispute = find(state, 'disputes', id)
  assertOpen(dispute)
  if (isInquiry(dispute) !== (verdict === 'warning_closed')) {
    throw invalid(`A dispute in ${dispute.status} does not end as ${verdict}`)
  }
  const { amount, currency } = dispute
  const isWon = verdict === 'won'
  const back = isWon ? [book(state, 'dispute_reversal', { amount, currency, source: id })] : []
  const closed: Stripe.Dispute = {
    ...dispute,
    status: verdict,
    is_charge_refundable: isWon || verdict === 'warning_closed',
    balance_transactions: [...dispute.balance_transactions, ...back],
  }
  state.store.put('disputes', closed)
  state.emit('charge.dispute.closed', closed, call)
  if (isWon) state.emit('charge.dispute.funds_reinstated', closed, call)
  return closed
}

/** Whether a dispute has withdrawn the money of a charge, for its duration or finally. */
export function isHeldByBank({ store }: State, { id }: Stripe.Charge): boolean {
  return store
    .all('disputes')
    .filter(({ charge }) => charge === id)
    .some(({ balance_transactions: booked }) => booked.reduce((sum, { amount }) => sum + amount, 0) < 0)
}

export function updateDispute(state: State, id: string, parameters: Values, call: Call): Stripe.Dispute {
  const given = supported(
    z.strictObject({
      evidence: z.strictObject({ uncategorized_text: z.string().nullable() }).optional(),
      submit: z.boolean().default(true),
      metadata: Metadata.optional(),
    }),
    parameters,
  )
  const before = find(state, 'disputes', id)
  assertOpen(before)
  const text = given.evidence?.uncategorized_text ?? null
  const isSubmitted = text !== null && given.submit
  const changed: Stripe.Dispute = {
    ...before,
    metadata: { ...before.metadata, ...given.metadata },
    evidence: { ...before.evidence, uncategorized_text: text ?? before.evidence.uncategorized_text },
    status: isSubmitted ? (isInquiry(before) ? 'warning_under_review' : 'under_review') : before.status,
  }
  state.store.put('disputes', changed)
  state.emit('charge.dispute.updated', changed, call)
  const verdict = isSubmitted ? VERDICTS[text] : undefined
  if (verdict === undefined) return changed
  return closeDispute(state, id, isInquiry(before) ? 'warning_closed' : verdict, call)
}

export function listDisputes({ store }: State, parameters: Values): Stripe.Dispute[] {
  const given = supported(
    z.strictObject({
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
      created: z.unknown().optional(),
    }),
    parameters,
  )
  return store
    .all('disputes')
    .filter(({ charge }) => given.charge === undefined || charge === given.charge)
    .filter(
      ({ payment_intent: intent }) => given.payment_intent === undefined || intent === given.payment_intent,
    )
    .filter(({ created }) => isWithin(created, given.created))
}
