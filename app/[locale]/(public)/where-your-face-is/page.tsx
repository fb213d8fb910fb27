import { BRAND } from '#contract/brand.ts'
import { Section } from '#components/marketing/section.tsx'
import { ProcessingPanel } from '#components/processing/processing-panel.tsx'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { buttonClassName } from '#components/ui/button.tsx'
import { readSiteUrl } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { breadcrumbs } from '#lib/seo/structured-data.ts'
import type { Metadata } from 'next'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'

const PATH = '/where-your-face-is'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const t = await getTranslations('meta.processing')
  return pageMetadata({ locale, path: PATH, title: t('title'), description: t('description') })
}

export default async function WhereYourFaceIsPage() {
  const locale = await getLocale()
  const t = await getTranslations('processing')
  const { processing } = await getMessages()
  return (
    <PublicPage path={PATH}>
      <div className="wrap grid gap-x-8 gap-y-10 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
        <header className="lg:col-span-4">
          <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
          <p className="mt-5 max-w-[42ch] text-lg">{t('lead')}</p>
        </header>
        <div className="lg:col-span-8">
          <ProcessingPanel copy={processing} locale={locale} />
        </div>
      </div>
      <Section id="deletion" title={t('deletion.title')}>
        <p className="measure">{t('deletion.text')}</p>
        <a href={`/${locale}/legal/privacy-policy#retention`} className="mt-4 inline-block text-link">
          {t('deletion.link')}
        </a>
      </Section>
      <Section id="companies" title={t('companies.title')} body={t('companies.text')}>
        <a
          href={`/api/backend/processing/agreement?locale=${locale}`}
          download={`${t('fileName')}.pdf`}
          className={buttonClassName({ variant: 'secondary' })}
        >
          {t('companies.action')}
        </a>
      </Section>
      <StructuredDataScript
        data={breadcrumbs([
          { name: BRAND, url: `${readSiteUrl()}/${locale}` },
          { name: t('title'), url: `${readSiteUrl()}/${locale}${PATH}` },
        ])}
      />
    </PublicPage>
  )
}
