'use client'

import { useTranslations } from 'next-intl'
import type { PersonState } from '#contract/persons.ts'
import { Badge, type BadgeTone } from '#components/ui/badge.tsx'

const TONE: Readonly<Record<PersonState, BadgeTone>> = {
  draft: 'neutral',
  uploading: 'neutral',
  ready: 'accent',
  training: 'accent',
  trained: 'success',
  failed: 'danger',
}

export function PersonStateBadge({ state }: { state: PersonState }) {
  const t = useTranslations('persons.state')
  return <Badge tone={TONE[state]}>{t(state)}</Badge>
}
