import { BRAND } from '#contract/brand.ts'
import type { Locale } from '#contract/locales.ts'
import { sayKept, type Processing } from '#contract/processing.ts'
import type { Seller } from '#contract/seller.ts'
import type { Words } from '#backend/features/mail/mail-service.ts'
import type english from '#messages/legal/en.json'

type LegalTexts = Pick<typeof english, 'agreement' | 'imprint'>

/** Loaded when an agreement is drawn; each has the shape of the English one, or this does not compile. */
const TEXTS: Readonly<Record<Locale, () => Promise<{ default: LegalTexts }>>> = {
  en: () => import('#messages/legal/en.json', { with: { type: 'json' } }),
  de: () => import('#messages/legal/de.json', { with: { type: 'json' } }),
  fr: () => import('#messages/legal/fr.json', { with: { type: 'json' } }),
  es: () => import('#messages/legal/es.json', { with: { type: 'json' } }),
  it: () => import('#messages/legal/it.json', { with: { type: 'json' } }),
}

/** Label and value. */
type Line = readonly [string, string]

/** The content of the agreement on data processing, independent of its form. */
export interface AgreementContent {
  locale: Locale
  title: string
  author: string
  lead: string
  /** A paragraph, or the items of a list. */
  sections: readonly { title: string; body: readonly (string | readonly string[])[] }[]
  annex: {
    title: string
    date: string
    engines: readonly { title: string; lines: readonly Line[] }[]
    storage: Line
  }
  /** The signing parties, the processor first, and the lines they fill in. */
  signatures: { parties: readonly string[]; lines: string }
}

/** The agreement in a language, by the settings of today. */
export async function writeAgreement(
  processing: Processing,
  { words, seller, now }: { words: Words; seller: Seller; now: Date },
): Promise<AgreementContent> {
  const { locale, say, day } = words
  const { agreement, imprint } = (await TEXTS[locale]()).default
  const values: Record<string, string> = {
    seller: seller.name ?? BRAND,
    address: seller.addressLines.join(', ') || imprint.noAddress,
    contact: seller.email ?? imprint.noEmail,
    date: day(now.toISOString()),
  }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const { annex, sign } = agreement
  return {
    locale,
    title: agreement.title,
    author: values.seller ?? BRAND,
    lead: filled(agreement.lead),
    sections: agreement.sections.map(({ title, body }) => ({
      title,
      body: body.map((block) => (typeof block === 'string' ? filled(block) : block.map(filled))),
    })),
    annex: {
      title: annex.title,
      date: filled(annex.date),
      engines: processing.engines.map((engine) => ({
        title: `${annex.engine}: ${engine.subProcessor ?? say(`processing.names.${engine.region === 'here' ? 'here' : 'own'}`)}`,
        lines: linesOf(engine, words),
      })),
      storage: [annex.storage, sayStorage(processing.storage, words)],
    },
    signatures: { parties: [filled(sign.processor), sign.controller], lines: sign.lines },
  }
}

function linesOf(engine: Processing['engines'][number], { locale, say }: Words): Line[] {
  const kept = {
    nothing: say('processing.kept.nothing'),
    until: say('processing.kept.until', { time: '{time}' }),
    until_deleted: say('processing.kept.until_deleted'),
    not_stated: say('processing.kept.not_stated'),
  }
  return [
    [say('processing.labels.does'), say(`processing.does.${engine.trains ? 'trains' : 'references'}`)],
    [say('processing.labels.region'), say(`processing.regions.${engine.region}`)],
    ...(['selfies', 'models', 'pictures'] as const).map((what): Line => [
      say(`processing.labels.${what}`),
      sayKept(engine.keeps[what], locale, kept),
    ]),
  ]
}

function sayStorage({ place, company, region }: Processing['storage'], { say }: Words): string {
  return say(`processing.places.${place}`, { company: company ?? '', region: region ?? '' })
}
