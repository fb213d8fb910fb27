'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { QrCode } from '#components/product/qr-code.tsx'
import { openShareSheet, useHasShareSheet } from './share-sheet.ts'
import { useCopy } from './use-copy.ts'

export type SharedBy = 'copy' | 'sheet'

interface Props {
  url: string
  label: ReactNode
  hint?: ReactNode
  /** What the share sheet hands on beside the address. */
  shareTitle: string
  shareText: string
  qrLabel: string
  /** Called once the address has really been copied or shared. */
  onShared?: (by: SharedBy) => void
  /** More buttons beside the two. */
  actions?: ReactNode
}

/** An address to give to others: to copy, to hand to the device's share sheet, to scan. */
export function LinkPanel({ url, label, hint, shareTitle, shareText, qrLabel, onShared, actions }: Props) {
  const t = useTranslations('sharing.panel')
  const { state, copy } = useCopy()
  const hasSheet = useHasShareSheet()
  const [hasFailed, setFailed] = useState(false)
  const [showsQr, setShowsQr] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function copyUrl() {
    if (await copy(url)) onShared?.('copy')
    // The browser's own way is left: the text is marked, ready for the keys or the menu.
    else field.current?.select()
  }
  async function share() {
    setFailed(false)
    try {
      if (await openShareSheet({ url, title: shareTitle, text: shareText })) onShared?.('sheet')
    } catch {
      setFailed(true)
    }
  }

  return (
    <div>
      <Field label={label} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            value={url}
            readOnly
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
            className="text-sm! text-ellipsis"
          />
        )}
      </Field>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <Button size="lg" onClick={() => void copyUrl()}>
          {state === 'copied' ? t('copied') : t('copy')}
        </Button>
        {hasSheet && (
          <Button size="lg" variant="secondary" onClick={() => void share()}>
            {t('share')}
          </Button>
        )}
        <Button size="lg" variant="secondary" aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
          {showsQr ? t('hideQr') : t('showQr')}
        </Button>
        {actions}
      </div>
      <p role="status" className={state === 'failed' || hasFailed ? 'mt-3 text-sm' : 'sr-only'}>
        {state === 'copied' && t('copiedSaid')}
        {state === 'failed' && t('copyFailed')}
        {hasFailed && t('shareFailed')}
      </p>
      {showsQr && (
        <div className="mt-4 max-w-56">
          <QrCode text={url} label={qrLabel} />
        </div>
      )}
    </div>
  )
}
