'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { Headshot } from '#contract/bundles.ts'
import { UpscaleFormat, type HeadshotCut } from '#contract/headshot-files.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { CropFrame } from './crop-frame.tsx'
import { FileAction } from './file-action.tsx'
import { inSuggestedOrder, suggestedPresets } from './suggested-presets.ts'
import { useFraming } from './use-framing.ts'
import { useHeadshotFiles } from './use-headshot-files.ts'

const FACTOR: Readonly<Record<UpscaleFormat, number>> = { 'upscale-2x': 2, 'upscale-4x': 4 }

interface Props {
  /** Null is closed. */
  headshot: Headshot | null
  onClose: () => void
}

/** Every format of one headshot, with its crop drawn on it; finished files stay listed. */
export function FormatsDialog({ headshot, onClose }: Props) {
  const t = useTranslations()
  return (
    <Dialog
      open={headshot !== null}
      onClose={onClose}
      title={t('finishing.title')}
      closeLabel={t('ui.close')}
      full
    >
      {headshot && <Formats key={headshot.userImageKey} headshot={headshot} />}
    </Dialog>
  )
}

function Formats({ headshot }: { headshot: Headshot }) {
  const t = useTranslations('finishing')
  const locale = useLocale()
  const { userImageKey } = headshot
  const { framing, error } = useFraming(userImageKey)
  const files = useHeadshotFiles(userImageKey)
  const suggested = suggestedPresets(locale, navigator.languages)
  const cuts = inSuggestedOrder(framing?.cuts ?? [], suggested)
  const isEnlarging = UpscaleFormat.options.some((format) => files.files.get(format)?.state === 'making')
  const action = (format: Parameters<typeof files.make>[0], name: string, isBlocked = false) => ({
    name,
    format,
    userImageKey,
    isBlocked,
    file: files.files.get(format),
    isAsking: files.asking.includes(format),
    failure: files.failure?.format === format ? files.failure.error : undefined,
    onMake: () => files.make(format),
  })
  const failed = files.error ?? error
  // The content below the crops appears with them: their height is unknown before.
  const isSettled = (framing !== undefined && files.isLoaded) || failed !== undefined
  return (
    <>
      <p className="measure text-ink-soft">{t('lead')}</p>
      {failed !== undefined && <CallErrorNotice error={failed} onRetry={files.retry} className="mt-4" />}
      <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
        {framing && files.isLoaded
          ? cuts.map((cut) => (
              <FormatCard
                key={cut.preset}
                headshot={headshot}
                cut={cut}
                isSuggested={suggested[0] === cut.preset}
              >
                <FileAction {...action(cut.preset, t(`preset.${cut.preset}`))} />
              </FormatCard>
            ))
          : failed === undefined &&
            Array.from({ length: 9 }, (_, index) => (
              <li key={index}>
                <Skeleton className="aspect-4/5" />
                <Skeleton className="mt-3 h-24" />
              </li>
            ))}
      </ul>
      {files.isLoaded && isSettled && (
        <section className="mt-8 border-t border-hairline pt-6">
          <h3 className="text-lg">{t('larger.title')}</h3>
          <p className="mt-1 measure text-ink-soft">{t('larger.lead')}</p>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
            {UpscaleFormat.options.map((format) => {
              const size = {
                width: String(headshot.width * FACTOR[format]),
                height: String(headshot.height * FACTOR[format]),
              }
              const isOther = isEnlarging && files.files.get(format)?.state !== 'making'
              return (
                <li
                  key={format}
                  className="flex flex-col justify-between gap-3 border-t border-hairline pt-3"
                >
                  <p>
                    <span className="block font-semibold">{t(`preset.${format}`)}</span>
                    <span className="text-sm text-ink-soft tabular-nums">{t('pixels', size)}</span>
                  </p>
                  <div>
                    <FileAction {...action(format, t(`preset.${format}`), isOther)} />
                    {isOther && !files.files.get(format)?.file && (
                      <p className="mt-1 text-sm text-ink-soft">{t('larger.oneAtATime')}</p>
                    )}
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {isSettled && (
        <p className="mt-8 border-t border-hairline pt-4 text-sm text-ink-soft">{t('notForPassports')}</p>
      )}
      <p role="status" className="sr-only">
        {t('readyCount', {
          count: [...files.files.values()].filter(({ state }) => state === 'ready').length,
        })}
      </p>
    </>
  )
}

interface CardProps {
  headshot: Headshot
  cut: HeadshotCut
  isSuggested: boolean
  children: React.ReactNode
}

function FormatCard({ headshot, cut, isSuggested, children }: CardProps) {
  const t = useTranslations('finishing')
  const pixels = t('pixels', { width: String(cut.widthPx), height: String(cut.heightPx) })
  return (
    <li className="flex min-w-0 flex-col">
      <div className="relative">
        <CropFrame
          userImageKey={headshot.userImageKey}
          thumbnailUrl={headshot.thumbnailUrl}
          width={headshot.width}
          height={headshot.height}
          cut={cut}
        />
        {isSuggested && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {t('suggested')}
          </Badge>
        )}
      </div>
      <p className="mt-2 text-sm leading-snug font-semibold">{t(`preset.${cut.preset}`)}</p>
      <p className="mb-3 text-xs text-ink-soft tabular-nums">
        {cut.sheet && `${t('sheet', { count: cut.sheet.columns * cut.sheet.rows })} · `}
        {cut.printMm ? t('print', { width: cut.printMm.width, height: cut.printMm.height }) : pixels}
        {cut.isRound && ` · ${t('round')}`}
      </p>
      <div className="mt-auto">{children}</div>
    </li>
  )
}
