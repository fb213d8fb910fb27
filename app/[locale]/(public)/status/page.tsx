import { BRAND } from '#contract/brand.ts'
import { STATUS_SHARE_MIN_ORDERS } from '#contract/limits.ts'
import { Section } from '#components/marketing/section.tsx'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { StatusPanel } from '#components/status/status-panel.tsx'
import { readSiteUrl } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { breadcrumbs } from '#lib/seo/structured-data.ts'
import type { Metadata } from 'next'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'

const PATH = '/status'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const t = await getTranslations('meta.status')
  return pageMetadata({ locale, path: PATH, title: t('title'), description: t('description') })
}

export default async function StatusPage() {
  const locale = await getLocale()
  const t = await getTranslations('status')
  const { status } = await getMessages()
  return (
    <PublicPage path={PATH}>
      <div className="wrap grid gap-x-8 gap-y-10 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
        <header className="lg:col-span-4">
          <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
          <p className="mt-5 max-w-[42ch] text-lg">{t('lead')}</p>
        </header>
        <div className="lg:col-span-8">
          <StatusPanel copy={status} locale={locale} />
        </div>
      </div>
      <Section id="counting" title={t('how')}>
        <p className="measure">{t('howText', { count: STATUS_SHARE_MIN_ORDERS })}</p>
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
