'use client'

import { useTranslations } from 'next-intl'
import type { Tile } from './tiles.ts'

/** What preferring and leaving out do, said once where there is something to choose. */
export function ChoiceLead({ tiles }: { tiles: readonly Tile[] }) {
  const t = useTranslations('upload.choice')
  if (!tiles.some(({ state }) => state === 'accepted')) return null
  return <p className="mb-4 measure text-sm text-ink-soft">{t('lead')}</p>
}
