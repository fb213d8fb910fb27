'use client'

import { useTranslations } from 'next-intl'
import type { Tile } from './tiles.ts'

/** What preferring and leaving out do, said once above the selfies. */
export function ChoiceLead({ tiles }: { tiles: readonly Tile[] }) {
  const t = useTranslations('upload.choice')
  if (tiles.length === 0) return null
  return <p className="mb-4 measure text-sm text-ink-soft">{t('lead')}</p>
}
