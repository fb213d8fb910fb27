import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { readSiteUrl } from '#lib/env.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import messages from '#messages/en.json' with { type: 'json' }

export const dynamic = 'force-static'

/** What the site is and where to read it, for language models (llmstxt.org). */
export function GET(): Response {
  const origin = readSiteUrl()
  const pages = LOCALES.map((locale) => `- [${languageName(locale)}](${origin}/${locale})`)
  const lines = [`# ${BRAND}`, '', `> ${messages.meta.home.description}`, '', '## Pages', '', ...pages, '']
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
