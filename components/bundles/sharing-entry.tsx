'use client'

import { useTranslations } from 'next-intl'
import type { BundleSummary } from '#contract/bundles.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { Link } from '#lib/i18n/navigation.ts'

interface Props {
  personId: string
  /** Of the person; friends can choose once one is finished. */
  bundles: readonly Pick<BundleSummary, 'state' | 'isFrozen'>[]
}

/** The link to the friends' votes; empty while there is no headshot to vote on. */
export function SharingEntry({ personId, bundles }: Props) {
  const t = useTranslations('sharing')
  if (!bundles.some(({ state, isFrozen }) => state === 'ready' && !isFrozen)) return null
  return (
    <Link href={`/persons/${personId}/sharing`} className={buttonClassName({ variant: 'secondary' })}>
      {t('entry')}
    </Link>
  )
}
