'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Bundle } from '#contract/bundles.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { browserClient } from '#lib/session/browser-session.ts'

interface Props {
  bundle: Pick<Bundle, 'id' | 'personId' | 'refundableUntil' | 'headshots'>
  /** Called once the bundle is refunded; the dialog stays open until it resolves. */
  onGivenBack: () => Promise<unknown>
}

/** The guarantee: while it lasts, a bundle is refunded in full, after one confirmation. */
export function Guarantee({ bundle, onGivenBack }: Props) {
  const t = useTranslations()
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  if (bundle.refundableUntil === null) return null
  const date = format.dateTime(new Date(bundle.refundableUntil), { dateStyle: 'long' })

  const close = () => {
    setFailure(undefined)
    setOpen(false)
  }

  async function giveBack() {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { personid: bundle.personId, bundleid: bundle.id }
      await browserClient().call('refundBundle', { body })
      await onGivenBack()
      close()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <aside className="mt-16 flex flex-wrap items-center gap-x-4 border-t border-hairline pt-4 text-sm text-ink-soft">
      <p>{t('bundles.guarantee.until', { date })}</p>
      <Button variant="quiet" className="px-0!" onClick={() => setOpen(true)}>
        {t('bundles.guarantee.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('bundles.guarantee.title')}
        closeLabel={t('ui.close')}
        actions={
          <>
            <Button size="lg" variant="danger" busy={isBusy} onClick={() => void giveBack()}>
              {t('bundles.guarantee.confirm')}
            </Button>
            <Button size="lg" variant="quiet" onClick={close}>
              {t('bundles.guarantee.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('bundles.guarantee.body')}</p>
        <p className="mt-3">{t('bundles.guarantee.takes', { count: bundle.headshots.length })}</p>
        {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      </Dialog>
    </aside>
  )
}
