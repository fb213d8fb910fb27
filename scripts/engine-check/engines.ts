import { randomBytes, randomUUID } from 'node:crypto'
import { createBflClient } from '#backend/providers/engine/bfl/bfl-client.ts'
import { createBflEngine } from '#backend/providers/engine/bfl/bfl-engine.ts'
import { createCogClient } from '#backend/providers/engine/cog/cog-client.ts'
import { createCogEngine } from '#backend/providers/engine/cog/cog-engine.ts'
import { cogOutlook } from '#backend/providers/engine/cog/outlook.ts'
import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import { createFalClient, type FalRequest } from '#backend/providers/engine/fal/fal-client.ts'
import { createFalEngine } from '#backend/providers/engine/fal/fal-engine.ts'
import { createHookKeys } from '#backend/providers/engine/hook-signatures.ts'
import type { HookReceiver } from '#backend/providers/engine/hook-server.ts'
import type { VendorJob, VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { createReplicateClient } from '#backend/providers/engine/replicate/replicate-client.ts'
import { createReplicateEngine } from '#backend/providers/engine/replicate/replicate-engine.ts'
import { VendorRefusal } from '#backend/providers/engine/vendor-calls.ts'
import type { HookReader } from '#backend/providers/engine/hooks-port.ts'
import { bflHooks, falHooks, replicateHooks } from '#backend/providers/engine/vendor-hooks.ts'
import { takeHook } from '#backend/features/vendor-jobs/received-hooks.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { createStudioEngine } from '#backend/providers/studio/engine.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
import type { openStudio } from '#backend/providers/studio/open.ts'
import { UsageError, type Wanted, type WantedOf } from './arguments.ts'

/** An engine at its endpoint, and what its port does not tell of it. */
export interface OpenedEngine {
  engine: ProfiledEngine
  /** Records of its orders; null where it works in this process. */
  jobs: VendorJobs | null
  receiver: (Pick<HookReceiver, 'receiveHook'> & Partial<HookReceiver>) | null
  /** Why no hook is asked for; null where hooks are. */
  hooksMissing: string | null
  /** Whether hooks alone bring a job's result. */
  tellsByHooksAlone: boolean
  /** Asks the endpoint once, with the key. @throws when it is away, or will never be ready */
  health(signal: AbortSignal): Promise<{ isReady: boolean; says: string }>
  /** Whether the endpoint itself no longer works on a job; null where a job cannot be ended there. */
  hasEnded: ((job: VendorJob, signal: AbortSignal) => Promise<boolean>) | null
  /** By which options the cost can be known, where they were not given. */
  priceMissing: string | null
}

interface Deps {
  storage: Storage
  jobs: VendorJobs
  studio: ReturnType<typeof openStudio>
  /** Where hooks are to arrive; null where the engine cannot reach this machine. */
  hookBase: string | null
  pollMs: number
  signal: AbortSignal
}

const FAL_KEYS = 'https://rest.fal.ai/.well-known/jwks.json'
const NO_HOOK_URL = 'it cannot reach this machine: --hook-url has to name the address at which it can'

/** @throws UsageError where the endpoint lacks what the order names */
export function openEngine(wanted: Wanted, deps: Deps): OpenedEngine | Promise<OpenedEngine> {
  switch (wanted.engine) {
    case 'studio':
      return openStudioEngine(deps)
    case 'cog':
      return openCog(wanted, deps)
    case 'replicate':
      return openReplicate(wanted, deps)
    case 'fal':
      return openFal(wanted, deps)
    case 'bfl':
      return openBfl(wanted, deps)
  }
}

function openStudioEngine({ studio, storage }: Deps): OpenedEngine {
  return {
    engine: createStudioEngine({ ...studio, storage }),
    jobs: null,
    receiver: null,
    tellsByHooksAlone: false,
    hasEnded: null,
    hooksMissing: 'it works in this process',
    priceMissing: 'it bills nothing: it works on this machine',
    health: () => Promise.resolve({ isReady: true, says: 'in this process' }),
  }
}

function openCog(wanted: WantedOf<'cog'>, { storage, jobs, hookBase, pollMs }: Deps): OpenedEngine {
  const addresses = [wanted.address]
  const uploadUrl = wanted['upload-url']
  const client = createCogClient({ addresses, uploadUrl: uploadUrl === undefined ? null : `${uploadUrl}/` })
  if (hookBase === null) throw new UsageError(`--hook-url is needed: ${NO_HOOK_URL}.`)
  const perHour = wanted['dollars-per-hour']
  const engine = createCogEngine({
    outlook: cogOutlook({ weights: wanted.weights, addresses }),
    client,
    storage,
    jobs,
    settings: {
      addresses,
      hookBase,
      hookTokens: [wanted['key-file']],
      pollMs,
      microsPerSecond: (perHour * 1_000_000) / 3600,
    },
    finish: finishGenerated,
  })
  return {
    engine,
    jobs,
    receiver: engine,
    hooksMissing: null,
    tellsByHooksAlone: true,
    priceMissing: perHour > 0 ? null : '--dollars-per-hour says what its GPU costs',
    async health(signal) {
      const says = await client.health(wanted.address, signal)
      if (says === 'READY' || says === 'BUSY' || says === 'STARTING')
        return { isReady: says === 'READY', says }
      throw new Error(`it says ${says}`)
    },
    hasEnded: async (_job, signal) => (await client.health(wanted.address, signal)) === 'READY',
  }
}

async function openReplicate(
  wanted: WantedOf<'replicate'>,
  { storage, jobs, hookBase, pollMs, signal }: Deps,
): Promise<OpenedEngine> {
  const client = createReplicateClient({ baseUrl: wanted.address, token: wanted['key-file'] })
  const { username: owner } = await client.account(signal)
  const list = await client.hardware(signal)
  const hardware = wanted.hardware ?? list.find(({ sku }) => sku.includes('h100'))?.sku
  if (hardware === undefined || !list.some(({ sku }) => sku === hardware)) {
    const skus = list.map(({ sku }) => sku).join(', ')
    throw new UsageError(`--hardware has to be one of what the vendor lists: ${skus}.`)
  }
  const engine = createReplicateEngine({
    client,
    storage,
    jobs,
    finish: finishGenerated,
    settings: { owner, trainer: wanted.trainer, hardware, hookBase, parallelism: 1, pollMs },
  })
  return {
    engine,
    jobs,
    tellsByHooksAlone: false,
    priceMissing: null,
    receiver: receiverOf(
      jobs,
      engine,
      replicateHooks(() => client.webhookSecret(signal)),
    ),
    hooksMissing: hookBase === null ? NO_HOOK_URL : null,
    async health(each) {
      const account = await client.account(each)
      return { isReady: true, says: `account ${account.username}, machine ${hardware}` }
    },
    async hasEnded({ vendorId }, each) {
      if (vendorId === null) return false
      const { status } = await client.training(vendorId, each)
      return status !== 'starting' && status !== 'processing'
    },
  }
}

function openFal(wanted: WantedOf<'fal'>, { storage, jobs, hookBase, pollMs }: Deps): OpenedEngine {
  if (hookBase === null) throw new UsageError(`--hook-url is needed: ${NO_HOOK_URL}.`)
  const client = createFalClient({ baseUrl: wanted.address, key: wanted['key-file'] })
  const { hostname, origin } = new URL(wanted.address)
  const isAtVendor = hostname === 'fal.run' || hostname.endsWith('.fal.run')
  const prices = { step: wanted['dollars-per-step'], picture: wanted['dollars-per-picture'] }
  const engine = createFalEngine({
    client,
    storage,
    jobs,
    finish: finishGenerated,
    settings: {
      trainer: wanted.trainer,
      serving: wanted.serving,
      hookBase,
      inFlight: 1,
      pollMs,
      microsPerStep: prices.step * 1_000_000,
      microsPerPicture: prices.picture * 1_000_000,
    },
  })
  /** Null for a request that the vendor does not know. */
  const statusOf = (request: FalRequest, signal: AbortSignal) =>
    client.status(request, signal).catch((error: unknown) => {
      if (error instanceof VendorRefusal && error.status < 500) return null
      throw error
    })
  return {
    engine,
    jobs,
    hooksMissing: null,
    tellsByHooksAlone: false,
    receiver: receiverOf(
      jobs,
      engine,
      falHooks(createHookKeys(isAtVendor ? FAL_KEYS : `${origin}/.well-known/jwks.json`), null),
    ),
    priceMissing:
      prices.step > 0 && prices.picture > 0
        ? null
        : '--dollars-per-step and --dollars-per-picture say what it costs',
    async health(signal) {
      // fal has no health call: it answers 404 for an unknown request where the key is valid, else 401.
      await statusOf(client.requestOf(wanted.serving, randomUUID()), signal)
      return { isReady: true, says: 'takes the key' }
    },
    async hasEnded({ vendorId, details: { app = '' } }, signal) {
      if (vendorId === null) return false
      const status = await statusOf(client.requestOf(app, vendorId), signal)
      return status === null || status.status === 'COMPLETED'
    },
  }
}

function openBfl(wanted: WantedOf<'bfl'>, { storage, jobs, hookBase, pollMs }: Deps): OpenedEngine {
  const client = createBflClient({ baseUrl: wanted.address, key: wanted['key-file'] })
  const secret = randomBytes(32).toString('hex')
  const engine = createBflEngine({
    client,
    storage,
    jobs,
    finish: finishGenerated,
    settings: {
      baseUrl: wanted.address,
      pollMs,
      hook: hookBase === null ? null : { base: hookBase, secret },
    },
  })
  return {
    engine,
    jobs,
    tellsByHooksAlone: false,
    hasEnded: null,
    priceMissing: null,
    receiver: receiverOf(jobs, engine, bflHooks([secret])),
    hooksMissing: hookBase === null ? NO_HOOK_URL : null,
    async health(signal) {
      const { status } = await client.result(client.pollingUrlOf(randomUUID()), signal)
      return { isReady: true, says: `takes the key, says "${status}" of a task that was never ordered` }
    },
  }
}

/** Takes hooks as the product's public door does. */
function receiverOf(
  jobs: VendorJobs,
  { profile }: ProfiledEngine,
  readHook: HookReader,
): Pick<HookReceiver, 'receiveHook'> {
  return {
    receiveHook: (id, attempt, hook) =>
      takeHook({ jobs, readHook }, { id, attempt, engine: profile.name }, hook),
  }
}
