import { eq, inArray, or } from 'drizzle-orm'
import { OPEN_BUNDLE_STATES } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import type { Accountable, OperatorAnswer, ReviewKind } from '#contract/operators.ts'
import { OPEN_TRAINING_STATES } from '#contract/training.ts'
import { createAccount } from '#backend/features/account/account-service.ts'
import { refundByOperator } from '#backend/features/checkout/checkout-service.ts'
import { disableDiscount, renewB2bCode } from '#backend/features/discounts/discounts-service.ts'
import { createPersonDeletionRequests } from '#backend/features/deletion/deletion-requests-service.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { forgetMail, resendMail } from '#backend/features/mail/mail-service.ts'
import { setPause } from '#backend/features/pauses/pauses-service.ts'
import { replayEvent } from '#backend/features/payment-events/payment-events-service.ts'
import {
  enqueueRefund,
  isKept,
  isOpen,
  judgePart,
  leftOf,
  lockPayment,
  orderOf,
  refundPart,
  type PartVerdict,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { closeItem } from '#backend/features/review/review-service.ts'
import { resolveWithdrawal } from '#backend/features/withdrawals/withdrawals-service.ts'
import { enqueueJob, JOB_NAMES } from '#backend/jobs/catalogue.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { centsOf, done, listed, moneyOf, OperatorRefusal } from './answers.ts'
import { isOnRecord, recordAction } from './audit.ts'
import { makeDiscountCode, type DiscountTerms } from './discount-codes.ts'
import { findOneStyle, findOrder, isUuid } from './find-order.ts'
import { subjectsOf } from './order-story.ts'

const { bundles, persons, trainings, users } = tables

/** What goes with an item that is closed. */
const FORGOTTEN: Partial<Record<ReviewKind, string>> = {
  withdrawal: ' Its address is forgotten.',
  mail_given_up: ' What it says and its address are forgotten.',
}

/** What was changed, for the record, and what the operator reads. */
type Change =
  | {
      subject: string
      note: string
      /** Where it says more than the name of the command. */
      command?: string
    }
  /** The same is on record. */
  | { isRepeat: true; note: string }

/** Operators' changes: each through the service that owns the rows, and on record in the same transaction. */
export function createChanges(deps: FeatureDeps) {
  const { database, queue, identity } = deps

  const change = (
    command: string,
    accountable: Accountable,
    work: (tx: Queries) => Promise<Change>,
  ): Promise<OperatorAnswer> =>
    database.transaction(async (tx) => {
      const made = await work(tx)
      if (!('isRepeat' in made)) await recordAction(tx, made.command ?? command, made.subject, accountable)
      return done([], made.note)
    })

  /** The account that a text names: by its id or its address. @throws OperatorRefusal, UnavailableError */
  const findAccount = async (who: string): Promise<string> => {
    const uid = who.includes('@') ? (await identity.findByEmail(who))?.uid : who
    const [user] =
      uid === undefined ? [] : await database.queries.select().from(users).where(eq(users.uid, uid))
    if (uid !== undefined && (user || (await identity.lookUp(uid)))) return uid
    throw new OperatorRefusal(`There is no account ${who}.`)
  }

  return {
    close: (id: string, by: Accountable) =>
      change('done', by, async (tx) => {
        const item = await closeItem(tx, id)
        if (!item) throw new OperatorRefusal(`No open item of the inbox has the id ${id}.`)
        if (item.kind === 'withdrawal') await resolveWithdrawal(tx, item.subject)
        if (item.kind === 'mail_given_up') await forgetMail(tx, item.subject)
        const forgotten = FORGOTTEN[item.kind] ?? ''
        return { subject: item.subject, note: `${item.kind} ${item.reference} is closed.${forgotten}` }
      }),

    refund: (order: string, by: Accountable) =>
      change('refund', by, async (tx) => {
        const { payment, reference: subject, name, option } = await findOneStyle(tx, order)
        const before = await refundByOperator(tx, queue, payment.id)
        if (!before)
          throw new OperatorRefusal(`Nothing of ${name} can be given back: it is ${payment.state}.`)
        const left = leftOf(before)
        const back =
          left.amountMinor > 0
            ? moneyOf({ ...before, amountMinor: left.amountMinor })
            : `${left.creditAmount} credits`
        return {
          command: `refund${option}`,
          subject,
          note: `${back} of ${name} go back; its headshots are deleted.`,
        }
      }),

    /** A repeat with the same amount, name and reason gives nothing twice: an answer may have been lost. */
    refundPart: (order: string, amount: string, by: Accountable) =>
      change('refund', by, async (tx) => {
        const partMinor = centsOf(amount)
        const { payment: found, reference: subject, name, option } = await findOneStyle(tx, order)
        const part = moneyOf({ amountMinor: partMinor, currency: found.currency })
        const command = `refund${option} --amount ${amountOf(partMinor)}`
        const payment = await lockPayment(tx, found.id)
        // A release before recorded it under the reference of the payment, without its style.
        const earlier = { command: `refund --amount ${amountOf(partMinor)}`, subject: found.orderReference }
        if (await isOnRecord(tx, [{ command, subject }, earlier], by))
          return { isRepeat: true, note: `${part} of ${name} go back already, for this reason.` }
        if (!payment || !isKept(payment))
          throw new OperatorRefusal(
            `Nothing of ${name} can be given back: it is ${payment?.state ?? 'gone'}.`,
          )
        const verdict = judgePart(payment, partMinor)
        if (verdict !== 'possible') throw new OperatorRefusal(refusalOf(verdict, payment, name))
        await refundPart(tx, queue, payment, partMinor)
        return { command, subject, note: `${part} of ${name} go back; its headshots stay.` }
      }),

    retry: (order: string, by: Accountable) =>
      change('retry', by, async (tx) => {
        const named = await findOrder(tx, order)
        const all = await orderOf(tx, named)
        const [{ orderReference, personId, providerReference }] = all
        const bundleIds = all.flatMap(({ bundleId }) => bundleId ?? [])
        const works = personId
          ? await tx.select().from(trainings).where(eq(trainings.personId, personId))
          : []
        const ofBundle = await tx
          .select()
          .from(bundles)
          .where(or(inArray(bundles.id, bundleIds), inArray(bundles.repairOf, bundleIds)))
        const open = {
          trainings: works.filter((row) => OPEN_TRAINING_STATES.includes(row.state)),
          // A bundle that is only paid waits for the training.
          bundles: ofBundle.filter((row) => OPEN_BUNDLE_STATES.includes(row.state) && row.state !== 'paid'),
        }
        const tried: string[] = []
        for (const { id: trainingId } of open.trainings) {
          await enqueueJob(queue, tx, 'train-person', { trainingId })
          tried.push('the training')
        }
        for (const { id: openId } of open.bundles) {
          await enqueueJob(queue, tx, 'generate-bundle', { bundleId: openId })
          tried.push('the bundle')
        }
        const refunding = all.find(({ state }) => state === 'refunding')
        if (refunding) {
          await enqueueRefund(tx, queue, refunding)
          tried.push('the refund')
        }
        if (providerReference !== null && all.some((row) => isOpen(row) || row.state === 'processing')) {
          const subject = { reference: providerReference, paymentReference: null }
          await enqueueJob(queue, tx, 'settle-payment', subject, `operator:${providerReference}`)
          tried.push('the payment')
        }
        if (tried.length === 0)
          throw new OperatorRefusal(
            `Order ${orderReference} has no open work: it is ${listed(all.map(({ state }) => state))}.`,
          )
        await queue.hasten(tx, subjectsOf(all, works, ofBundle))
        return {
          subject: orderReference,
          note: `Tried at once: ${listed(tried)} of order ${orderReference}.`,
        }
      }),

    resendMail: (id: string, to: string | undefined, by: Accountable) =>
      change('resend-mail', by, async (tx) => {
        const mail = await resendMail(tx, queue, id, to)
        if (mail === undefined) throw new OperatorRefusal(`There is no mail ${id}.`)
        if (mail === 'gone')
          throw new OperatorRefusal(`Mail ${id} was not given up, or what it says is no longer kept.`)
        return { subject: id, note: `${mail.template} is sent again${to === undefined ? '' : ` to ${to}`}.` }
      }),

    async requeue(job: string, by: Accountable) {
      const all = await queue.find({ failed: isUuid(job) ? null : job })
      const failed = isUuid(job) ? all.filter(({ id }) => id === job) : all
      if (failed.length === 0) throw new OperatorRefusal(`No failed job has the id or the queue ${job}.`)
      return change('requeue', by, async (tx) => {
        let count = 0
        for (const each of failed) if (await queue.rerun(tx, each)) count++
        if (count === 0) throw new OperatorRefusal(`The same work as of ${job} waits or runs already.`)
        return { subject: job, note: `${count} failed ${count === 1 ? 'job runs' : 'jobs run'} again.` }
      })
    },

    pause: (name: string, paused: boolean, by: Accountable) =>
      change(paused ? 'pause' : 'resume', by, async (tx) => {
        assertPausable(name)
        const isChanged = await setPause(tx, name, paused)
        if (!isChanged)
          throw new OperatorRefusal(`${name} ${paused ? 'is paused already' : 'is resumed already'}.`)
        return { subject: name, note: `${name} ${paused ? 'is paused until it is resumed' : 'goes on'}.` }
      }),

    replayHook: (event: string, by: Accountable) =>
      change('replay-hook', by, async (tx) => {
        if (!(await replayEvent(tx, queue, event)))
          throw new OperatorRefusal(`There is no event ${event} on record.`)
        return { subject: event, note: `What event ${event} told is asked about again.` }
      }),

    async erase(who: string, by: Accountable): Promise<OperatorAnswer> {
      const [person] = isUuid(who)
        ? await database.queries.select().from(persons).where(eq(persons.id, who))
        : []
      let receiptId = ''
      // The record names the receipt alone: the deleted are not to be found by it.
      const record = async (tx: Queries, id: string) => {
        receiptId = id
        await recordAction(tx, 'erase', id, by)
      }
      if (person) await createPersonDeletionRequests(deps).remove(person.uid, person.id, record)
      else await createAccount(deps).requestDeletion(await findAccount(who), record)
      const what = person ? 'The person' : 'The account'
      return done(
        [{ receipt: receiptId }],
        `${what} is being deleted; the receipt goes to the owner by mail.`,
      )
    },

    async block(who: string, isBlocked: boolean, by: Accountable) {
      const uid = await findAccount(who)
      return change(isBlocked ? 'block' : 'unblock', by, async () => {
        if (!(await identity.setBlocked(uid, isBlocked)))
          throw new OperatorRefusal(`There is no account ${who}.`)
        if (isBlocked) await identity.revokeSessions(uid)
        return {
          subject: uid,
          note: `Account ${uid} ${isBlocked ? 'can no longer sign in' : 'can sign in again'}.`,
        }
      })
    },

    createDiscount: (terms: DiscountTerms, by: Accountable) =>
      change('create-discount', by, async (tx) => {
        const note = await makeDiscountCode(tx, terms)
        return { subject: terms.code, note }
      }),

    disableDiscount: (code: string, by: Accountable) =>
      change('disable-discount', by, async (tx) => {
        if (!(await disableDiscount(tx, code))) throw new OperatorRefusal(`There is no code ${code}.`)
        return { subject: code, note: `${code} is withdrawn.` }
      }),

    renewDiscount: (order: string, by: Accountable) =>
      change('renew-discount', by, async (tx) => {
        const code = await renewB2bCode(tx, order)
        if (code === undefined) throw new OperatorRefusal(`There is no order ${order}.`)
        return {
          subject: order,
          note: `${code} takes the place of the code of ${order}. It is shown here once.`,
        }
      }),

    correction: (
      id: string,
      command: 'accept-correction' | 'reject-correction',
      by: Accountable,
      decide: (tx: Queries) => Promise<{ state: string; listingName: string }>,
    ) =>
      change(command, by, async (tx) => {
        const row = await decide(tx).catch((error: unknown) => {
          throw isNotFound(error) ? new OperatorRefusal(`No request ${id} can be decided.`) : error
        })
        return { subject: id, note: `The request about ${row.listingName} is ${row.state}.` }
      }),
  }
}

const amountOf = (minor: number): string => (minor / 100).toFixed(2)

/** Why no such part is refunded. */
function refusalOf(verdict: Exclude<PartVerdict, 'possible'>, payment: PaymentRow, name: string): string {
  const left = moneyOf({ amountMinor: leftOf(payment).amountMinor, currency: payment.currency })
  switch (verdict) {
    case 'no_money':
      return `No money is left of ${name} to give back.`
    case 'more_than_is_left':
      return `Of ${name} ${left} are left, and no more can be given back.`
    case 'all_that_is_left':
      return `${left} are all that is left of ${name}: without an amount they go back, and its headshots are deleted.`
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ProductError && error.code === 'correction_not_found'

/** @throws OperatorRefusal */
function assertPausable(name: string): void {
  const isQueue = name.startsWith('reconcile-') || JOB_NAMES.some((job) => job === name)
  if (isQueue || name === 'purchases' || name === 'refunds') return
  throw new OperatorRefusal(
    `${name} cannot be paused: name "purchases", "refunds", or a queue that "queues" shows.`,
  )
}
