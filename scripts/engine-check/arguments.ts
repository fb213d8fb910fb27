import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { COG_WEIGHTS } from '#backend/providers/engine/cog/weights.ts'
import { FalTrainerName } from '#backend/providers/engine/fal/trainers.ts'

/** A command line is wrong; the message is one sentence for who wrote it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const PORT = 4121
const MINUTES = 150
const PICTURES = 2

/** What `--help` answers. */
export const HELP = `npm run engine:check -- --engine ENGINE --address URL --selfies FOLDER [--key-file FILE] [--json]

Tries every promise of the engine port against a real endpoint, with the selfies of one person, and prints a table: each promise
is held, broken, or not checked. It costs one training and a few pictures. What was ordered is canceled or deleted at the
end, also after a failure or Ctrl-C. The exit code is 1 where a promise is broken, and 2 where the command is wrong.

  --engine NAME             studio, cog, replicate, fal or bfl
  --address URL             a container of cog; of the others where they are not at their vendor's own address
  --selfies FOLDER          pictures of one person alone; four or more are advised
  --key-file FILE           the key of the account; of cog the container's WEBHOOK_AUTH_TOKEN
  --json                    prints an answer for programs

What engines call back, and read their input from:
  --hook-port N             where this command listens, ${PORT} unless given
  --hook-url URL            the address at which the engine reaches that port: needed by cog and fal, unless they run
                            on this machine; without it the hooks of replicate and bfl are not checked

How much:
  --pictures N              pictures of the engine, ${PICTURES} unless given
  --studio-pictures N       pictures that the studio makes of the same selfies, for comparison, 2 unless given
  --minutes N               how long a training may take, ${MINUTES} unless given

By engine:
  cog        --weights NAME            flux-2-klein-4b unless given; or ${Object.keys(COG_WEIGHTS).slice(1).join(', ')}
             --upload-url URL          where the container was started with --upload-url
             --dollars-per-hour X      of its GPU, for the cost
  replicate  --trainer OWNER/NAME:ID   the trainer and its version; needed
             --hardware SKU            an H100 of the vendor's list unless given
  fal        --trainer NAME            flux-lora-portrait-trainer unless given
             --serving NAME            what makes pictures with that trainer's models, fal-ai/flux-lora unless given
             --dollars-per-step X, --dollars-per-picture X   as the vendor's pages name them, for the cost`

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'is no http address' })
  .refine(
    (url) => new URL(url).username === '' && new URL(url).password === '',
    'must hold no name or password',
  )
  .transform((url) => url.replace(/\/+$/, ''))
const count = (least: number, most: number) => {
  const error = `is no whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const dollars = z.coerce.number({ error: 'is no amount' }).min(0, 'is no amount').default(0)
const key = z
  .string('is missing')
  .transform((file, context) => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      context.addIssue('names a file that cannot be read')
      return z.NEVER
    }
  })
  .refine((text) => text !== '', 'names an empty file')

const everywhere = {
  selfies: z.string('is missing').min(1, 'is missing'),
  json: z.boolean().default(false),
  'hook-port': count(0, 65_535).default(PORT),
  'hook-url': httpUrl.optional(),
  pictures: count(1, 12).default(PICTURES),
  'studio-pictures': count(0, 12).default(2),
  minutes: count(1, 24 * 60).default(MINUTES),
}

/** The engine to check, where it is, and how many pictures to order from it. */
const Wanted = z.discriminatedUnion(
  'engine',
  [
    z.strictObject({ engine: z.literal('studio'), ...everywhere }),
    z.strictObject({
      engine: z.literal('cog'),
      address: httpUrl.nonoptional('is missing'),
      'key-file': key,
      weights: z.enum(Object.keys(COG_WEIGHTS) as [keyof typeof COG_WEIGHTS]).default('flux-2-klein-4b'),
      'upload-url': httpUrl.optional(),
      'dollars-per-hour': dollars,
      ...everywhere,
    }),
    z.strictObject({
      engine: z.literal('replicate'),
      address: httpUrl.default('https://api.replicate.com/v1'),
      'key-file': key,
      trainer: z
        .string('is missing')
        .regex(/^[^/:]+\/[^/:]+:[0-9a-f]{64}$/, 'is not OWNER/NAME:ID, the id with 64 digits'),
      hardware: z.string().optional(),
      ...everywhere,
    }),
    z.strictObject({
      engine: z.literal('fal'),
      address: httpUrl.default('https://queue.fal.run'),
      'key-file': key,
      trainer: FalTrainerName.default('flux-lora-portrait-trainer'),
      serving: z.string().default('fal-ai/flux-lora'),
      'dollars-per-step': dollars,
      'dollars-per-picture': dollars,
      ...everywhere,
    }),
    z.strictObject({
      engine: z.literal('bfl'),
      address: httpUrl.default('https://api.eu.bfl.ai'),
      'key-file': key,
      ...everywhere,
    }),
  ],
  'is none of studio, cog, replicate, fal, bfl',
)
export type Wanted = z.output<typeof Wanted>
export type WantedOf<Name extends Wanted['engine']> = Extract<Wanted, { engine: Name }>

const text = { type: 'string' } as const
const OPTIONS = {
  engine: text,
  address: text,
  selfies: text,
  'key-file': text,
  json: { type: 'boolean' } as const,
  'hook-port': text,
  'hook-url': text,
  pictures: text,
  'studio-pictures': text,
  minutes: text,
  weights: text,
  'upload-url': text,
  'dollars-per-hour': text,
  trainer: text,
  hardware: text,
  serving: text,
  'dollars-per-step': text,
  'dollars-per-picture': text,
}

/** Null where help is asked for. @throws UsageError */
export function readArguments(args: readonly string[]): Wanted | null {
  if (args.includes('--help') || args.includes('-h')) return null
  const parsed = Wanted.safeParse(optionsOf(args))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const wrong =
    issue?.code === 'unrecognized_keys'
      ? `--${issue.keys.join(', --')} belongs to another engine`
      : `--${issue?.path.join('.')} ${issue?.message}`
  throw new UsageError(`${wrong}. --help says what can be asked for.`)
}

function optionsOf(args: readonly string[]): Record<string, unknown> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    // The message of `parseArgs` has several sentences; the first says what is wrong.
    const [said = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new UsageError(`${said}. --help says what can be asked for.`)
  }
}

/** What must not be seen in anything that is printed. */
export function secretsOf(wanted: Wanted): string[] {
  return 'key-file' in wanted ? [wanted['key-file']] : []
}
