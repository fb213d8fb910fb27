import { LOCALES } from '#contract/locales.ts'
import { readSiteUrl } from '#lib/env.ts'
import { alternatesOf } from '#lib/i18n/alternates.ts'
import type { MetadataRoute } from 'next'

/** Every page a search engine may show, each with its other languages. */
export default function sitemap(): MetadataRoute.Sitemap {
  const origin = readSiteUrl()
  return LOCALES.map((locale) => {
    const { canonical, languages } = alternatesOf(locale, '')
    const absolute: Record<string, string> = {}
    for (const [language, path] of Object.entries(languages)) absolute[language] = `${origin}${path}`
    return { url: `${origin}${canonical}`, alternates: { languages: absolute } }
  })
}
