'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { LOOK_CHOICES, LookChoices, type LookChoice as Choice } from '#contract/looks.ts'
import { controlClassName } from '#components/ui/text-input.tsx'

/** Beside the values: the look's own, or mixed. */
const OWN = 'own'
const CHOICES = ['backdrop', 'crop', 'expression'] as const satisfies readonly Choice[]

interface Props {
  look: LookChoices
  onChange: (look: LookChoices) => void
  className?: string
}

/** What a customer may choose of a look: backdrop, crop and expression. */
export function LookChoice({ look, onChange, className }: Props) {
  const t = useTranslations('shop.look')
  const id = useId()
  return (
    <fieldset className={className}>
      <legend className="mb-3 font-semibold">{t('title')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {CHOICES.map((choice) => (
          <div key={choice} className="min-w-0">
            <label htmlFor={`${id}-${choice}`} className="mb-1 block text-sm text-ink-soft">
              {t(`${choice}.label`)}
            </label>
            <select
              id={`${id}-${choice}`}
              value={look[choice] ?? OWN}
              onChange={({ target }) => {
                const { [choice]: _before, ...others } = look
                onChange(
                  LookChoices.parse(target.value === OWN ? others : { ...others, [choice]: target.value }),
                )
              }}
              className={controlClassName}
            >
              <option value={OWN}>{t(`${choice}.own`)}</option>
              <Options choice={choice} />
            </select>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Options({ choice }: { choice: Choice }) {
  const t = useTranslations('shop.look')
  const sentences = {
    backdrop: () => LOOK_CHOICES.backdrop.map((value) => [value, t(`backdrop.${value}`)] as const),
    crop: () => LOOK_CHOICES.crop.map((value) => [value, t(`crop.${value}`)] as const),
    expression: () => LOOK_CHOICES.expression.map((value) => [value, t(`expression.${value}`)] as const),
  }
  return sentences[choice]().map(([value, sentence]) => (
    <option key={value} value={value}>
      {sentence}
    </option>
  ))
}
