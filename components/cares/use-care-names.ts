'use client'

import { useTranslations } from 'next-intl'
import { Care, type Cares } from '#contract/cares.ts'

/** Says selected cares in one line; empty without any. */
export function useCareNames(): (cares: Cares) => string {
  const t = useTranslations('cares')
  return (cares) =>
    Care.options
      .filter((care) => cares[care])
      .map((care) => t(`of.${care}.name`))
      .join(' · ')
}
