import type { headshotFileEndpoints } from '#contract/headshot-files.ts'
import type { HeadshotFiles } from '#backend/features/finishing/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface HeadshotFileFeatures {
  headshotFiles: HeadshotFiles
}

export function createHeadshotFileHandlers({
  headshotFiles,
}: HeadshotFileFeatures): HandlersOf<typeof headshotFileEndpoints> {
  return {
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
  }
}
