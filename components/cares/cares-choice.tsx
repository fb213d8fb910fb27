'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { CareDegree, type Care, type Cares } from '#contract/cares.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
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
  const names = useCareNames()(cares)
  if (possible.length === 0) return null
  return (
    <Disclosure title={t('title')} summary={names === '' ? t('none') : names} className={className}>
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
    </Disclosure>
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
