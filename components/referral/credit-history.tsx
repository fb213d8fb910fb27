'use client'

import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { CreditEntry } from '#contract/credits.ts'

/** Shown before the user asks for the rest. */
const FIRST_COUNT = 20

/** Every change of the balance, latest first, in words. */
export function CreditHistory({ entries }: { entries: readonly CreditEntry[] }) {
  const t = useTranslations('referral.history')
  const rest = entries.slice(FIRST_COUNT)
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="text-xl">
        {t('title')}
      </h2>
      {entries.length === 0 && <p className="mt-2 text-ink-soft">{t('none')}</p>}
      {entries.length > 0 && <Entries entries={entries.slice(0, FIRST_COUNT)} className="mt-4 border-t" />}
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-11 w-fit items-center text-sm text-link">
            {t('earlier', { count: rest.length })}
          </summary>
          <Entries entries={rest} className="border-t" />
        </details>
      )}
    </section>
  )
}

function Entries({ entries, className }: { entries: readonly CreditEntry[]; className: string }) {
  const t = useTranslations()
  const format = useFormatter()
  return (
    <ul className={clsx('border-hairline', className)}>
      {entries.map(({ amount, balance, reason, styleId, enteredAt }, index) => (
        <li key={`${enteredAt} ${String(index)}`} className="flex gap-4 border-b border-hairline py-3">
          <div className="min-w-0 grow">
            <p>
              {t(`referral.history.reasons.${reason}`)}
              {styleId !== null && <span className="text-ink-soft"> · {t(`styles.${styleId}.name`)}</span>}
            </p>
            <p className="text-sm text-ink-soft">
              <time dateTime={enteredAt}>{format.dateTime(new Date(enteredAt), { dateStyle: 'long' })}</time>
            </p>
          </div>
          <p className="shrink-0 text-right tabular-nums">
            <strong className={clsx(amount > 0 && 'text-success')}>
              {format.number(amount, { signDisplay: 'exceptZero' })}
            </strong>
            <span className="block text-sm text-ink-soft">{t('referral.history.balance', { balance })}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
