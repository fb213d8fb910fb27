'use client'

import { useTranslations } from 'next-intl'
import { z } from 'zod'
import { sharingEndpoints } from '#contract/sharing.ts'
import type { ContractForm } from '#components/product/use-contract-form.ts'
import { Field } from '#components/ui/field.tsx'
import { controlClassName, TextInput } from '#components/ui/text-input.tsx'

/** Offered as validity of a link, in days; the first that is made is valid for 30. */
export const DAYS = [7, 30, 90, 365] as const
export const DEFAULT_DAYS = 30

const { body: Body } = sharingEndpoints.changeShareLink

/** A link's fields as typed, and the call's body: an empty name is none, empty days keep the expiry. */
export const LinkFields = z
  .object({ shownName: z.string().trim(), days: z.string() })
  .transform(({ shownName, days }): z.input<typeof Body> => ({
    shownName: shownName === '' ? null : shownName,
    ...(days === '' ? {} : { expiresInDays: Number(days) }),
  }))
  .pipe(Body)
export type LinkChoice = z.output<typeof LinkFields>

interface Props {
  form: Pick<ContractForm<z.input<typeof LinkFields>, LinkChoice>, 'field' | 'errorOf'>
  /** Whether there is a validity already, which may stay. */
  keepsDays: boolean
}

/** Under which name a link shows the pictures, and for how long. */
export function LinkSettings({ form: { field, errorOf }, keepsDays }: Props) {
  const t = useTranslations('sharing.settings')
  return (
    <div className="@container">
      <div className="grid gap-5 @lg:grid-cols-2">
        <Field label={t('name')} aside={t('optional')} hint={t('nameHint')} error={errorOf('shownName')}>
          {(control) => <TextInput {...control} {...field('shownName')} autoComplete="off" />}
        </Field>
        <Field label={t('days')}>
          {(control) => (
            <select {...control} {...field('days')} className={controlClassName}>
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
    </div>
  )
}
