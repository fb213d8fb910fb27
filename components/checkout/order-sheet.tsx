import { clsx } from 'clsx'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Receipt } from '#contract/payments.ts'
import { useCareNames } from '#components/cares/use-care-names.ts'
import { StyleSample } from '#components/shop/style-sample.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { orderTotalOf } from '#lib/checkout/ordered-together.ts'
import { formatAmounts } from '#lib/i18n/amount.ts'

interface Props {
  receipt: Receipt
  sampleUrl: string | null
  /** Whether there is a sample is still unknown: until then no drawn person is shown. */
  isSampleLoading: boolean
  /** The order was delivered: shown in colour, with its price. */
  isDone: boolean
  children: ReactNode
}

const FRAME = 'aspect-4/5 w-40 self-start sm:w-full'

/** An order's texts beside its picture, with its price. */
export function OrderSheet({ receipt, sampleUrl, isSampleLoading, isDone, children }: Props) {
  const t = useTranslations()
  const locale = useLocale()
  const format = useFormatter()
  const careNames = useCareNames()
  const { price, styleId, lines, orderReference } = receipt
  const total = orderTotalOf(receipt)
  const amountOf = formatAmounts(
    [total.amountMinor, ...lines.map((line) => line.price.regularAmountMinor)],
    price.currency,
    locale,
  )
  const cutMinor = total.regularAmountMinor - total.amountMinor
  const style = t(`styles.${styleId}.name`)
  const nameOf = (line: Receipt['lines'][number]) => t(`styles.${line.styleId}.name`)
  const areCaresAlike = new Set(lines.map((line) => careNames(line.cares))).size === 1
  const cares = lines
    .slice(0, areCaresAlike ? 1 : undefined)
    .map((line) => [
      areCaresAlike ? t('cares.title') : t('cares.titleOf', { style: nameOf(line) }),
      careNames(line.cares),
    ])
    .filter(([, names]) => names !== '')
  // Reference and amounts stay as they are where a browser translates the page.
  const rows = [
    ...lines.map((line) => [nameOf(line), amountOf(line.price.regularAmountMinor)]),
    ...(cutMinor > 0 ? [[t('checkout.bill.discount'), amountOf(-cutMinor)]] : []),
    ...(isDone ? [[t('checkout.bill.total'), amountOf(total.amountMinor)]] : []),
    [t('checkout.bill.headshots'), format.number(total.promisedCount)],
    ...cares,
    [t('checkout.bill.order'), orderReference],
  ]
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-[14rem_1fr] lg:grid-cols-[20rem_1fr]">
      {isSampleLoading ? (
        <Skeleton className={FRAME} />
      ) : sampleUrl === null ? (
        // Without a picture of this person the frame is empty, because a stranger's would mislead.
        <div
          aria-hidden
          className={clsx(FRAME, 'flex items-end rounded-sm bg-wash p-4 text-lg font-semibold text-ink-soft')}
        >
          {style}
        </div>
      ) : (
        <StyleSample
          styleId={styleId}
          url={sampleUrl}
          alt={style}
          className={clsx(FRAME, !isDone && 'grayscale')}
        />
      )}
      {children}
      <dl
        aria-label={t('checkout.bill.label')}
        className="max-w-md border-t border-hairline text-sm tabular-nums sm:col-start-2"
      >
        {rows.map(([name, value], index) => (
          <div key={index} className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd translate={cares.some(([, names]) => names === value) ? undefined : 'no'}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
