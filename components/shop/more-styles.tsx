import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import type { BundleOffer } from '#contract/bundles.ts'
import type { StyleId } from '#contract/styles.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { formatAmount } from '#lib/i18n/amount.ts'
import { priceOrder } from '#lib/discount/order-price.ts'
import { StyleSample } from './style-sample.tsx'

interface Props {
  /** The style that the order is about, and all others that can be ordered with it. */
  offer: BundleOffer
  others: readonly BundleOffer[]
  chosen: readonly StyleId[]
  onChange: (chosen: StyleId[]) => void
  className?: string
}

/** Further styles for the same order, each with what it adds to the price. */
export function MoreStyles({ offer, others, chosen, onChange, className }: Props) {
  const t = useTranslations()
  const locale = useLocale()
  const isChosen = ({ styleId }: BundleOffer) => chosen.includes(styleId)
  const priceOf = (offers: readonly BundleOffer[]) => priceOrder(offers, undefined)?.price.amountMinor ?? 0
  if (others.length === 0) return null
  return (
    <Disclosure
      title={t('shop.more.title')}
      summary={chosen.length > 0 ? t('shop.more.chosen', { count: chosen.length }) : ''}
      className={clsx('border-t border-hairline', className)}
    >
      <ul className="pb-3">
        {others.map((other) => {
          const { styleId, price, sampleUrl } = other
          const besides = [offer, ...others.filter((one) => one !== other && isChosen(one))]
          const addedMinor = priceOf([...besides, other]) - priceOf(besides)
          return (
            <li key={styleId}>
              <label className="flex min-h-14 cursor-pointer items-center gap-3 py-1.5">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-ink"
                  checked={isChosen(other)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...chosen, styleId] : chosen.filter((one) => one !== styleId))
                  }
                />
                <StyleSample
                  styleId={styleId}
                  url={sampleUrl}
                  alt=""
                  sizes="40px"
                  className="w-10 shrink-0"
                />
                <span className="min-w-0 flex-1 break-words">{t(`styles.${styleId}.name`)}</span>
                <span translate="no" className="text-sm text-ink-soft tabular-nums">
                  {t('shop.more.added', { price: formatAmount(addedMinor, price.currency, locale) })}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
