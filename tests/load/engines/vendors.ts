import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { cog } from '#emulators/cog/protocol.ts'
import type { Told } from '#emulators/engine-core/hook-deliveries.ts'
import { startEmulator, type Call, type Core, type Protocol } from '#emulators/engine-core/server.ts'
import type { Work } from '#emulators/engine-core/work.ts'
import { fal } from '#emulators/fal/protocol.ts'
import { replicate } from '#emulators/replicate/protocol.ts'
import { createColorPainter } from './plain-pictures.ts'

export const VENDORS = ['cog', 'fal', 'replicate'] as const
export type VendorName = (typeof VENDORS)[number]

/** A job that a vendor took, and the order of ours that it was told to tell of. */
export interface Taken {
  work: Work
  order: string
  attempt: number
}

export interface Vendor {
  name: VendorName
  url: string
  taken: Taken[]
  /** The calls that order something. */
  orderRoutes: readonly string[]
  command(path: string, body: object): Promise<void>
  told(): Told[]
  /** Forged hooks that were taken: a container's bear a secret, and nothing else shows who sent them. */
  believed(): Told[]
  /** What it still has of persons, pictures apart: models, and archives of selfies. */
  left(): number
  /** From now on nobody answers there. */
  goAway(): Promise<void>
  isAway(): boolean
}

/** Two containers, with one slot each. */
export const HOOK_TOKEN = 't'.repeat(32)
const PROTOCOLS: readonly { name: VendorName; protocol: Protocol; key?: string; orderRoutes: string[] }[] = [
  { name: 'cog', protocol: cog(), key: HOOK_TOKEN, orderRoutes: ['PUT /predictions/*'] },
  { name: 'cog', protocol: cog(), key: HOOK_TOKEN, orderRoutes: ['PUT /predictions/*'] },
  { name: 'fal', protocol: fal, orderRoutes: ['POST /fal-ai/*'] },
  { name: 'replicate', protocol: replicate, orderRoutes: ['POST /v1/predictions', 'POST /v1/models/*'] },
]

/** The emulators, within this process. */
export function startVendors(random: () => number): Promise<Vendor[]> {
  return Promise.all(
    PROTOCOLS.map(async ({ name, protocol, key, orderRoutes }) => {
      const taken: Taken[] = []
      let core: Core | undefined
      const emulator = await startEmulator(
        recording(protocol, taken, (opened) => (core = opened)),
        { port: 0, random, painter: createColorPainter(), ...(key !== undefined && { key }) },
      )
      let isAway = false
      return {
        name,
        taken,
        orderRoutes,
        url: emulator.url,
        async command(path, body) {
          const answer = await fetch(`${emulator.url}/_emulator/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          if (!answer.ok) throw new Error(`${name}: ${path}: ${await answer.text()}`)
        },
        told: () => core?.hooks.told() ?? [],
        believed: () =>
          (core?.hooks.told() ?? []).filter(
            ({ forged, outcome }) =>
              forged !== null && outcome === 'taken' && (name !== 'cog' || forged === 'secret'),
          ),
        left() {
          const isThere = (id: string) => core?.workshop.file(id) !== undefined
          const pictures = taken.flatMap(({ work }) =>
            work.kind === 'picture' ? work.files.filter(isThere) : [],
          )
          return (core?.workshop.fileCount() ?? 0) - pictures.length
        },
        async goAway() {
          if (!isAway) await emulator.close()
          isAway = true
        },
        isAway: () => isAway,
      } satisfies Vendor
    }),
  )
}

/** Notes of each job which order it is for: as its hook's address says. */
function recording(protocol: Protocol, taken: Taken[], onOpen: (core: Core) => void): Protocol {
  return (core) => {
    onOpen(core)
    const calls = new AsyncLocalStorage<Call>()
    const respond = protocol({
      ...core,
      workshop: {
        ...core.workshop,
        submit(wanted, id) {
          const work = core.workshop.submit(wanted, id)
          taken.push({ work, ...orderIn(calls.getStore()) })
          return work
        },
      },
    })
    return (call) => calls.run(call, () => respond(call))
  }
}

const WithHook = z.looseObject({ webhook: z.url() })

function orderIn(call: Call | undefined): Pick<Taken, 'order' | 'attempt'> {
  if (!call) throw new Error('a job was taken without a call')
  const address = call.query.get('fal_webhook') ?? WithHook.parse(JSON.parse(String(call.body))).webhook
  const { searchParams } = new URL(address)
  return { order: searchParams.get('order') ?? '', attempt: Number(searchParams.get('attempt')) }
}

/** The settings by which a backend reaches them. */
export function vendorSettings(
  vendors: readonly Vendor[],
  { hookPort }: { hookPort: number },
): Record<string, string> {
  const at = (name: VendorName) => vendors.filter((vendor) => vendor.name === name).map(({ url }) => url)
  const [falUrl = '', replicateUrl = ''] = [...at('fal'), ...at('replicate')]
  return {
    COG_ADDRESSES: at('cog').join(),
    COG_WEIGHTS: 'flux-2-klein-4b',
    COG_HOOK_TOKEN: HOOK_TOKEN,
    COG_HOOK_PORT: String(hookPort),
    COG_HOOK_URL: `http://127.0.0.1:${hookPort}`,
    COG_DOLLARS_PER_HOUR: '2',
    FAL_KEY: 'the key of the drill',
    FAL_API_BASE: falUrl,
    FAL_JWKS_URL: `${falUrl}/.well-known/jwks.json`,
    FAL_USER_ID: 'emulator',
    FAL_IN_FLIGHT: '4',
    FAL_DOLLARS_PER_STEP: '0.0024',
    FAL_DOLLARS_PER_PICTURE: '0.025',
    REPLICATE_API_TOKEN: 'r8_of_the_drill',
    REPLICATE_API_BASE: `${replicateUrl}/v1`,
    REPLICATE_OWNER: 'emulator',
    REPLICATE_TRAINER: `ostris/flux-dev-lora-trainer:${'a'.repeat(64)}`,
    REPLICATE_HARDWARE: 'gpu-h100',
  }
}
