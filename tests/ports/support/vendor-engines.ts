import { expect } from 'expect'
import type { Engine, EngineJobId, ModelRef } from '#backend/providers/engine/engine-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { createReplicateClient } from '#backend/providers/engine/replicate/replicate-client.ts'
import { createReplicateEngine } from '#backend/providers/engine/replicate/replicate-engine.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
import { createPlainPainter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator } from '#emulators/engine-core/server.ts'
import { replicate } from '#emulators/replicate/protocol.ts'

export interface OpenVendorEngine {
  engine: Engine
  /** Commands the vendor's emulator. */
  command(path: string, body: unknown): Promise<void>
  /** The call that orders a picture. */
  createRoute: string
  /** Whether the vendor has a list in which a lost order is found. */
  lists: boolean
  /** Until the engine can know of a job whose answer was lost. */
  untilFound(id: EngineJobId): Promise<void>
  jobCount(): Promise<number>
  openCount(): Promise<number>
  /** Deletes the model, and checks what the vendor still has. */
  expectForgotten(model: ModelRef): Promise<void>
  close(): Promise<void>
}

type Open = (deps: { jobs: VendorJobs; storage: Storage; now: () => Date }) => Promise<OpenVendorEngine>

const signal = new AbortController().signal

interface Shown {
  jobs: { state: string }[]
  files: number
}

function controlOf(emulator: Emulator) {
  const state = async (): Promise<Shown> =>
    // What our own emulator shows.
    (await (await fetch(`${emulator.url}/_emulator/state`)).json()) as Shown
  return {
    state,
    async command(path: string, body: unknown): Promise<void> {
      const response = await fetch(`${emulator.url}/_emulator/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (response.status !== 200) throw new Error(await response.text())
    },
    jobCount: async () => (await state()).jobs.length,
    openCount: async () =>
      (await state()).jobs.filter((job) => job.state === 'queued' || job.state === 'running').length,
  }
}

const openReplicate: Open = async (deps) => {
  const emulator = await startEmulator(replicate, { port: 0, painter: createPlainPainter() })
  const control = controlOf(emulator)
  const client = createReplicateClient(
    { baseUrl: `${emulator.url}/v1`, token: 'r8_test' },
    { pause: () => Promise.resolve() },
  )
  const engine = createReplicateEngine({
    ...{ ...deps, client, finish: finishGenerated },
    settings: {
      ...{
        owner: 'emulator',
        trainer: `ostris/flux-dev-lora-trainer:${'a'.repeat(64)}`,
        hardware: 'gpu-h100',
      },
      ...{ hookBase: null, parallelism: 4, pollMs: 5 },
    },
  })
  return {
    ...{ engine, ...control, createRoute: 'POST /v1/predictions', lists: true },
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
    close: () => emulator.close(),
  }
}

/** Every engine of a vendor, against its emulator. */
export const VENDOR_ENGINES: [string, Open][] = [['Replicate', openReplicate]]
