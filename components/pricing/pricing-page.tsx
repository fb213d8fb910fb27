import { FIRST_BUNDLE_CREDITS, REFERRAL_CREDITS } from '#contract/credits.ts'
import { FREE_REROLLS_PER_BUNDLE, GUARANTEE_DAYS, HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { CURRENCY_BY_LOCALE, Currency, PriceTier, TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { STYLE_TIER, StudioStyleId } from '#contract/styles.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { formatAmount, pricesIn } from '#lib/i18n/amount.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

const INCLUDED = ['training', 'headshots', 'rerolls', 'formats', 'upscale'] as const
const FREE = ['upload', 'preview', 'share', 'export'] as const

/** All prices, and the refund rules. */
export function PricingPage({ contactEmail }: { contactEmail: string | null }) {
  const t = useTranslations('pricing')
  const shop = useTranslations('shop')
  const locale = useLocale()
  const currency = CURRENCY_BY_LOCALE[locale]
  const { price, least, most } = pricesIn(locale)
  const other = Currency.options.find((one) => one !== currency) ?? currency
  const counts = { count: HEADSHOTS_PER_BUNDLE, rerolls: FREE_REROLLS_PER_BUNDLE }
  return (
    <div className="wrap py-10 sm:py-14 lg:py-20">
      <header className="max-w-4xl">
        <h1 className="text-3xl sm:text-4xl lg:text-5xl">{t('title', { price })}</h1>
        <p className="mt-5 max-w-[48ch] text-lg">{t('lead')}</p>
      </header>
      <div className="mt-10 grid gap-x-8 gap-y-12 lg:mt-16 lg:grid-cols-12">
        <section aria-labelledby="first-title" className="lg:col-span-5">
          <Price amount={price} />
          <h2 id="first-title" className="mt-3 text-xl">
            {t('first.title')}
          </h2>
          <p className="mt-2 measure text-ink-soft">{t('first.text', counts)}</p>
          <List items={INCLUDED.map((item) => t(`first.items.${item}`, counts))} />
          <ButtonLink href={`/${locale}/persons/new`} size="lg" block className="mt-6">
            {t('action')}
          </ButtonLink>
          <p className="mt-3 text-sm text-ink-soft">
            {t('first.pay', { ways: shop('waysToPay') })}{' '}
            {t('first.other', { other: pricesIn(locale, other).price })}
          </p>
        </section>
        <section aria-labelledby="more-title" className="lg:col-span-6 lg:col-start-7">
          <Price amount={`${least} – ${most}`} />
          <h2 id="more-title" className="mt-3 text-xl">
            {t('more.title')}
          </h2>
          <p className="mt-2 measure text-ink-soft">{t('more.text', counts)}</p>
          <StylePrices format={(tier) => formatAmount(TIER_AMOUNT_MINOR[tier], currency, locale)} />
        </section>
      </div>
      <section
        aria-labelledby="guarantee-title"
        className="mt-16 rounded-md bg-sheet p-6 text-sheet-ink sm:p-10 lg:mt-24"
      >
        <h2 id="guarantee-title" className="max-w-[22ch] text-2xl lg:text-3xl">
          {t('guarantee.title', { days: GUARANTEE_DAYS })}
        </h2>
        <p className="mt-4 max-w-[62ch] text-sheet-soft">{t('guarantee.text')}</p>
        <p className="mt-5 flex flex-wrap gap-x-8 text-sm">
          <a
            href={`/${locale}/legal/terms#guarantee`}
            className="flex min-h-11 items-center underline underline-offset-4"
          >
            {t('guarantee.terms')}
          </a>
          <a
            href={`/${locale}/legal/withdrawal`}
            className="flex min-h-11 items-center underline underline-offset-4"
          >
            {t('guarantee.withdrawal')}
          </a>
        </p>
      </section>
      <div className="mt-14 grid gap-x-8 gap-y-10 md:grid-cols-3 lg:mt-20">
        <section aria-labelledby="free-title">
          <h2 id="free-title" className="text-xl">
            {t('free.title')}
          </h2>
          <List items={FREE.map((item) => t(`free.items.${item}`))} />
        </section>
        <section aria-labelledby="credits-title">
          <h2 id="credits-title" className="text-xl">
            {t('credits.title')}
          </h2>
          <p className="mt-4 measure text-ink-soft">
            {t('credits.text', { referral: REFERRAL_CREDITS, first: FIRST_BUNDLE_CREDITS })}
          </p>
        </section>
        <section aria-labelledby="companies-title">
          <h2 id="companies-title" className="text-xl">
            {t('companies.title')}
          </h2>
          <p className="mt-4 measure text-ink-soft">{t('companies.text')}</p>
          {contactEmail !== null && (
            <ButtonLink href={`mailto:${contactEmail}`} variant="secondary" className="mt-4">
              {t('companies.action')}
            </ButtonLink>
          )}
        </section>
      </div>
    </div>
  )
}

function Price({ amount }: { amount: string }) {
  return (
    <p
      translate="no"
      className="border-t-2 border-ink pt-3 text-3xl font-bold tracking-tight tabular-nums lg:text-4xl"
    >
      {amount}
    </p>
  )
}

function List({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="mt-5 border-t border-edge">
      {items.map((item, index) => (
        <li key={index} className="border-b border-hairline py-2.5 text-sm">
          {item}
        </li>
      ))}
    </ul>
  )
}

function StylePrices({ format }: { format: (tier: PriceTier) => string }) {
  const t = useTranslations('pricing.tier')
  const styles = useTranslations('styles')
  return (
    <table className="mt-5 w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('style')}</th>
          <th scope="col">{t('price')}</th>
        </tr>
      </thead>
      <tbody className="border-t border-edge">
        {PriceTier.options.map((tier) => (
          <tr key={tier} className="border-b border-hairline align-top">
            <th scope="row" className="py-2.5 pr-6 text-left font-normal">
              {StudioStyleId.options
                .filter((styleId) => STYLE_TIER[styleId] === tier)
                .map((styleId) => styles(`${styleId}.name`))
                .join(', ')}
            </th>
            <td translate="no" className="py-2.5 text-right font-semibold whitespace-nowrap tabular-nums">
              {format(tier)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
