import { z } from 'zod'
import { COG_WEIGHTS } from '../providers/engine/cog/weights.ts'
import { FalTrainerName } from '../providers/engine/fal/trainers.ts'
import { choice, count, port, secrets, text } from './fields.ts'

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
const address = z.url({ protocol: /^https?$/, error: 'is no http address' }).transform(withoutSlash)
const apiBase = (vendors: string) =>
  z
    .url({ protocol: /^https?$/, error: 'is no http address' })
    .default(vendors)
    .describe('Its address, or that of an emulator that stands in for it.')
const dollars = z.coerce.number().min(0).default(0)
const micros = (amount: number): number => amount * 1_000_000
const WEIGHTS = z.enum(Object.keys(COG_WEIGHTS) as [keyof typeof COG_WEIGHTS])

const Studio = z.object({}).transform(() => ({ kind: 'studio' as const }))

const Cog = z
  .object({
    COG_ADDRESSES: text
      .transform((urls) => urls.split(',').map((url) => url.trim()))
      .pipe(z.array(address).min(1))
      .describe('Containers that train and render, with commas: one for each GPU, with one slot each.'),
    COG_WEIGHTS: WEIGHTS.describe(
      'Which weights the containers run; those whose licence forbids commercial use are refused at the start.',
    ),
    COG_HOOK_TOKEN: secrets.describe("The containers' `WEBHOOK_AUTH_TOKEN`."),
    COG_HOOK_PORT: port
      .default(4120)
      .describe(
        'Where a working process hears from the containers: a port for them alone, not for the public.',
      ),
    COG_HOOK_URL: address.describe('Address at which the containers reach that port.'),
    COG_UPLOAD_URL: address
      .optional()
      .describe("The containers' `--upload-url`, where they have one: results are fetched from below it."),
    COG_DOLLARS_PER_HOUR: dollars.describe('What a GPU costs; what each job cost is recorded by it.'),
  })
  .transform((env) => ({
    kind: 'cog' as const,
    addresses: env.COG_ADDRESSES,
    weights: env.COG_WEIGHTS,
    hookTokens: env.COG_HOOK_TOKEN,
    hookPort: env.COG_HOOK_PORT,
    hookUrl: env.COG_HOOK_URL,
    uploadUrl: env.COG_UPLOAD_URL === undefined ? null : `${env.COG_UPLOAD_URL}/`,
    microsPerSecond: micros(env.COG_DOLLARS_PER_HOUR) / 3600,
  }))

/** What fal gives by self-service. */
const FAL_IN_FLIGHT_MOST = 40

const Fal = z
  .object({
    FAL_KEY: text.describe('The key of the account at fal.'),
    FAL_API_BASE: apiBase('https://queue.fal.run'),
    FAL_JWKS_URL: z
      .url()
      .default('https://rest.fal.ai/.well-known/jwks.json')
      .describe('The public keys that its hooks are signed with.'),
    FAL_USER_ID: text
      .optional()
      .describe(
        "The account's id, as its hooks name it: fal signs the hooks of all its customers with the same keys, and those of others are refused.",
      ),
    FAL_TRAINER: FalTrainerName.default('flux-lora-portrait-trainer').describe('What trains.'),
    FAL_SERVING: text
      .default('fal-ai/flux-lora')
      .describe('What makes pictures with the files of that trainer.'),
    FAL_IN_FLIGHT: count(FAL_IN_FLIGHT_MOST)
      .default(2)
      .describe('Jobs at once that the account is allowed: 2 at first, 40 at most by self-service.'),
    FAL_DOLLARS_PER_STEP: dollars.describe('What a step of the training costs; costs are recorded by it.'),
    FAL_DOLLARS_PER_PICTURE: dollars.describe('What a picture costs; costs are recorded by it.'),
  })
  .transform((env) => ({
    kind: 'fal' as const,
    key: env.FAL_KEY,
    baseUrl: env.FAL_API_BASE,
    jwksUrl: env.FAL_JWKS_URL,
    userId: env.FAL_USER_ID ?? null,
    trainer: env.FAL_TRAINER,
    serving: env.FAL_SERVING,
    inFlight: env.FAL_IN_FLIGHT,
    microsPerStep: micros(env.FAL_DOLLARS_PER_STEP),
    microsPerPicture: micros(env.FAL_DOLLARS_PER_PICTURE),
  }))

