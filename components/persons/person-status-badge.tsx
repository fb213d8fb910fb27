'use client'

import { useTranslations } from 'next-intl'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { Badge, type BadgeTone } from '#components/ui/badge.tsx'
import { personStatusOf, type PersonStatus } from './person-status.ts'

const TONE: Readonly<Record<PersonStatus, BadgeTone>> = {
  draft: 'neutral',
  collecting: 'neutral',
  ready: 'accent',
  training: 'accent',
  developing: 'accent',
  trained: 'success',
  failed: 'danger',
}

export function PersonStatusBadge({ person }: { person: Person }) {
  const t = useTranslations('persons.status')
  const status = personStatusOf(person)
  const missing = Math.max(0, SELFIE_MIN_ACCEPTED - person.acceptedSelfieCount)
  return <Badge tone={TONE[status]}>{t(status, { missing })}</Badge>
}
