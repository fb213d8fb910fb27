import { z } from 'zod'
import { defineEndpoint, type EndpointDefinition } from './endpoint.ts'
import { CorrectionState, ListingCorrection } from './directory-corrections.ts'
import { oneLine } from './one-line.ts'

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What an operator's command comes to: rows of a table, whose columns are their members, or why it is not done. */
export const OperatorAnswer = z
  .discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('done'),
      rows: z.array(z.record(z.string(), Cell)),
      /** A sentence beside the table. */
      note: z.string().nullable(),
    }),
    z.object({ outcome: z.literal('refused'), reason: z.string() }),
  ])
  .meta({ id: 'OperatorAnswer' })
export type OperatorAnswer = z.infer<typeof OperatorAnswer>
export type OperatorRow = Extract<OperatorAnswer, { outcome: 'done' }>['rows'][number]

/** Also that of an operator's address. */
export const OPERATOR_NAME_LENGTH_MOST = 100

/** Why something is changed, and who does it: kept with the change. Who calls by an account is named by its address instead. */
const accountable = {
  why: oneLine(500),
  by: oneLine(OPERATOR_NAME_LENGTH_MOST),
}
export type Accountable = z.output<z.ZodObject<typeof accountable>>

/** The searched text is in the body, because addresses are logged. */
function operatorCall<const S extends z.ZodRawShape>(name: string, summary: string, shape: S) {
  return defineEndpoint({
    method: 'POST',
    path: `/operators/${name}`,
    aliases: [],
    auth: 'operator',
    rate: 'operator',
    summary,
    body: z.object(shape),
    response: OperatorAnswer,
    errors: [],
  })
}

/** An account that makes a change proves anew who is there, as for what else cannot be undone. */
function operatorChange<const S extends z.ZodRawShape>(name: string, summary: string, shape: S) {
  return {
    ...operatorCall(name, summary, { ...shape, ...accountable }),
    recentSignIn: true,
  } satisfies EndpointDefinition
}

const SearchText = oneLine(400)
/** An order by its reference, or the id of its payment or bundle, or the provider's. */
const order = SearchText
const id = z.uuid()
const limit = z.coerce.number().int().min(1).max(500).default(50)
/** `--flag` of a command line, or a boolean of a program. */
const flag = z.boolean().default(false)

/** What needs a person's eye. */
export const ReviewKind = z.enum([
  'withdrawal',
  'dispute_lost',
  'refund_failed',
  'deletion_unconfirmed',
  'mail_given_up',
])
export type ReviewKind = z.infer<typeof ReviewKind>

/** open -> done, and open again when it happens again */
export const ReviewState = z.enum(['open', 'done'])
export type ReviewState = z.infer<typeof ReviewState>

const DiscountCode = z
  .string()
  .regex(/^[\dA-Za-z][\dA-Za-z-]{2,31}$/, 'is none of 3 to 32 letters, digits and dashes')
/** Typed, such as `2.50`; read without fractions. */
const Amount = z.string().regex(/^\d{1,5}([.,]\d\d)?$/, 'is no amount such as 2.50')
/** Such as `2027-01-31`; whether there is that day is looked at when it is taken. */
const Day = z.string().regex(/^20\d\d-[01]\d-[0-3]\d$/, 'is no day such as 2027-01-31')
const Uses = z.coerce.number().int().min(1).max(1_000_000)

/** `purchases`, `refunds`, or a queue by its name. */
const PauseName = z.string().regex(/^[a-z][a-z-]{1,60}$/)

/**
 * Operators' calls of the API: what `npm run ops` and the page `/ops` ask for. A table of its own, so that no customer's
 * bundle knows them.
 */