const REPLICATE_AT_ONCE_MOST = 100

const Replicate = z
  .object({
    REPLICATE_API_TOKEN: text.describe('The token of the account at Replicate.'),
    REPLICATE_API_BASE: apiBase('https://api.replicate.com/v1'),
    REPLICATE_OWNER: text.describe('The account that the models of persons belong to.'),
    REPLICATE_TRAINER: z
      .string({ error: 'is missing' })
      .regex(/^[\w.-]+\/[\w.-]+:[0-9a-f]{64}$/, 'is no owner/name:version')
      .describe('`owner/name:version` of the trainer, with the input of `ostris/flux-dev-lora-trainer`.'),
    REPLICATE_HARDWARE: text.describe('SKU of the machines that make pictures, as `GET /hardware` names it.'),
    REPLICATE_AT_ONCE: count(REPLICATE_AT_ONCE_MOST)
      .default(4)
      .describe('Pictures of one bundle that are under way at once.'),
  })
  .transform((env) => ({
    kind: 'replicate' as const,
    token: env.REPLICATE_API_TOKEN,
    baseUrl: env.REPLICATE_API_BASE,
    owner: env.REPLICATE_OWNER,
    trainer: env.REPLICATE_TRAINER,
    hardware: env.REPLICATE_HARDWARE,
    parallelism: env.REPLICATE_AT_ONCE,
  }))

const Bfl = z
  .object({
    BFL_API_KEY: text.describe('The key of the account at Black Forest Labs.'),
    BFL_API_BASE: apiBase('https://api.eu.bfl.ai'),
    BFL_WEBHOOK_SECRET: secrets.describe('Sent with each order: its hooks are signed with it.'),
  })
  .transform((env) => ({
    kind: 'bfl' as const,
    key: env.BFL_API_KEY,
    baseUrl: env.BFL_API_BASE,
    hookSecrets: env.BFL_WEBHOOK_SECRET,
  }))

/** What each engine needs where `ENGINES` names it. */
export const ENGINE_SETTINGS = { studio: Studio, cog: Cog, fal: Fal, replicate: Replicate, bfl: Bfl }
export type EngineName = keyof typeof ENGINE_SETTINGS
type EngineSettings = { [N in EngineName]: z.output<(typeof ENGINE_SETTINGS)[N]> }
export type EngineConfig = EngineSettings[EngineName]

const isEngine = (name: string): name is EngineName => Object.hasOwn(ENGINE_SETTINGS, name)
const namesIn = (value: string): string[] => value.split(',').map((name) => name.trim())

export const Engines = z
  .looseObject({
    ENGINES: z
      .string()
      .refine((value) => namesIn(value).every(isEngine), choice(...Object.keys(ENGINE_SETTINGS)))
      .refine((value) => new Set(namesIn(value)).size === namesIn(value).length, 'names an engine twice')
      .default('studio')
      .describe(
        'What trains and renders, with commas, the preferred first: `studio` on our own machines, `cog`, `fal`, `replicate`, `bfl`. ' +
          'The next takes over where one is away. An engine is left in the list until its models are deleted.',
      ),
    ENGINE_REGIONS: z
      .enum(['any', 'eu'])
      .default('any')
      .describe('`eu`: new orders go only to engines on our own machines or in the European Union.'),
    // The studio finishes the pictures of every engine.
    STUDIO_THREADS: count(64)
      .optional()
      .describe('Pictures worked on at a time; as many as there are processors by default.'),
    STUDIO_CUT_OUT_NET: text
      .optional()
      .describe(
        'Another net that cuts people out: an ONNX file read as docs/models.md says; `none`: only the small one.',
      ),
  })
  .transform((env, context) => ({
    chosen: namesIn(env.ENGINES).flatMap((name): EngineConfig[] => {
      if (!isEngine(name)) return []
      const parsed: z.ZodSafeParseResult<EngineConfig> = ENGINE_SETTINGS[name].safeParse(env)
      if (parsed.success) return [parsed.data]
      for (const { message, path } of parsed.error.issues) {
        context.addIssue({ code: 'custom', message, path: path.slice(0, 1) })
      }
      return []
    }),
    regions: env.ENGINE_REGIONS,
    studio: {
      threads: env.STUDIO_THREADS,
      cutOutNet: env.STUDIO_CUT_OUT_NET === 'none' ? null : env.STUDIO_CUT_OUT_NET,
    },
  }))
