import type { Config } from './config.ts'
import type { EngineConfig } from './config/engines.ts'
import type { FeatureDeps } from './features/feature.ts'
import { createVendorJobs } from './features/vendor-jobs/vendor-job-records.ts'
import { createBflClient } from './providers/engine/bfl/bfl-client.ts'
import { createBflEngine } from './providers/engine/bfl/bfl-engine.ts'
import { createCogClient } from './providers/engine/cog/cog-client.ts'
import { createCogEngine } from './providers/engine/cog/cog-engine.ts'
import { cogOutlook } from './providers/engine/cog/outlook.ts'
import type { Engine, ProfiledEngine } from './providers/engine/engine-port.ts'
import { createFalClient } from './providers/engine/fal/fal-client.ts'
import { createFalEngine } from './providers/engine/fal/fal-engine.ts'
import { startHookServer, type HookReceiver } from './providers/engine/hook-server.ts'
import { createReplicateClient } from './providers/engine/replicate/replicate-client.ts'
import { createReplicateEngine } from './providers/engine/replicate/replicate-engine.ts'
import { createRoutedEngine } from './providers/engine/routed-engine.ts'
import { vendorHookBase } from './providers/engine/vendor-hooks.ts'
import type { Metrics } from './providers/metrics/metrics-port.ts'
import { createStudioEngine } from './providers/studio/engine.ts'
import { finishGenerated } from './providers/studio/generated-picture.ts'
import type { openStudio } from './providers/studio/open.ts'

/** How often a job is asked about: of containers that is a look at our own row, of vendors a call. */
const POLL_MS = { containers: 2000, vendors: 10_000 }
/** Containers are other machines. */
const HOOK_HOST = '0.0.0.0'

interface EngineDeps {
  ports: Pick<FeatureDeps, 'database' | 'storage' | 'siteUrl'>
  studio: ReturnType<typeof openStudio>
  metrics: Pick<Metrics, 'engineOrphaned' | 'engineCharged'>
  onError: (error: Error) => void
}

export interface OpenEngine {
  engine: Engine
  /** Begins to hear from containers. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The engines that the settings name, as one. */
export function openEngine({ chosen, regions }: Config['engines'], deps: EngineDeps): OpenEngine {
  const jobs = createVendorJobs(deps.ports.database, deps.metrics)
  const opened = chosen.map((config) => openOne(config, jobs, deps))
  const engines = opened.map(({ engine }) => countingOrphans(engine, deps.metrics))
  const receivers = opened.flatMap(({ receiver }) => receiver ?? [])
  const [first] = engines
  if (!first) throw new Error('ENGINES names none')
  let servers: { close(): Promise<void> }[] = []
  return {
    // A single engine elsewhere is routed too: routing takes over orders open at an engine that was removed from ENGINES, and gives
    // a company only selfies whose owner agreed to it. The studio alone keeps no record of orders: to it each order is new.
    engine:
      engines.length === 1 && first.profile.where.region === 'here'
        ? first
        : createRoutedEngine({
            engines,
            regions,
            jobs,
            onOrphan: (engine) => deps.metrics.engineOrphaned({ engine }),
          }),
    async start() {
      servers = await Promise.all(
        receivers.map(({ port, name, receiver }) =>
          startHookServer({
            host: HOOK_HOST,
            port,
            receivers: { [name]: receiver },
            onError: deps.onError,
          }),
        ),
      )
    },
    async stop() {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

function openOne(
  config: EngineConfig,
  jobs: ReturnType<typeof createVendorJobs>,
  { ports: { storage, siteUrl }, studio }: EngineDeps,
): { engine: ProfiledEngine; receiver?: { port: number; name: string; receiver: HookReceiver } } {
  const vendor = { jobs, storage, finish: finishGenerated }
  switch (config.kind) {
    case 'studio':
      return { engine: createStudioEngine({ ...studio, storage }) }
    case 'cog': {
      const { addresses, hookUrl, hookPort, hookTokens, microsPerSecond } = config
      const engine = createCogEngine({
        ...vendor,
        outlook: cogOutlook(config),
        client: createCogClient(config),
        settings: {
          addresses,
          hookTokens,
          microsPerSecond,
          hookBase: `${hookUrl}/cog`,
          pollMs: POLL_MS.containers,
        },
      })
      return { engine, receiver: { port: hookPort, name: 'cog', receiver: engine } }
    }
    case 'fal': {
      const settings = { ...config, hookBase: vendorHookBase(siteUrl, config), pollMs: POLL_MS.vendors }
      return { engine: createFalEngine({ ...vendor, client: createFalClient(config), settings }) }
    }
    case 'replicate': {
      const settings = { ...config, hookBase: vendorHookBase(siteUrl, config), pollMs: POLL_MS.vendors }
      return { engine: createReplicateEngine({ ...vendor, client: createReplicateClient(config), settings }) }
    }
    case 'bfl': {
      const base = vendorHookBase(siteUrl, config)
      const [secret] = config.hookSecrets
      const hook = base === null || secret === undefined ? null : { base, secret }
      const settings = { baseUrl: config.baseUrl, hook, pollMs: POLL_MS.vendors }
      return { engine: createBflEngine({ ...vendor, client: createBflClient(config), settings }) }
    }
  }
}

/** Counts abandoned orders at vendors: the product pays for their successors again. */
function countingOrphans(engine: ProfiledEngine, metrics: Pick<Metrics, 'engineOrphaned'>): ProfiledEngine {
  const { name, where } = engine.profile
  if (where.region === 'here') return engine
  return {
    ...engine,
    async abandon(jobId) {
      await engine.abandon(jobId)
      metrics.engineOrphaned({ engine: name })
    },
  }
}
