import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createHeadshotFiles } from './finishing-service.ts'
import { createFinishingWork } from './finishing-jobs.ts'

export function finishingFeature(deps: FeatureDeps) {
  const headshotFiles = createHeadshotFiles(deps)
  return {
    handlers: {
      makeHeadshotFile: ({ uid, body }) => headshotFiles.request(uid, body.userImageKey, body.format),
      getHeadshotFile: ({ uid, query }) => headshotFiles.get(uid, query.userImageKey, query.format),
      getHeadshotFiles: async ({ uid, query }) => ({
        files: await headshotFiles.list(uid, query.userImageKey),
      }),
      getHeadshotFraming: ({ uid, query }) => headshotFiles.framing(uid, query.userImageKey),
      makeBundleArchive: ({ uid, body }) => headshotFiles.requestArchive(uid, body.bundleid, body.preset),
      getBundleArchives: async ({ uid, query }) => ({
        archives: await headshotFiles.listArchives(uid, query.bundleid),
      }),
      getBundleArchive: ({ uid, query }) => headshotFiles.getArchive(uid, query.bundleid, query.preset),
    },
    work({ finishing }) {
      const work = createFinishingWork({ ...deps, finishing })
      return {
        jobs: {
          'export-headshot': {
            run: ({ fileId }, signal) => work.makeFile(fileId, signal),
            giveUp: ({ fileId }) => work.giveUpFile(fileId),
          },
          'frame-headshot': {
            run: ({ userImageKey }, signal) => work.frame(userImageKey, signal),
            // The next request for the formats enqueues it again.
            async giveUp() {},
          },
          'upscale-headshot': {
            run: ({ fileId }, signal) => work.makeFile(fileId, signal),
            giveUp: ({ fileId }) => work.giveUpFile(fileId),
          },
          'make-archive': {
            run: ({ archiveId }, signal) => work.makeArchive(archiveId, signal),
            giveUp: ({ archiveId }) => work.giveUpArchive(archiveId),
          },
        },
        reconcile: { 'headshot-files': (round) => work.reconcile(round) },
      }
    },
  } satisfies Feature
}