export const operatorEndpoints = {
  operatorFind: operatorCall(
    'find',
    'Finds orders, persons, accounts and files by id, address or reference',
    {
      text: SearchText,
    },
  ),
  operatorShow: operatorCall('show', 'The whole story of an order, on one timeline', { order }),
  operatorInbox: operatorCall('inbox', 'What needs a person’s eye, the longest waiting first', {
    all: flag,
  }),
  operatorDone: operatorChange('done', 'Closes an item of the inbox that was dealt with', { id }),
  operatorRetry: operatorChange('retry', 'Tries the open work of an order at once', { order }),
  operatorRefund: operatorChange(
    'refund',
    'Gives back what is left of an order, and deletes its headshots; or only an amount of it, and leaves them',
    {
      order,
      /** In the currency of the order. */
      amount: Amount.optional(),
    },
  ),
  operatorAudit: operatorCall('audit', 'Every change by operators, the latest first', { limit }),
  operatorResendMail: operatorChange('resend-mail', 'Sends a mail again that was given up', {
    id,
    to: z.email().optional(),
  }),
  operatorMails: operatorCall('mails', 'Mails that wait or were given up', { limit }),
  operatorQueues: operatorCall('queues', 'Jobs that wait, run or have failed, by queue', {}),
  operatorRequeue: operatorChange('requeue', 'Runs failed jobs again: one by its id, or all of a queue', {
    job: SearchText,
  }),
  operatorPause: operatorChange('pause', 'Pauses purchases, refunds, or a queue', { name: PauseName }),
  operatorResume: operatorChange('resume', 'Ends a pause', { name: PauseName }),
  operatorReplayHook: operatorChange(
    'replay-hook',
    'Settles anew what an event of the payment provider told',
    {
      event: SearchText,
    },
  ),
  operatorErase: operatorChange('erase', 'Deletes a person, or an account with all its persons', {
    who: SearchText,
  }),
  operatorWithdrawals: operatorCall('withdrawals', 'Withdrawals that matched no order, and wait', {}),
  operatorFlaws: operatorCall('flaws', 'What owners found wrong with headshots, the latest first', { limit }),
  operatorFeedback: operatorCall('feedback', 'What owners think, the latest first', { limit }),
  operatorCorrections: operatorCall('corrections', 'What owners of listings asked for', {
    state: CorrectionState.default('open'),
  }),
  operatorAcceptCorrection: operatorChange('accept-correction', 'Applies a correction of a listing', {
    id,
    set: ListingCorrection.strict().default({}),
  }),
  operatorRejectCorrection: operatorChange('reject-correction', 'Leaves a listing as its source has it', {
    id,
  }),
  operatorDisputes: operatorCall('disputes', 'Payments that a bank holds', {}),
  operatorBlock: operatorChange('block', 'Keeps an account from signing in', { who: SearchText }),
  operatorUnblock: operatorChange('unblock', 'Lets a blocked account sign in again', { who: SearchText }),
  operatorDiscounts: operatorCall('discounts', 'Discount codes, and how often each was used', {}),
  operatorCreateDiscount: operatorChange(
    'create-discount',
    'Makes a discount code of a percentage or of an amount in euros',
    {
      code: DiscountCode,
      percent: z.coerce.number().int().min(1).max(100).optional(),
      euros: Amount.optional(),
      minimum: Amount.optional(),
      uses: Uses.optional(),
      'per-user': Uses.optional(),
      until: Day.optional(),
      'first-bundle': flag,
    },
  ),
  operatorDisableDiscount: operatorChange('disable-discount', 'Withdraws a discount code', {
    code: DiscountCode,
  }),
  operatorRenewDiscount: operatorChange(
    'renew-discount',
    'Gives a company whose mail was lost another code',
    {
      order,
    },
  ),
  operatorMigrations: operatorCall('migrations', 'The migrations that the database has', {}),
  operatorStatus: operatorCall('status', 'What the public page on the service says', {}),
  operatorLimits: operatorCall('limits', 'How often may be called, and how much may be kept', {}),
} satisfies Record<string, EndpointDefinition>

export type OperatorEndpoints = typeof operatorEndpoints
export type OperatorCall = keyof OperatorEndpoints
export const OPERATOR_CALLS = Object.keys(operatorEndpoints) as OperatorCall[]
