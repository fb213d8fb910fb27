'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'

interface Props {
  /** Names the removed item that can be restored; undefined without one. */
  sentence: string | undefined
  onUndo: () => void
}

/** Shows the removed item, with an undo button. At the foot of the screen, in reach of the thumb. */
export function UndoBar({ sentence, onUndo }: Props) {
  const t = useTranslations('product')
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-10">
      {sentence !== undefined && (
        <div className="wrap">
          <div className="pointer-events-auto flex items-center justify-between gap-4 rounded-md bg-ink py-1 pr-2 pl-4 text-sm text-paper shadow-dialog sm:max-w-md">
            <p className="min-w-0 py-2 break-words">{sentence}</p>
            <Button variant="quiet" onClick={onUndo} className="shrink-0 text-paper! active:bg-transparent">
              {t('undo')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
