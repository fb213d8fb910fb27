import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import { book } from './ledger.ts'
import { isWithin } from './lists.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, NOBODY, type Call, type State } from './state.ts'

const EVIDENCE_SECONDS = 9 * 24 * 3600
/** Words that decide a dispute in Stripe's own test mode. */
const VERDICTS: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

/** The customer's bank takes back the unrefunded part of a charge. @throws StripeFault */
export function openDispute(state: State, chargeId: string): Stripe.Dispute {
  const charge = find(state, 'charges', chargeId)
  const amount = charge.amount - charge.amount_refunded
  if (!charge.paid || amount === 0) throw invalid(`Charge ${chargeId} has nothing to dispute.`)
  if (charge.disputed) throw invalid(`Charge ${chargeId} is disputed already.`)
  const id = newId('du')
  const { currency } = charge
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [book(state, 'dispute', { amount: -amount, currency, source: id })],
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
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  state.store.put('disputes', dispute)
  state.store.put('charges', { ...charge, disputed: true })
  state.emit('charge.dispute.created', dispute, NOBODY)
  state.emit('charge.dispute.funds_withdrawn', dispute, NOBODY)
  return dispute
}

/** Applies the bank's decision. @throws StripeFault when there is one already */
export function closeDispute(state: State, id: string, verdict: 'won' | 'lost', call: Call): Stripe.Dispute {
  const dispute = find(state, 'disputes', id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed')
  const { amount, currency } = dispute
  const closed: Stripe.Dispute = {
    ...dispute,
    status: verdict,
    is_charge_refundable: verdict === 'won',
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(verdict === 'won' ? [book(state, 'dispute_reversal', { amount, currency, source: id })] : []),
    ],
  }
  state.store.put('disputes', closed)
  state.emit('charge.dispute.closed', closed, call)
  if (verdict === 'won') state.emit('charge.dispute.funds_reinstated', closed, call)
  return closed
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
  const text = given.evidence?.uncategorized_text ?? null
  const isSubmitted = text !== null && given.submit
  const changed: Stripe.Dispute = {
    ...before,
    metadata: { ...before.metadata, ...given.metadata },
    evidence: { ...before.evidence, uncategorized_text: text ?? before.evidence.uncategorized_text },
    status: isSubmitted ? 'under_review' : before.status,
  }
  state.store.put('disputes', changed)
  state.emit('charge.dispute.updated', changed, call)
  const verdict = isSubmitted ? VERDICTS[text] : undefined
  return verdict === undefined ? changed : closeDispute(state, id, verdict, call)
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
