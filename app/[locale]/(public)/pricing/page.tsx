import { BRAND } from '#contract/brand.ts'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import { Currency, FIRST_BUNDLE_AMOUNT_MINOR } from '#contract/money.ts'
import { PricingPage } from '#components/pricing/pricing-page.tsx'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSeller, readSiteUrl } from '#lib/env.ts'
import { pricesIn } from '#lib/i18n/amount.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { breadcrumbs, product } from '#lib/seo/structured-data.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'

const PATH = '/pricing'

export const dynamicParams = false

async function copy() {
  const locale = await getLocale()
  const t = await getTranslations('meta.pricing')
  const values = { ...pricesIn(locale), days: GUARANTEE_DAYS }
  return { locale, title: t('title', values), description: t('description', values) }
}

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: PATH, ...(await copy()) })
}

export default async function Page() {
  const { locale, title, description } = await copy()
  const t = await getTranslations('pricing')
  const url = `${readSiteUrl()}/${locale}${PATH}`
  return (
    <PublicPage path={PATH}>
      <PricingPage contactEmail={readSeller().email} />
      <StructuredDataScript
        data={product({
          name: title,
          brand: BRAND,
          description,
          url,
          imageUrl: `${readSiteUrl()}/og/home-${locale}.jpg`,
          offers: Currency.options.map((currency) => ({
            name: t('first.title'),
            amountMinor: FIRST_BUNDLE_AMOUNT_MINOR[currency],
            currency,
          })),
        })}
      />
      <StructuredDataScript
        data={breadcrumbs([
          { name: BRAND, url: `${readSiteUrl()}/${locale}` },
          { name: title, url },
        ])}
      />
    </PublicPage>
  )
}
