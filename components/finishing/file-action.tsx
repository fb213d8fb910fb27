'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { HeadshotFile, HeadshotFormat } from '#contract/headshot-files.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { trackUsage } from '#lib/analytics/track.ts'
import { useFileSize } from './use-file-size.ts'

interface Props {
  /** What the format is called, for those who only hear the button. */
  name: string
  format: HeadshotFormat
  file: HeadshotFile | undefined
  isAsking: boolean
  /** What asking for this very format came to. */
  failure: unknown
  isBlocked?: boolean
  userImageKey: string
  onMake: () => void
}

/** One button through the life of a file: made, in the making, ready to be saved. */
export function FileAction(props: Props) {
  const { file, isAsking } = props
  const place = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(false)
  const stage = file?.file ? 'ready' : (file?.state ?? 'none')
  // The focus moves from the button to the file, unless the user moved it elsewhere.
  useEffect(() => {
    if (!isFollowed.current || isAsking || document.activeElement !== document.body) return
    place.current?.focus()
    place.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [stage, isAsking])
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="outline-none"
      onFocus={() => {
        isFollowed.current = true
      }}
      onBlur={(event) => {
        // When no element takes the focus, the focused one was removed.
        isFollowed.current = event.relatedTarget === null
      }}
    >
      <Stage {...props} />
    </div>
  )
}

function Stage(props: Props) {
  const { name, format, file, isAsking, failure, isBlocked = false, userImageKey, onMake } = props
  const t = useTranslations('finishing')
  const formatter = useFormatter()
  const fileSize = useFileSize()
  const isUpscale = format.startsWith('upscale')
  if (file?.file)
    return (
      <ButtonLink
        href={file.file.url}
        download={file.file.fileName}
        variant="secondary"
        onClick={() => trackUsage('headshot_downloaded', { body: { userImageKey } })}
        className="w-full"
      >
        {t('download', { size: fileSize(file.file.sizeBytes) })}
        <VisuallyHidden>{name}</VisuallyHidden>
      </ButtonLink>
    )
  if (file?.state === 'making')
    return (
      <Progress
        label={t('makingNamed', { name })}
        value={isUpscale && file.progress > 0 ? file.progress : null}
        valueText={isUpscale ? formatter.number(file.progress / 100, { style: 'percent' }) : t('making')}
        bare
        detail={isUpscale ? t('makingLarge', { percent: file.progress }) : t('making')}
        className="py-2"
      />
    )
  return (
    <>
      <Button
        variant="secondary"
        busy={isAsking}
        aria-disabled={isBlocked || undefined}
        onClick={() => {
          if (isBlocked) return
          if (isUpscale) trackUsage('upscaling_wanted', { body: { userImageKey } })
          onMake()
        }}
        className="w-full aria-disabled:opacity-50"
      >
        {t(file?.state === 'failed' ? 'again' : 'make')} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {file?.state === 'failed' && failure === undefined && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t('failed')}
        </p>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-2" />}
    </>
  )
}
