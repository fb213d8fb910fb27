import type { Reports } from './features/analytics/service.ts'
import type { ExportWork } from './features/account/export-work.ts'
import type { AccountDeletion } from './features/account/deletion.ts'
import type { Generation } from './features/bundles/generation.ts'
import type { Rerolls } from './features/bundles/rerolls.ts'
import type { Bundles } from './features/bundles/service.ts'
import type { Checkout, Refunds } from './features/checkout/service.ts'
import type { EngineRelease } from './features/engine-release.ts'
import type { Corrections } from './features/directory/corrections.ts'
import type { Discounts } from './features/discounts/service.ts'
import type { PersonDeletion } from './features/deletion/confirmation.ts'
import type { Handoffs } from './features/handoff/service.ts'
import type { FinishingWork } from './features/finishing/work.ts'
import type { Files } from './features/files/service.ts'
import type { Mails } from './features/mail/service.ts'
import type { PaymentEvents } from './features/payment-events/service.ts'
import type { Previews } from './features/previews/service.ts'
import type { Reconciliation } from './features/reconciliation.ts'
import type { Retention } from './features/retention/clock.ts'
import type { SelfieChecks } from './features/selfies/checks.ts'
import type { Sharing } from './features/sharing/service.ts'
import type { Summaries } from './features/sharing/summaries.ts'
import type { Trainings } from './features/training/service.ts'
import type { Withdrawals } from './features/withdrawals/service.ts'
import type { JobHandlers, JobLog } from './jobs/handlers.ts'

