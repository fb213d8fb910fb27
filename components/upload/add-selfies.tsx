'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useState, type DragEvent } from 'react'
import { SELFIE_MAX_SIZE_BYTES, SELFIE_MEDIA_TYPES } from '#contract/limits.ts'
import { buttonClassName, type ButtonSize } from '#components/ui/button.tsx'

/** Cameras write HEIC under the last of these, and systems know no type for it. */
const ACCEPT = [...SELFIE_MEDIA_TYPES, '.heic', '.heif', '.hif'].join(',')
const BYTES_PER_MEGABYTE = 1024 * 1024

interface Props {
  onFiles: (files: readonly File[]) => void
  /** Alone on the page, before the first selfie. */
  isWide: boolean
}

/** Picker, camera on touch devices, drop and paste. */
export function AddSelfies({ onFiles, isWide }: Props) {
  const t = useTranslations('upload.zone')
  const [isOver, setOver] = useState(false)
  usePastedFiles(onFiles)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-col items-center justify-center gap-4 rounded-sm border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-accent-ink bg-accent-wash' : 'border-edge',
        isWide && 'min-h-72 lg:min-h-120',
      )}
    >
      <p className="font-semibold pointer-coarse:hidden">{isOver ? t('drop') : t('dropOrPaste')}</p>
      <div className="flex flex-col gap-2 self-stretch sm:self-auto">
        <PickerButton label={t('choose')} onFiles={onFiles} />
        {/* Only touch devices have a camera that a page can open this way. */}
        <span className="hidden pointer-coarse:contents">
          <PickerButton label={t('camera')} onFiles={onFiles} isCamera />
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {t('limits', { size: SELFIE_MAX_SIZE_BYTES / BYTES_PER_MEGABYTE })}
      </p>
    </div>
  )
}

interface PickerProps {
  label: string
  onFiles: (files: readonly File[]) => void
  /** Opens the camera instead of the files. */
  isCamera?: boolean
  /** Whether it is the primary button; by default that is the file picker, not the camera. */
  isMain?: boolean
  size?: ButtonSize
}

/** A button that opens the device's pictures, or its camera. */
export function PickerButton({
  label,
  onFiles,
  isCamera = false,
  isMain = !isCamera,
  size = 'lg',
}: PickerProps) {
  return (
    <label
      className={clsx(
        buttonClassName({ size, variant: isMain ? 'primary' : 'secondary' }),
        'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-ink',
      )}
    >
      <input
        type="file"
        accept={isCamera ? 'image/*' : ACCEPT}
        multiple={!isCamera}
        {...(isCamera ? { capture: 'user' as const } : {})}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
        className="sr-only"
      />
      {label}
    </label>
  )
}

function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])]
      if (pasted.length > 0) onFiles(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onFiles])
}
