import { BRAND } from '#contract/brand.ts'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { readSiteUrl } from '#lib/env.ts'
import { pricesIn } from '#lib/i18n/amount.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import { getTranslations } from 'next-intl/server'

export const dynamic = 'force-static'

/** What the site is and where to read it, for language models (llmstxt.org). */
export async function GET(): Promise<Response> {
  const origin = readSiteUrl()
  const t = await getTranslations({ locale: 'en' })
  const page = (path: string, title: string, description = '') =>
    `- [${title}](${origin}/en${path})${description === '' ? '' : `: ${description}`}`
  const price = { ...pricesIn('en'), days: GUARANTEE_DAYS }
  const lines = [
    `# ${BRAND}`,
    `> ${t('meta.home.description')}`,
    '## Pages',
    [
      page('', t('meta.home.title')),
      page('/pricing', t('shell.pages.pricing'), t('meta.pricing.description', price)),
      page('/verify', t('shell.pages.verify'), t('meta.verify.description')),
      page('/where-your-face-is', t('shell.pages.processing'), t('meta.processing.description')),
      page('/status', t('shell.pages.status'), t('meta.status.description')),
      page('/headshots-near-me', t('shell.pages.nearMe'), t('meta.directory.description')),
      page('/legal/privacy-policy', t('shell.pages.privacy')),
      page('/legal/terms', t('shell.pages.terms')),
    ].join('\n'),
    '## Languages',
    LOCALES.map((locale) => `- [${languageName(locale)}](${origin}/${locale})`).join('\n'),
    '',
  ]
  return new Response(lines.join('\n\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
