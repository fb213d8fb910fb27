'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ExportPreset, type BundleArchive } from '#contract/headshot-files.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { controlClassName } from '#components/ui/text-input.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { suggestedPresets } from './suggested-presets.ts'
import { useFileSize } from './use-file-size.ts'

const REFRESH_MS = 1_000
const RENEW_MS = 45 * 60_000

interface Props {
  isOpen: boolean
  bundleId: string
  /** Number of headshots in the archive. */
  count: number
  onClose: () => void
}

/** All headshots of a bundle as one ZIP, in a format. */
export function ArchiveDialog({ isOpen, bundleId, count, onClose }: Props) {
  const t = useTranslations()
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('finishing.archive.title', { count })}
      closeLabel={t('ui.close')}
    >
      <Archives bundleId={bundleId} />
    </Dialog>
  )
}

function Archives({ bundleId }: { bundleId: string }) {
  const t = useTranslations('finishing')
  const locale = useLocale()
  const [suggestion] = suggestedPresets(locale, navigator.languages)
  const [preset, setPreset] = useState<ExportPreset>('original')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { data, error, mutate } = useEndpoint(
    'getBundleArchives',
    { query: { bundleid: bundleId } },
    {
      refreshIntervalMs: (latest) =>
        latest?.archives.some(({ state }) => state === 'making') ? REFRESH_MS : RENEW_MS,
    },
  )
  const archives = data?.archives ?? []

  async function make(wanted: ExportPreset) {
    setAsking(true)
    setFailure(undefined)
    try {
      await browserClient().call('makeBundleArchive', { body: { bundleid: bundleId, preset: wanted } })
      await mutate()
    } catch (caught) {
      setFailure(caught)
    }
    setAsking(false)
  }

  return (
    <>
      <p className="text-ink-soft">{t('archive.lead')}</p>
      <form
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isAsking) void make(preset)
        }}
      >
        <label className="min-w-0 grow text-sm font-semibold">
          {t('archive.format')}
          <select
            value={preset}
            onChange={(event) => setPreset(ExportPreset.parse(event.target.value))}
            className={`${controlClassName} mt-2 font-normal`}
          >
            {ExportPreset.options.map((option) => (
              <option key={option} value={option}>
                {t(`preset.${option}`)}
                {option === suggestion ? ` · ${t('suggested')}` : ''}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" busy={isAsking} className="min-h-12! whitespace-nowrap">
          {t('archive.make')}
        </Button>
      </form>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      {error && !data && <CallErrorNotice error={error} onRetry={() => void mutate()} className="mt-4" />}
      {archives.length > 0 && (
        <ul className="mt-6 divide-y divide-hairline border-y border-hairline">
          {archives.map((archive) => (
            <ArchiveRow key={archive.preset} archive={archive} onAgain={() => void make(archive.preset)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {archives
          .filter(({ file }) => file !== null)
          .map((archive) => t('archive.ready', { name: t(`preset.${archive.preset}`) }))
          .join(' ')}
      </p>
      <p className="mt-6 text-sm text-ink-soft">{t('notForPassports')}</p>
    </>
  )
}

function ArchiveRow({ archive, onAgain }: { archive: BundleArchive; onAgain: () => void }) {
  const t = useTranslations('finishing')
  const fileSize = useFileSize()
  const name = t(`preset.${archive.preset}`)
  const { file, state, madeCount, totalCount } = archive
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      {file && (
        <>
          <span className="font-semibold">{name}</span>
          <ButtonLink href={file.url} download={file.fileName} variant="secondary">
            {t('archive.download', { size: fileSize(file.sizeBytes) })}{' '}
            <VisuallyHidden>{name}</VisuallyHidden>
          </ButtonLink>
        </>
      )}
      {!file && state === 'making' && (
        <Progress
          label={name}
          value={(100 * madeCount) / Math.max(1, totalCount)}
          valueText={t('archive.made', { done: madeCount, total: totalCount })}
          className="w-full"
        />
      )}
      {!file && state === 'failed' && (
        <>
          <span className="font-semibold">{name}</span>
          <span className="text-sm text-danger">{t('failed')}</span>
          <Button variant="secondary" onClick={onAgain}>
            {t('again')}
          </Button>
        </>
      )}
    </li>
  )
}
