import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createMails } from './mail-service.ts'

export function mailFeature(deps: FeatureDeps) {
  return {
    work({ mailer }) {
      const mails = createMails({ ...deps, mailer })
      return {
        jobs: {
          'send-mail': {
            run: ({ mailId }) => mails.send(mailId),
            giveUp: ({ mailId }) => mails.giveUp(mailId),
          },
        },
        reconcile: { mails: (round) => mails.reconcile(round) },
      }
    },
  } satisfies Feature
}
