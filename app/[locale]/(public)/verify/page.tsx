import { BRAND } from '#contract/brand.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { Disclosure } from '#components/verify/disclosure.tsx'
import { Proves } from '#components/verify/proves.tsx'
import { VerifyPanel } from '#components/verify/verify-panel.tsx'
import { Section } from '#components/marketing/section.tsx'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSiteUrl } from '#lib/env.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { breadcrumbs } from '#lib/seo/structured-data.ts'
import type { Metadata } from 'next'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'

const PATH = '/verify'
/** The largest that a headshot becomes, enlarged four times, with room to spare. */
const MAX_MB = 50

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const t = await getTranslations('meta.verify')
  return pageMetadata({ locale, path: PATH, title: t('title'), description: t('description') })
}

export default async function VerifyPage() {
  const locale = await getLocale()
  const t = await getTranslations('verify')
  const { verify } = await getMessages()
  const { drop, again, failed, retry, reading, verdict, record, kinds, iptc, manifest, signedBy } = verify
  const { sentences: _ofThisLanguage, ...disclosure } = verify.disclosure
  return (
    <PublicPage path={PATH}>
      <div className="wrap grid gap-x-8 gap-y-8 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
        <header className="lg:col-span-4">
          <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
          <p className="mt-5 max-w-[42ch] text-lg">{t('lead')}</p>
        </header>
        <div className="lg:col-span-8">
          <VerifyPanel
            locale={locale}
            maxBytes={MAX_MB * 1024 * 1024}
            copy={{
              drop,
              again,
              failed,
              retry,
              reading,
              verdict,
              record,
              kinds,
              iptc,
              manifest,
              signedBy,
              hint: t('hint', { max: MAX_MB }),
              tooLarge: t('tooLarge', { max: MAX_MB }),
            }}
          />
        </div>
      </div>
      <Proves />
      <Section id="disclosure" title={t('disclosure.title')} body={t('disclosure.text')}>
        <Disclosure
          locale={locale}
          copy={disclosure}
          sentences={inEveryLanguage(await readSentences())}
          languages={LOCALES.map((one) => ({ value: one, label: languageName(one), lang: one }))}
        />
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

type Sentences = Messages['verify']['disclosure']['sentences']

const readSentences = () =>
  Promise.all(
    LOCALES.map(async (locale): Promise<[Locale, Sentences]> => {
      const { verify } = await getMessages({ locale })
      return [locale, verify.disclosure.sentences]
    }),
  )

function inEveryLanguage<T>(entries: readonly (readonly [Locale, T])[]): Record<Locale, T> {
  // Made of the list of all languages.
  return Object.fromEntries(entries) as Record<Locale, T>
}
