'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useKeysEnabled } from './use-gallery-keys.ts'

/** In display order. */
const ROWS = [
  { id: 'move', keys: ['←', '→', '↑', '↓'] },
  { id: 'ends', keys: ['Home', 'End'] },
  { id: 'rate', keys: ['1', '2', '3'] },
  { id: 'favourite', keys: ['F'] },
  { id: 'compare', keys: ['C'] },
  { id: 'before', keys: ['B'] },
  { id: 'download', keys: ['D'] },
  { id: 'help', keys: ['?'] },
] as const

/** What the keys do, and the switch that turns the single ones off. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('bundles.gallery.keys')
  const ui = useTranslations('ui')
  const [isEnabled, setEnabled] = useKeysEnabled()
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('title')} closeLabel={ui('close')}>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {ROWS.map(({ id, keys }) => (
          <div key={id} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(id)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-4"
        label={t('enabled')}
        hint={t('enabledHint')}
        checked={isEnabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
    </Dialog>
  )
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-7 rounded-sm border border-hairline bg-wash px-1.5 py-0.5 text-center font-sans text-xs text-ink">
      {children}
    </kbd>
  )
}
