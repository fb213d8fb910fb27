import type { Config } from './config.ts'
import type { FeatureDeps } from './features/feature.ts'
import { createVendorJobs } from './features/vendor-jobs/vendor-job-records.ts'
import { createCogClient } from './providers/engine/cog/cog-client.ts'
import { createCogEngine } from './providers/engine/cog/cog-engine.ts'
import { cogOutlook } from './providers/engine/cog/outlook.ts'
import type { Engine } from './providers/engine/engine-port.ts'
import { startHookServer } from './providers/engine/hook-server.ts'
import type { Metrics } from './providers/metrics/metrics-port.ts'
import { createStudioEngine } from './providers/studio/engine.ts'
import { finishGenerated } from './providers/studio/generated-picture.ts'
import type { openStudio } from './providers/studio/open.ts'

/** How often a job elsewhere is asked about; what it tells is noticed at once. */
const POLL_MS = 2000
/** Containers are other machines. */
const HOOK_HOST = '0.0.0.0'

export interface OpenEngine {
  engine: Engine
  /** Begins to hear from containers. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The engine that the settings choose. */
export function openEngine(
  config: Config['engine'],
  deps: {
    ports: Pick<FeatureDeps, 'database' | 'storage'>
    studio: ReturnType<typeof openStudio>
    metrics: Pick<Metrics, 'engineOrphaned'>
    onError: (error: Error) => void
  },
): OpenEngine {
  const { ports, studio, metrics, onError } = deps
  const { database, storage } = ports
  switch (config.kind) {
    case 'studio':
      return {
        engine: createStudioEngine({ ...studio, storage }),
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      }
    case 'cog': {
      const outlook = cogOutlook(config)
      const { addresses, hookUrl, hookTokens, microsPerSecond } = config
      const engine = createCogEngine({
        ...{ outlook, client: createCogClient(config), storage, jobs: createVendorJobs(database) },
        settings: { addresses, hookBase: `${hookUrl}/cog`, hookTokens, microsPerSecond, pollMs: POLL_MS },
        finish: finishGenerated,
      })
      let server: { close(): Promise<void> } | undefined
      return {
        engine: {
          ...engine,
          async abandon(jobId) {
            await engine.abandon(jobId)
            metrics.engineOrphaned({ engine: outlook.profile.name })
          },
        },
        async start() {
          const receivers = { cog: engine }
          server = await startHookServer({ host: HOOK_HOST, port: config.hookPort, receivers, onError })
        },
        stop: () => server?.close() ?? Promise.resolve(),
      }
    }
  }
}
