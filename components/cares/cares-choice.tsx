'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { CareDegree, type Care, type Cares } from '#contract/cares.ts'
import { controlClassName } from '#components/ui/text-input.tsx'
import { useCareNames } from './use-care-names.ts'

/** Beside the degrees: the care is off. */
const OFF = 'off'
const DEGREES = [OFF, ...CareDegree.options] as const

interface Props {
  /** Cares that the engine supports. */
  possible: readonly Care[]
  cares: Cares
  onChange: (cares: Cares) => void
  /** A whole bundle, or one re-roll. */
  purpose: 'order' | 'reroll'
  className?: string
}

/** Retouching beyond the usual, folded; one line names the selected cares. */
export function CaresChoice({ possible, cares, onChange, purpose, className }: Props) {
  const t = useTranslations('cares')
  const names = useCareNames(cares)
  if (possible.length === 0) return null
  return (
    <details className={clsx('group', className)}>
      <summary className="flex min-h-12 items-center gap-x-3 py-2">
        <span className="font-semibold">{t('title')}</span>
        <span className="min-w-0 grow text-right text-sm text-ink-soft">
          {names === '' ? t('none') : names}
        </span>
        <svg
          viewBox="0 0 12 8"
          aria-hidden="true"
          className="w-3 shrink-0 transition-transform group-open:rotate-180"
        >
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </summary>
      <p className="text-sm text-ink-soft">{t(`lead.${purpose}`)}</p>
      <div className="mt-3 mb-4 flex flex-col gap-4">
        {possible.map((care) => (
          <CareChoice
            key={care}
            care={care}
            degree={cares[care]}
            onChange={(degree) => {
              const { [care]: _before, ...others } = cares
              onChange(degree ? { ...others, [care]: degree } : others)
            }}
          />
        ))}
      </div>
    </details>
  )
}

interface CareProps {
  care: Care
  degree: CareDegree | undefined
  onChange: (degree: CareDegree | undefined) => void
}

function CareChoice({ care, degree, onChange }: CareProps) {
  const t = useTranslations('cares')
  const id = useId()
  return (
    <div className="grid grid-cols-[1fr_8rem] items-center gap-x-4 gap-y-1">
      <label htmlFor={id} className="font-medium">
        {t(`of.${care}.name`)}
      </label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={degree ?? OFF}
        onChange={({ target }) => onChange(CareDegree.safeParse(target.value).data)}
        className={controlClassName}
      >
        {DEGREES.map((value) => (
          <option key={value} value={value}>
            {t(`degree.${value}`)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="col-span-2 text-sm text-ink-soft">
        {t(`of.${care}.hint`)}
      </p>
    </div>
  )
}
