'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { ShareButtons } from '#components/product/share-buttons.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** An address that was made this moment: to be copied, or handed to another program. */
export function ShareLink({ url }: { url: string }) {
  const t = useTranslations('bundles.gallery.share')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no'>()
  // The button that opened it is gone.
  useEffect(() => input.current?.focus(), [])
  const canShare = typeof navigator.share === 'function'

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('yes')
    } catch {
      // Copying is not allowed here: the selected text can be copied by hand.
      input.current?.select()
      setCopied('no')
    }
  }

  return (
    <div className="mt-4">
      <label htmlFor={id} className="text-sm font-semibold">
        {t('link')}
      </label>
      <TextInput
        ref={input}
        id={id}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="mt-2 font-mono text-sm!"
      />
      <p className="mt-2 text-sm text-ink-soft">{t('once')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        {canShare && (
          <Button
            variant="secondary"
            // Closing the sheet is no failure.
            onClick={() => void navigator.share({ url }).catch(() => undefined)}
          >
            {t('send')}
          </Button>
        )}
        <ShareButtons url={url} text={t('shareText')} targets={['linkedIn', 'whatsApp']} size="md" />
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center px-2 text-sm text-link"
        >
          {t('open')}
        </a>
      </div>
      <p role="status" className="mt-2 min-h-6 text-sm">
        {copied === 'yes' && t('copied')}
        {copied === 'no' && t('copyByHand')}
      </p>
    </div>
  )
}
