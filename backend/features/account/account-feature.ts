import { EVERY_HOUR, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { createFiles } from '#backend/features/files/files-service.ts'
import { createAccountDeletion } from './account-deletion.ts'
import { createExportWork } from './export-jobs.ts'
import { createExports } from './account-exports.ts'
import { createAccount } from './account-service.ts'

export function accountFeature(deps: FeatureDeps) {
  const account = createAccount(deps)
  const exports = createExports(deps)
  return {
    handlers: {
      getProfile: ({ uid }) => account.profile(uid),
      updateProfile: ({ uid, body }) => account.update(uid, body),
      withdrawConsent: async ({ uid, query }) => {
        await account.withdrawConsent(uid, query.personid)
        return { personId: query.personid }
      },
      signOutEverywhere: async ({ uid }) => {
        await account.signOutEverywhere(uid)
        return { signedOut: true }
      },
      deleteUser: async ({ uid }) => ({ requestedAt: (await account.requestDeletion(uid)).toISOString() }),
      requestExport: ({ uid }) => exports.request(uid),
      getExport: async ({ uid }) => ({ export: await exports.latest(uid) }),
    },
    work({ engine, verdictMs, roundOf }) {
      const deletion = createAccountDeletion({ ...deps, engine, verdictMs, files: createFiles(deps) })
      const exportWork = createExportWork(deps)
      return {
        jobs: {
          'delete-account': {
            run: ({ deletionId }, signal) => deletion.run(deletionId, signal),
            giveUp: ({ deletionId }) => deletion.giveUp(deletionId),
          },
          'make-export': {
            run: ({ exportId }, signal) => exportWork.make(exportId, signal),
            giveUp: ({ exportId }) => exportWork.giveUp(exportId),
          },
          'expire-exports': {
            run: async (_payload, signal) => exportWork.expire(await roundOf(signal)),
            async giveUp() {},
          },
        },
        reconcile: {
          'account-deletions': (round) => deletion.reconcile(round),
          exports: (round) => exportWork.reconcile(round),
        },
      }
    },
    schedule: { 'expire-exports': EVERY_HOUR },
  } satisfies Feature
}
