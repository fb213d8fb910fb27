import type { Feature, FeatureDeps, WorkDeps } from '#backend/features/feature.ts'
import { createMails, type MakeMailFile } from './mail-service.ts'

/** @param filesOf makes the files of mails; they are of other features, which themselves send mails */
export function mailFeature(deps: FeatureDeps, filesOf: (work: WorkDeps) => MakeMailFile) {
  return {
    work(work) {
      const mails = createMails({ ...deps, mailer: work.mailer, makeFile: filesOf(work) })
      return {
        jobs: {
          'send-mail': {
            run: ({ mailId }, signal) => mails.send(mailId, signal),
            giveUp: ({ mailId }) => mails.giveUp(mailId),
          },
        },
        reconcile: { mails: (round) => mails.reconcile(round) },
      }
    },
  } satisfies Feature
}
