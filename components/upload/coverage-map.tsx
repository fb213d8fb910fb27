'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { SelfieCoach } from '#contract/selfies.ts'
import { COVERAGE_POSES, coverageRows, type MapCell } from './coverage-rows.ts'

/** Which poses, light and expressions the good selfies show, and which one the coach asks for. */
export function CoverageMap({ coach }: { coach: SelfieCoach }) {
  const t = useTranslations('upload.coverage')
  const rows = coverageRows(coach)
  const hasNext = rows.some(({ cells }) => cells.some(({ isNext }) => isNext))
  return (
    <div>
      <table className="-mx-1.5 w-[calc(100%+0.75rem)] table-fixed border-separate border-spacing-1.5 text-sm">
        <caption className="mb-1 px-1.5 text-left text-base font-semibold">{t('caption')}</caption>
        <thead>
          <tr>
            <td className="w-[30%]" />
            {COVERAGE_POSES.map((pose) => (
              <th key={pose} scope="col" className="text-left font-normal text-ink-soft">
                {t(`poses.${pose}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row" className="pr-1 text-left leading-tight font-normal hyphens-auto">
                {t(`rows.${row}`)}
              </th>
              {cells.map((cell) => (
                <Cell key={cell.pose} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <LegendItem className={FILLED}>{t('legend.there')}</LegendItem>
        {hasNext && <LegendItem className={NEXT}>{t('legend.next')}</LegendItem>}
        <LegendItem className={EMPTY}>{t('legend.missing')}</LegendItem>
      </ul>
    </div>
  )
}

const FILLED = 'bg-accent text-glow-ink'
const NEXT = 'border-2 border-dashed border-accent-ink'
const EMPTY = 'border border-hairline bg-wash'

function Cell({ cell: { count, isNext } }: { cell: MapCell }) {
  const t = useTranslations('upload.coverage')
  return (
    <td
      className={clsx(
        'h-9 rounded-sm text-center font-semibold tabular-nums',
        count > 0 ? FILLED : isNext ? NEXT : EMPTY,
      )}
    >
      {count > 0 && <span aria-hidden="true">{count}</span>}
      <span className="sr-only">
        {count > 0 ? t('count', { count }) : isNext ? t('legend.next') : t('legend.missing')}
      </span>
    </td>
  )
}

function LegendItem({ className, children }: { className: string; children: string }) {
  return (
    <li className="inline-flex items-center gap-2">
      <span className={clsx('inline-block size-4 rounded-xs', className)} />
      {children}
    </li>
  )
}
