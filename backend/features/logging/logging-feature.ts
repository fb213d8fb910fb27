import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createLogging } from './logging-service.ts'

export function loggingFeature(deps: FeatureDeps) {
  const logging = createLogging(deps)
  return {
    handlers: {
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
    },
  } satisfies Feature
}
