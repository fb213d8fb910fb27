import { DEFAULT_LOCALE } from '#contract/locales.ts'
import type { OperatorAnswer, OperatorEndpoints } from '#contract/operators.ts'
import type { HandlersOf } from '#backend/features/call.ts'
import {
  acceptCorrection,
  rejectCorrection,
} from '#backend/features/directory/correction-decisions-service.ts'
import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { reconcileRows } from '#backend/features/reconciliation.ts'
import { markTold, untoldReviews } from '#backend/features/review/review-service.ts'
import { answerOf } from './answers.ts'
import { listActions } from './audit.ts'
import { createChanges } from './changes.ts'
import { listDiscountCodes } from './discount-codes.ts'
import { findAnything } from './find-anything.ts'
import * as lists from './lists.ts'
import { tellStory } from './order-story.ts'

/** What operators are told by mail; their calls are a table of their own (`operatorHandlers`). */
export function operatorsFeature({ database, queue, seller }: FeatureDeps) {
  return {
    work: () => ({
      reconcile: {
        /** One mail for each new item of the inbox; without a seller's address only the list and the metric show it. */
        async inbox(round) {
          const { email } = seller
          if (email === null) return
          await reconcileRows(database.queries, round, untoldReviews(), ({ id }) =>
            database.transaction(async (tx) => {
              const item = await markTold(tx, id)
              if (!item) return
              const { kind, reference, openedAt } = item
              await enqueueMail(queue, tx, {
                template: 'operator-review',
                data: { kind, itemId: id, reference, since: openedAt.toISOString() },
                to: { address: email },
                locale: DEFAULT_LOCALE,
                occasion: `operator-review:${id}:${openedAt.toISOString()}`,
              })
            }),
          )
        },
      },
    }),
  } satisfies Feature
}

/** Operators' calls: behind the API's door, and in a process of its own where no product runs. */
export function operatorHandlers(deps: FeatureDeps): HandlersOf<OperatorEndpoints> {
  const { queries } = deps.database
  const changes = createChanges(deps)
  const handlers: HandlersOf<OperatorEndpoints> = {
    operatorFind: ({ body }) => findAnything(deps, body.text),
    operatorShow: ({ body }) => tellStory(deps, body.order),
    operatorInbox: ({ body }) => lists.listInbox(queries, body.all),
    operatorDone: ({ body: { id, ...by } }) => changes.close(id, by),
    operatorRetry: ({ body: { order, ...by } }) => changes.retry(order, by),
    operatorRefund: ({ body: { order, amount, ...by } }) =>
      amount === undefined ? changes.refund(order, by) : changes.refundPart(order, amount, by),
    operatorAudit: ({ body }) => listActions(queries, body.limit),
    operatorResendMail: ({ body: { id, to, ...by } }) => changes.resendMail(id, to, by),
    operatorMails: ({ body }) => lists.listMails(queries, body.limit),
    operatorQueues: () => lists.listQueues(deps),
    operatorRequeue: ({ body: { job, ...by } }) => changes.requeue(job, by),
    operatorPause: ({ body: { name, ...by } }) => changes.pause(name, true, by),
    operatorResume: ({ body: { name, ...by } }) => changes.pause(name, false, by),
    operatorReplayHook: ({ body: { event, ...by } }) => changes.replayHook(event, by),
    operatorErase: ({ body: { who, ...by } }) => changes.erase(who, by),
    operatorWithdrawals: () => lists.listWithdrawals(queries),
    operatorFlaws: ({ body }) => lists.listFlaws(queries, body.limit),
    operatorFeedback: ({ body }) => lists.listFeedback(queries, body.limit),
    operatorCorrections: ({ body }) => lists.listCorrectionRows(queries, body.state),
    operatorAcceptCorrection: ({ body: { id, set, ...by } }) =>
      changes.correction(id, 'accept-correction', by, (tx) => acceptCorrection(tx, id, set)),
    operatorRejectCorrection: ({ body: { id, ...by } }) =>
      changes.correction(id, 'reject-correction', by, (tx) => rejectCorrection(tx, id)),
    operatorDisputes: () => lists.listDisputes(queries),
    operatorBlock: ({ body: { who, ...by } }) => changes.block(who, true, by),
    operatorUnblock: ({ body: { who, ...by } }) => changes.block(who, false, by),
    operatorDiscounts: () => listDiscountCodes(queries),
    operatorCreateDiscount: ({ body: { why, by, ...terms } }) => changes.createDiscount(terms, { why, by }),
    operatorDisableDiscount: ({ body: { code, ...by } }) => changes.disableDiscount(code, by),
    operatorRenewDiscount: ({ body: { order, ...by } }) => changes.renewDiscount(order, by),
    operatorMigrations: () => lists.listMigrations(queries),
    operatorStatus: () => lists.listStatus(deps),
    operatorLimits: () => Promise.resolve(lists.listLimits()),
  }
  // Sound by construction: each is called with the input of its own name.
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (call: never): Promise<OperatorAnswer> => answerOf(() => handle(call)),
    ]),
  ) as HandlersOf<OperatorEndpoints>
}
