import type { loggingEndpoints } from '#contract/logging.ts'
import type { Logging } from '#backend/features/logging/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface LoggingFeatures {
  logging: Logging
}

export function createLoggingHandlers({ logging }: LoggingFeatures): HandlersOf<typeof loggingEndpoints> {
  return {
    logUpscalingClicked: async ({ uid, body }) => {
      await logging.headshot(uid, 'upscaling_clicked', body.userImageKey)
      return { recorded: true }
    },
    logImageDownloaded: async ({ uid, body }) => {
      await logging.headshot(uid, 'image_downloaded', body.userImageKey)
      return { recorded: true }
    },
    logResultsClicked: async ({ uid, body }) => {
      await logging.results(uid, body.personid, body.bundleid)
      return { recorded: true }
    },
  }
}
