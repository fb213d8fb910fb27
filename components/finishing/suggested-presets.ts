import type { ExportPreset } from '#contract/headshot-files.ts'
import type { Locale } from '#contract/locales.ts'

/** What an application takes in the countries that have a format of their own. */
const CV_BY_COUNTRY: Readonly<Record<string, ExportPreset>> = {
  DE: 'cv-germany-switzerland',
  AT: 'cv-germany-switzerland',
  CH: 'cv-germany-switzerland',
  LI: 'cv-germany-switzerland',
  FR: 'cv-france',
  ES: 'cv-spain-italy',
  IT: 'cv-spain-italy',
}
const COUNTRY_BY_LOCALE: Readonly<Record<Locale, string | null>> = {
  en: null,
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
}
const XING_COUNTRIES = ['DE', 'AT', 'CH', 'LI']

/**
 * The formats a user most likely needs, the likeliest first: by the first country among the browser's languages, else
 * by the language of the page.
 * @param languages as the browser prefers them, e.g. `de-CH`
 */
export function suggestedPresets(locale: Locale, languages: readonly string[]): ExportPreset[] {
  const country = countryOf(languages) ?? COUNTRY_BY_LOCALE[locale]
  const cv = country === null ? undefined : CV_BY_COUNTRY[country]
  const networks: ExportPreset[] =
    country !== null && XING_COUNTRIES.includes(country) ? ['linkedin-400', 'xing-1024'] : ['linkedin-400']
  return cv ? [cv, ...networks] : networks
}

/** The suggested ones first, the others in their order. */
export function inSuggestedOrder<T extends { preset: ExportPreset }>(
  cuts: readonly T[],
  suggested: readonly ExportPreset[],
): T[] {
  return [
    ...suggested.flatMap((preset) => cuts.filter((cut) => cut.preset === preset)),
    ...cuts.filter(({ preset }) => !suggested.includes(preset)),
  ]
}

function countryOf(languages: readonly string[]): string | null {
  for (const language of languages) {
    const region = regionOf(language)
    if (region !== undefined) return region
  }
  return null
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}