export function createJobHandlers(deps: {
  selfieChecks: SelfieChecks
  previews: Previews
  trainings: Trainings
  bundles: Bundles
  generation: Generation
  rerolls: Rerolls
  finishing: FinishingWork
  handoffs: Handoffs
  personDeletion: PersonDeletion
  checkout: Checkout
  refunds: Refunds
  paymentEvents: PaymentEvents
  withdrawals: Withdrawals
  sharing: Sharing
  summaries: Summaries
  mails: Mails
  accountDeletion: AccountDeletion
  exportWork: ExportWork
  retention: Retention
  files: Files
  engineRelease: EngineRelease
  reports: Reports
  discounts: Discounts
  corrections: Corrections
  log: JobLog
}): JobHandlers {
  const { selfieChecks, previews, trainings, bundles, generation, rerolls, finishing, engineRelease } = deps
  const { checkout, refunds, paymentEvents, withdrawals, sharing, summaries, mails, files, log } = deps
  const { handoffs, personDeletion, reports, discounts, corrections } = deps
  const { accountDeletion, exportWork, retention } = deps
  const roundOf = (signal: AbortSignal): Reconciliation => ({
    now: new Date(),
    signal,
    onFailed: (about, err) => log.error({ ...about, err }, 'could not be reconciled'),
  })
  return {
    'check-selfie': {
      run: ({ selfieId }, signal) => selfieChecks.check(selfieId, signal),
      giveUp: ({ selfieId }) => selfieChecks.giveUpCheck(selfieId),
    },
    'judge-selfies': {
      run: ({ personId }) => selfieChecks.judgeAnew(personId),
      // The verdict of before holds until the next selfie.
      async giveUp() {},
    },
    'make-preview': {
      run: ({ personId, selfieId }, signal) => previews.make(personId, selfieId, signal),
      giveUp: ({ personId, selfieId }) => previews.giveUp(personId, selfieId),
    },
    'make-samples': {
      run: ({ personId, selfieId }, signal) => previews.makeSamples(personId, selfieId, signal),
      giveUp: ({ personId, selfieId }) => previews.giveUpSamples(personId, selfieId),
    },
    'train-person': {
      run: ({ trainingId }, signal) => trainings.run(trainingId, signal),
      giveUp: ({ trainingId }) => trainings.giveUp(trainingId, 'engine_failed'),
    },
    'generate-bundle': {
      run: ({ bundleId }, signal) => generation.generate(bundleId, signal),
      giveUp: ({ bundleId }) => bundles.giveUp(bundleId),
    },
    'settle-payment': {
      run: (subject) => paymentEvents.settleOrder(subject),
      // Asked about again at night.
      async giveUp() {},
    },
    'settle-seats': {
      run: (subject) => paymentEvents.settleSeatOrder(subject),
      async giveUp() {},
    },
    'reconcile-payments': {
      run: (_payload, signal) => paymentEvents.reconcileNightly(roundOf(signal)),
      async giveUp() {},
    },
    'confirm-person-deletion': {
      run: ({ deletionId }, signal) => personDeletion.confirm(deletionId, signal),
      // Gone on with by the clock.
      async giveUp() {},
    },
    'reroll-headshot': {
      run: ({ rerollId }, signal) => rerolls.make(rerollId, signal),
      giveUp: ({ rerollId }) => rerolls.giveUp(rerollId, 'technical'),
    },
    'export-headshot': {
      run: ({ fileId }, signal) => finishing.makeFile(fileId, signal),
      giveUp: ({ fileId }) => finishing.giveUpFile(fileId),
    },
    'frame-headshot': {
      run: ({ userImageKey }, signal) => finishing.frame(userImageKey, signal),
      // Whoever asks again has it tried again.
      async giveUp() {},
    },
    'upscale-headshot': {
      run: ({ fileId }, signal) => finishing.makeFile(fileId, signal),
      giveUp: ({ fileId }) => finishing.giveUpFile(fileId),
    },
    'make-archive': {
      run: ({ archiveId }, signal) => finishing.makeArchive(archiveId, signal),
      giveUp: ({ archiveId }) => finishing.giveUpArchive(archiveId),
    },
    'refund-payment': {
      run: ({ paymentId }) => refunds.refund(paymentId),
      // Money that is owed is never given up: it stays so, and is found by the clock.
      async giveUp() {},
    },
    'cancel-engine-job': {
      run: (payload) => engineRelease.cancel(payload),
      // It ends by itself, and nobody keeps what comes of it.
      async giveUp() {},
    },
    'delete-model': {
      run: (payload) => engineRelease.deleteModel(payload),
      async giveUp(payload) {
        log.error(payload, 'a model could not be deleted at the engine')
        return Promise.resolve()
      },
    },
    'send-mail': {
      run: ({ mailId }) => mails.send(mailId),
      giveUp: ({ mailId }) => mails.giveUp(mailId),
    },
    'summarize-votes': {
      run: (_payload, signal) => summaries.tellOwners(signal),
      // Who was not told is told the day after.
      async giveUp() {},
    },
    'report-event': {
      run: (payload) => reports.tell(payload),
      // Nobody waits for it.
      async giveUp() {},
    },
    'delete-account': {
      run: ({ deletionId }, signal) => accountDeletion.run(deletionId, signal),
      // What was asked for is never given up: the clock goes on with it.
      async giveUp() {},
    },
    'make-export': {
      run: ({ exportId }, signal) => exportWork.make(exportId, signal),
      giveUp: ({ exportId }) => exportWork.giveUp(exportId),
    },
    'expire-data': {
      async run(_payload, signal) {
        await retention.expire(roundOf(signal))
        await exportWork.expire(roundOf(signal))
      },
      async giveUp() {},
    },
    'delete-files': {
      run: (payload, signal) => files.delete(payload, signal),
      // No row names them: the sweep goes on trying.
      async giveUp() {},
    },
    'sweep-files': {
      run: (_payload, signal) => files.sweep(new Date(), signal),
      async giveUp() {},
    },
    reconcile: {
      async run(_payload, signal) {
        const round = roundOf(signal)
        const failures: unknown[] = []
        for (const feature of [
          selfieChecks,
          previews,
          trainings,
          bundles,
          checkout,
          refunds,
          withdrawals,
          sharing,
          mails,
          accountDeletion,
          exportWork,
          discounts,
          rerolls,
          finishing,
          corrections,
          handoffs,
          personDeletion,
        ]) {
          // One feature's trouble is not the next one's.
          await feature.reconcile(round).catch((error: unknown) => failures.push(error))
        }
        if (failures.length > 0) throw new AggregateError(failures, 'not everything could be reconciled')
      },
      async giveUp() {},
    },
  }
}
