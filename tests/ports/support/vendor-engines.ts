import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'expect'
import type { EngineJobId, ModelRef, ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { createBflClient } from '#backend/providers/engine/bfl/bfl-client.ts'
import { createBflEngine } from '#backend/providers/engine/bfl/bfl-engine.ts'
import { createCogClient } from '#backend/providers/engine/cog/cog-client.ts'
import { createCogEngine } from '#backend/providers/engine/cog/cog-engine.ts'
import { cogOutlook } from '#backend/providers/engine/cog/outlook.ts'
import { createFalClient } from '#backend/providers/engine/fal/fal-client.ts'
import { createFalEngine } from '#backend/providers/engine/fal/fal-engine.ts'
import { createHookKeys } from '#backend/providers/engine/hook-signatures.ts'
import { createReplicateClient } from '#backend/providers/engine/replicate/replicate-client.ts'
import { createReplicateEngine } from '#backend/providers/engine/replicate/replicate-engine.ts'
import { bflHooks, falHooks, replicateHooks } from '#backend/providers/engine/vendor-hooks.ts'
import { takeHook } from '#backend/features/vendor-jobs/received-hooks.ts'
import type { HookReader, ReceivedHook } from '#backend/providers/engine/hooks-port.ts'
import { createRoutedEngine } from '#backend/providers/engine/routed-engine.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
import { bfl } from '#emulators/bfl/protocol.ts'
import { cog } from '#emulators/cog/protocol.ts'
import type { Told } from '#emulators/engine-core/hook-deliveries.ts'
import { createPlainPainter, type Painter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator } from '#emulators/engine-core/server.ts'
import { fal } from '#emulators/fal/protocol.ts'
import { replicate } from '#emulators/replicate/protocol.ts'

export interface OpenVendorEngine {
  engine: ProfiledEngine
  /** Address of the vendor's emulator. */
  url: string
  /** Commands it. */
  command(path: string, body: unknown): Promise<void>
  /** The call that orders a picture. */
  createRoute: string
  /** The call that orders a training; null where nothing is trained. */
  trainRoute: string | null
  /** Whether the vendor has a list in which a lost order is found. */
  lists: boolean
  /** Whether the vendor can be told to end a job. */
  cancels: boolean
  /** Until the engine can know of a job whose answer was lost. */
  untilFound(id: EngineJobId): Promise<void>
  /** What the vendor told by hooks, oldest first. */
  hooksTold(): Promise<Told[]>
  /** Whether the vendor can be asked what became of a job; else its hooks alone tell. */
  answersPolls: boolean
  /** Whether a hook's signature covers its body; else it bears a secret. */
  signsHooks: boolean
  /** Whether a hook bears the time at which it was signed. */
  datesHooks: boolean
  jobCount(): Promise<number>
  openCount(): Promise<number>
  /** Files that the vendor keeps. */
  fileCount(): Promise<number>
  /** Deletes the model, and checks what the vendor still has. */
  expectForgotten(model: ModelRef): Promise<void>
  close(): Promise<void>
}

type Open = (deps: {
  jobs: VendorJobs
  storage: Storage
  now: () => Date
  /** Where hooks are to arrive; at a server of the test's own by default. */
  hookBase?: string
  /** How many orders the account may have under way, where the engine is told. */
  inFlight?: number
  /** What makes the pictures, where they are looked at. */
  painter?: Painter
}) => Promise<OpenVendorEngine>

const signal = new AbortController().signal

interface Shown {
  jobs: { state: string }[]
  files: number
  hooks: Told[]
}

function controlOf(emulator: Emulator) {
  const state = async (): Promise<Shown> =>
    // What our own emulator shows.
    (await (await fetch(`${emulator.url}/_emulator/state`)).json()) as Shown
  return {
    url: emulator.url,
    state,
    async command(path: string, body: unknown): Promise<void> {
      const response = await fetch(`${emulator.url}/_emulator/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (response.status !== 200) throw new Error(await response.text())
    },
    hooksTold: async () => (await state()).hooks,
    fileCount: async () => (await state()).files,
    jobCount: async () => (await state()).jobs.length,
    openCount: async () =>
      (await state()).jobs.filter((job) => job.state === 'queued' || job.state === 'running').length,
  }
}

export const openReplicate: Open = async (deps) => {
  const emulator = await startEmulator(replicate, { port: 0, painter: createPlainPainter() })
  const control = controlOf(emulator)
  const client = createReplicateClient(
    { baseUrl: `${emulator.url}/v1`, token: 'r8_test' },
    { pause: () => Promise.resolve() },
  )
  const hooks = await listenForHooks(
    taking(
      deps.jobs,
      'replicate',
      replicateHooks(() => client.webhookSecret(signal)),
    ),
  )
  const engine = createReplicateEngine({
    ...deps,
    client,
    finish: finishGenerated,
    settings: {
      owner: 'emulator',
      trainer: `ostris/flux-dev-lora-trainer:${'a'.repeat(64)}`,
      hardware: 'gpu-h100',
      hookBase: hooks.base,
      parallelism: 4,
      pollMs: 5,
    },
  })
  return {
    engine,
    ...control,
    createRoute: 'POST /v1/predictions',
    trainRoute: 'POST /v1/models/*',
    lists: true,
    cancels: true,
    answersPolls: true,
    signsHooks: true,
    datesHooks: true,
    untilFound: () => Promise.resolve(),
    async expectForgotten(model) {
      // The pictures of the archive went with the training; what is there are weights and results.
      const before = (await control.state()).files
      await expect(engine.deleteModel(model)).rejects.toThrow(UnavailableError)
      await control.command('clock', { seconds: 61 })
      await engine.deleteModel(model)
      await engine.deleteModel(model)
      expect((await control.state()).files).toBeLessThan(before)
      expect(await engine.readsModel(model, { signal })).toBe(false)
    },
    async close() {
      await hooks.close()
      await emulator.close()
    },
  }
}

/** Has no list: what tells of an order whose answer was lost is a hook. */
export const openFal: Open = async (deps) => {
  const emulator = await startEmulator(fal, { port: 0, painter: deps.painter ?? createPlainPainter() })
  const control = controlOf(emulator)
  const serving = 'fal-ai/flux-lora'
  const hooks = await listenForHooks(
    taking(deps.jobs, 'fal', falHooks(createHookKeys(`${emulator.url}/.well-known/jwks.json`), 'emulator')),
  )
  const engine = createFalEngine({
    ...deps,
    storage: addressed(deps.storage),
    finish: finishGenerated,
    client: createFalClient({ baseUrl: emulator.url, key: 'k' }, { pause: () => Promise.resolve() }),
    settings: {
      trainer: 'flux-2-trainer',
      serving,
      hookBase: deps.hookBase ?? hooks.base,
      inFlight: deps.inFlight ?? 40,
      microsPerStep: 6400,
      microsPerPicture: 25_000,
      pollMs: 5,
    },
  })
  return {
    engine,
    ...control,
    createRoute: `POST /${serving}`,
    trainRoute: 'POST /fal-ai/flux-2-trainer',
    lists: false,
    cancels: true,
    answersPolls: true,
    signsHooks: true,
    datesHooks: true,
    untilFound: (id) => untilAdopted(deps.jobs, engine, id),
    async expectForgotten(model) {
      const before = (await control.state()).files
      await engine.deleteModel(model)
      // What the vendor has goes by itself: our own files are all that is kept.
      await control.command('clock', { seconds: 3601 })
      expect(before).toBeGreaterThan(0)
      expect((await control.state()).files).toBe(0)
      for await (const { key } of deps.storage.list('')) expect(key).not.toMatch(/\.zip$/)
    },
    async close() {
      await hooks.close()
      await emulator.close()
    },
  }
}

/** Works by references: nothing is trained there, and nothing can be canceled. */
export const openBfl: Open = async (deps) => {
  const emulator = await startEmulator(bfl, { port: 0, painter: createPlainPainter() })
  const control = controlOf(emulator)
  const hooks = await listenForHooks(taking(deps.jobs, 'bfl', bflHooks(['a secret of the operator'])))
  const engine = createBflEngine({
    ...deps,
    finish: finishGenerated,
    client: createBflClient({ baseUrl: emulator.url, key: 'k' }, { pause: () => Promise.resolve() }),
    settings: {
      baseUrl: emulator.url,
      hook: { base: hooks.base, secret: 'a secret of the operator' },
      pollMs: 5,
    },
  })
  return {
    engine,
    ...control,
    createRoute: 'POST /v1/flux-2-klein-4b',
    trainRoute: null,
    lists: false,
    cancels: false,
    answersPolls: true,
    signsHooks: true,
    datesHooks: false,
    untilFound: (id) => untilAdopted(deps.jobs, engine, id),
    async expectForgotten(model) {
      await engine.deleteModel(model)
      expect((await control.state()).files).toBeGreaterThan(0)
      await control.command('clock', { seconds: 601 })
      expect((await control.state()).files).toBe(0)
    },
    async close() {
      await hooks.close()
      await emulator.close()
    },
  }
}

/** Two slots, so that two orders of a test may be under way. Has neither a list nor a poll. */
const openCog: Open = async (deps) => {
  const hookToken = 't'.repeat(32)
  const emulator = await startEmulator(cog({ slots: 2 }), {
    port: 0,
    key: hookToken,
    painter: createPlainPainter(),
  })
  const control = controlOf(emulator)
  const addresses = [emulator.url]
  const hooks = await listenForHooks((id, attempt, hook) => engine.receiveHook(id, attempt, hook))
  const engine = createCogEngine({
    ...deps,
    storage: addressed(deps.storage),
    finish: finishGenerated,
    outlook: cogOutlook({ weights: 'flux-2-klein-4b', addresses }),
    client: createCogClient({ addresses, uploadUrl: null }, { pause: () => Promise.resolve() }),
    settings: { addresses, hookBase: hooks.base, hookTokens: [hookToken], microsPerSecond: 420, pollMs: 5 },
  })
  return {
    engine,
    ...control,
    createRoute: 'PUT /predictions/*',
    lists: false,
    trainRoute: 'PUT /predictions/*',
    cancels: true,
    answersPolls: false,
    signsHooks: false,
    datesHooks: false,
    async untilFound(id) {
      while ((await deps.jobs.find(id))?.details.told === undefined) await engine.nextChange(id, { signal })
    },
    async expectForgotten(model) {
      await engine.deleteModel(model)
      await deps.storage.delete([model.kind === 'file' ? model.key : ''])
      expect(await engine.readsModel(model, { signal })).toBe(false)
    },
    async close() {
      await hooks.close()
      await emulator.close()
    },
  }
}

/** A storage whose addresses hold the file itself: nothing serves the files of a test. */
function addressed(storage: Storage): Storage {
  return {
    ...storage,
    async signUrl(key, { mediaType }) {
      const bytes = await storage.get(key)
      return `data:${mediaType};base64,${Buffer.from(bytes ?? []).toString('base64')}`
    },
  }
}

async function untilAdopted(jobs: VendorJobs, engine: ProfiledEngine, id: EngineJobId): Promise<void> {
  while ((await jobs.find(id))?.state === 'sending') await engine.nextChange(id, { signal })
}

/** What the public door does with a hook. */
function taking(jobs: VendorJobs, engine: string, readHook: HookReader) {
  return (id: EngineJobId, attempt: number, hook: ReceivedHook): Promise<boolean> =>
    takeHook({ jobs, readHook }, { id, attempt, engine }, hook)
}

/** The product's end of hooks: `BASE?order=&attempt=`. */
async function listenForHooks(
  receive: (id: EngineJobId, attempt: number, hook: ReceivedHook) => Promise<boolean>,
) {
  const receiving = new Set<Promise<unknown>>()
  const server = createServer((request, response) => {
    const received = buffer(request)
      .then((body) => {
        const { searchParams } = new URL(request.url ?? '', 'http://here')
        const id = searchParams.get('order') ?? ''
        return receive(id, Number(searchParams.get('attempt')), { headers: request.headers, body })
      })
      .then((isTaken) => response.writeHead(isTaken ? 200 : 401).end())
      .finally(() => receiving.delete(received))
    receiving.add(received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Waits for hooks that are being recorded: their database is closed next. */
    async close(): Promise<void> {
      server.close()
      while (receiving.size > 0) await Promise.all(receiving)
      server.closeAllConnections()
    },
  }
}

/** fal behind a route: what is preferred to it is away for good. */
const openRoute: Open = async (deps) => {
  const away = await openReplicate(deps)
  await away.close()
  const vendor = await openFal(deps)
  const engines = [away.engine, vendor.engine]
  const { profile } = vendor.engine
  return { ...vendor, engine: { ...createRoutedEngine({ ...deps, engines, regions: 'any' }), profile } }
}

/** Every engine of a vendor, and several as one, against emulators. */
export const VENDOR_ENGINES: [string, Open][] = [
  ['Replicate', openReplicate],
  ['fal', openFal],
  ['Black Forest Labs', openBfl],
  ['Cog', openCog],
  ['several engines', openRoute],
]
