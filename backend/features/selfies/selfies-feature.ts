import type { Feature, FeatureDeps, WorkDeps } from '#backend/features/feature.ts'
import { createSelfieChecks } from './selfie-checks.ts'
import { createSelfies } from './selfies-service.ts'

export function selfiesFeature(deps: FeatureDeps) {
  const selfies = createSelfies(deps)
  return {
    handlers: {
      uploadImages: ({ uid, query, files, idempotencyKey: uploadKey }) =>
        selfies.add(uid, query.personid, files, { consentVersion: query.consent_version, uploadKey }),
      presignUpload: ({ uid, query }) =>
        selfies.sign(uid, query.personid, query.media_type, query.consent_version),
      registerUpload: ({ uid, query, body, idempotencyKey: uploadKey }) =>
        selfies.register(uid, query.personid, body.objectKey, { fileName: body.fileName, uploadKey }),
      removeSelfie: async ({ uid, query }) => {
        await selfies.remove(uid, query.personid, query.selfieid)
        return { selfieId: query.selfieid }
      },
      chooseSelfie: ({ uid, query, body }) =>
        selfies.choose(uid, query.personid, query.selfieid, body.choice),
      getUploadImages: ({ uid, query }) => selfies.list(uid, query.personid),
    },
    work({ eye }: Pick<WorkDeps, 'eye'>) {
      const checks = createSelfieChecks({ ...deps, eye })
      return {
        jobs: {
          'check-selfie': {
            run: ({ selfieId }, signal) => checks.check(selfieId, signal),
            // The file is not to blame: the reconciler has it checked again.
            async giveUp() {},
          },
          'judge-selfies': {
            run: ({ personId }) => checks.judgeAnew(personId),
            // The verdict of before holds until the next selfie.
            async giveUp() {},
          },
        },
        reconcile: {
          selfies: (round) => checks.reconcile(round),
          'upload-grants': (round) => selfies.reconcileGrants(round),
        },
      }
    },
  } satisfies Feature
}
