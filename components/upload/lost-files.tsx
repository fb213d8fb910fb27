'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PickerButton } from './add-selfies.tsx'

interface Props {
  count: number
  onFiles: (files: readonly File[]) => void
  onDismiss: () => void
}

/** Files lost by a reload: a page cannot choose them again, only the user can. */
export function LostFiles({ count, onFiles, onDismiss }: Props) {
  const t = useTranslations('upload.lost')
  return (
    <Notice
      title={t('title', { count })}
      action={
        <>
          <PickerButton size="md" label={t('choose')} onFiles={onFiles} />
          <Button variant="quiet" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </>
      }
    >
      {t('body')}
    </Notice>
  )
}
