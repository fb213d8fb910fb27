'use client'

import { useTranslations } from 'next-intl'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { PersonName } from '#contract/persons.ts'
import { Field } from '#components/ui/field.tsx'
import { controlClassName, TextInput } from '#components/ui/text-input.tsx'

/** Offered as validity of a link, in days; the first that is made is valid for 30. */
export const DAYS = [7, 30, 90, 365] as const
export const DEFAULT_DAYS = 30

/** What a form of these fields says; days are undefined where they stay as they are. */
export interface LinkChoice {
  shownName: string | null
  expiresInDays: number | undefined
}

/** Reads the fields of a form; undefined when the name is no good. */
export function choiceIn(form: HTMLFormElement): LinkChoice | undefined {
  const data = new FormData(form)
  const [typed, days] = [data.get('shownName'), data.get('days')]
  const name = typeof typed === 'string' ? typed.trim() : ''
  const parsed = PersonName.safeParse(name)
  if (name !== '' && !parsed.success) return undefined
  return {
    shownName: parsed.success ? parsed.data : null,
    expiresInDays: typeof days === 'string' && days !== '' ? Number(days) : undefined,
  }
}

interface Props {
  shownName: string | null
  /** Whether there is a validity already, which may stay. */
  keepsDays: boolean
  hasComplaint: boolean
}

/** Under which name a link shows the pictures, and for how long. */
export function LinkSettings({ shownName, keepsDays, hasComplaint }: Props) {
  const t = useTranslations('sharing.settings')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t('name')}
        aside={t('optional')}
        hint={t('nameHint')}
        error={hasComplaint && t('nameTooLong', { max: PERSON_NAME_MAX_LENGTH })}
      >
        {(control) => (
          <TextInput {...control} name="shownName" defaultValue={shownName ?? ''} autoComplete="off" />
        )}
      </Field>
      <Field label={t('days')}>
        {(control) => (
          <select
            {...control}
            name="days"
            defaultValue={keepsDays ? '' : String(DEFAULT_DAYS)}
            className={controlClassName}
          >
            {keepsDays && <option value="">{t('asItIs')}</option>}
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {keepsDays ? t('daysFromNow', { days }) : t('daysCount', { days })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
