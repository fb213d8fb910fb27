import { useFormatter, useTranslations } from 'next-intl'
import type { StyleId } from '#contract/styles.ts'

/** The names of styles, as a sentence lists them. */
export function useStyleNames(): (of: readonly { styleId: StyleId }[]) => string {
  const t = useTranslations('styles')
  const format = useFormatter()
  return (of) => format.list(of.map(({ styleId }) => t(`${styleId}.name`)))
}
