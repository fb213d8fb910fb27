import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Locale } from './locales.ts'

/** `here`: on the machines of the product; `own`: on other machines of the operator. */
export const Region = z.enum(['here', 'own', 'eu', 'us', 'not_stated'])
export type Region = z.infer<typeof Region>

/** How long an engine keeps a picture or a model: hours, `0` for not at all. */
export const Kept = z.union([z.number().nonnegative(), z.enum(['until_deleted', 'not_stated'])])
export type Kept = z.infer<typeof Kept>

/** What makes headshots, and what it does with a person's pictures. */
export const PictureProcessor = z
  .object({
    name: z.string().meta({ description: 'As the settings name it' }),
    trains: z
      .boolean()
      .meta({ description: 'Makes a model of each person; else it works from pictures alone' }),
    generates: z.boolean().meta({
      description: 'Makes pictures that were never taken; else it finishes photographs',
    }),
    region: Region,
    subProcessor: z.string().nullable().meta({ description: 'The company; null where none is' }),
    takesOrders: z.boolean().meta({
      description: 'New ones; else it only keeps and deletes what it made before',
    }),
    keeps: z.object({ selfies: Kept, models: Kept, pictures: Kept }),
    licence: z.string(),
  })
  .meta({ id: 'PictureProcessor' })
export type PictureProcessor = z.infer<typeof PictureProcessor>

/** Where the pictures of faces are, by the settings that this installation runs on. */
export const Processing = z
  .object({
    engines: z.array(PictureProcessor),
    storage: z.object({
      place: z.enum(['here', 'own', 'company']),
      company: z.string().nullable(),
      region: z.string().nullable().meta({ description: "As the company calls it, such as 'eu-central-1'" }),
    }),
    staysHere: z.boolean().meta({ description: 'No other machine stores pictures or works on them' }),
  })
  .meta({ id: 'Processing' })
export type Processing = z.infer<typeof Processing>

/** The engines that companies run and that get new selfies, with their companies: each needs a consent of its own. */
export function enginesAtCompanies({ engines }: Processing): { name: string; company: string }[] {
  return engines.flatMap(({ name, subProcessor: company, takesOrders }) =>
    company === null || !takesOrders ? [] : [{ name, company }],
  )
}

/** How the engines that may make a style make it: `either` where it depends on which of them does. */
export type Making = 'finished' | 'generated' | 'either'

/** @param names of the engines that may make it, as the settings name them */
export function makingBy({ engines }: Processing, names: readonly string[]): Making {
  const makers = engines.filter(({ name }) => names.includes(name))
  if (makers.every(({ generates }) => generates)) return 'generated'
  return makers.some(({ generates }) => generates) ? 'either' : 'finished'
}

/** The companies that get to see pictures, each once. */
export function companiesOf({ engines, storage }: Processing): string[] {
  const named = [...engines.map(({ subProcessor }) => subProcessor), storage.company]
  return [...new Set(named.filter((name) => name !== null))]
}

/** The engine that made a picture, by the name that was kept with it; null where the settings no longer have it. */
export function makerOf(
  { engines }: Processing,
  name: string,
): Pick<PictureProcessor, 'name' | 'region' | 'subProcessor' | 'generates'> | null {
  const known = engines.find((engine) => engine.name === name)
  if (!known) return null
  const { region, subProcessor, generates } = known
  return { name, region, subProcessor, generates }
}

/** How long something is kept, in words; `until` has `{time}`. */
export function sayKept(
  kept: Kept,
  locale: string,
  words: Record<'nothing' | 'until' | 'until_deleted' | 'not_stated', string>,
): string {
  if (typeof kept !== 'number') return words[kept]
  if (kept === 0) return words.nothing
  const [value, unit] = kept < 1 ? [Math.ceil(kept * 60), 'minute'] : [kept, 'hour']
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  return words.until.replace('{time}', time)
}

export const processingEndpoints = {
  getProcessing: defineEndpoint({
    method: 'GET',
    path: '/processing',
    aliases: [],
    auth: 'public',
    rate: 'public',
    summary: 'Where pictures of faces are stored and worked on, by whom, and for how long they are kept',
    response: Processing,
    errors: [],
  }),
  getProcessingAgreement: defineEndpoint({
    method: 'GET',
    path: '/processing/agreement',
    aliases: [],
    auth: 'public',
    rate: 'public',
    summary: 'The agreement on data processing for companies as a PDF, with the same facts in its annex',
    query: z.object({ locale: Locale }),
    stream: { mediaType: 'application/pdf' },
    response: z.string(),
    errors: [],
  }),
}
