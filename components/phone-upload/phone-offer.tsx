'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { HandoffDialog } from './phone-upload-dialog.tsx'
import { useHandoff } from './use-phone-upload.ts'

/** On the computer: the way to the phone's camera, and what the phone is doing. */
export function PhoneOffer({ personId }: { personId: string }) {
  const t = useTranslations('handoff')
  const [isOpen, setOpen] = useState(false)
  const handoff = useHandoff(personId, isOpen)
  const { status, isNews, make } = handoff

  const open = () => {
    setOpen(true)
    if (status?.state !== 'opened') void make()
  }
  return (
    <div className="pointer-coarse:hidden">
      <Button variant="secondary" size="lg" onClick={open} className="w-full">
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        >
          <rect x="4" y="1.5" width="8" height="13" rx="1.5" />
          <path d="M7 12.500h2" />
        </svg>
        {t('open')}
      </Button>
      <p className="mt-2 text-sm text-ink-soft">{t('hint')}</p>
      <div role="status" className="mt-3">
        {isNews && status && !isOpen && <PhoneNews status={status} />}
      </div>
      <HandoffDialog isOpen={isOpen} onClose={() => setOpen(false)} handoff={handoff} />
    </div>
  )
}

type Status = NonNullable<ReturnType<typeof useHandoff>['status']>

const TITLE = {
  opened: 'connectedTitle',
  finished: 'finishedTitle',
  expired: 'sessionOverTitle',
} as const

/** The state of a phone that had opened the page. */
export function PhoneNews({ status: { state, sentCount } }: { status: Status }) {
  const t = useTranslations('handoff')
  if (state !== 'opened' && state !== 'finished' && state !== 'expired') return null
  return (
    <div className="border-l-2 border-accent pl-4">
      <p className="font-semibold">{t(TITLE[state])}</p>
      <p className="text-sm text-ink-soft tabular-nums">{t('received', { count: sentCount })}</p>
    </div>
  )
}
