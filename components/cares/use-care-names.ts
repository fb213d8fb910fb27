'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Care, type Cares } from '#contract/cares.ts'

/** What is asked for, in a line; empty where nothing is. */
export function useCareNames(cares: Cares): string {
  const t = useTranslations('cares')
  const format = useFormatter()
  const asked = Care.options.filter((care) => cares[care])
  return format.list(
    asked.map((care) => t(`of.${care}.name`)),
    { style: 'narrow' },
  )
}
