'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Bundle } from '#contract/bundles.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { browserClient } from '#lib/session/browser-session.ts'

interface Props {
  bundle: Pick<Bundle, 'id' | 'personId' | 'repairOffer'>
  /** Called once the repair has started; the dialog stays open until it resolves. */
  onAsked: () => Promise<unknown>
}

/** Below the headshots, while the guarantee lasts: the style can be rendered again once from better selfies. */
export function RepairOffer({ bundle, onAsked }: Props) {
  const t = useTranslations()
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { repairOffer: offer, personId, id } = bundle
  if (offer === null) return null
  const counts = { total: offer.selfieCount, headshots: offer.headshotCount }

  const close = () => {
    setFailure(undefined)
    setOpen(false)
  }

  async function ask() {
    setBusy(true)
    setFailure(undefined)
    try {
      await browserClient().call('repairBundle', { body: { personid: personId, bundleid: id } })
      await onAsked()
      close()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby="repair-title" className="mt-16 border-t border-hairline pt-6">
      <h2 id="repair-title" className="text-xl">
        {t('bundles.repair.title')}
      </h2>
      <p className="mt-2 measure text-ink-soft">
        {t('bundles.repair.lead', { date: format.dateTime(new Date(offer.until), { dateStyle: 'long' }) })}
      </p>
      {offer.newSelfieCount > 0 && (
        <p className="mt-2 measure">
          {t('bundles.repair.ready', { count: offer.newSelfieCount, ...counts })}
        </p>
      )}
      <p className="mt-4">
        {offer.newSelfieCount > 0 ? (
          <Button onClick={() => setOpen(true)}>{t('bundles.repair.open')}</Button>
        ) : (
          <Link href={`/persons/${personId}#selfies`} className={buttonClassName({ variant: 'secondary' })}>
            {t('bundles.repair.add')}
          </Link>
        )}
      </p>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('bundles.repair.dialog.title')}
        closeLabel={t('ui.close')}
        actions={
          <>
            <Button size="lg" busy={isBusy} onClick={() => void ask()}>
              {t('bundles.repair.dialog.confirm')}
            </Button>
            <Button size="lg" variant="quiet" onClick={close}>
              {t('bundles.repair.dialog.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('bundles.repair.dialog.body', counts)}</p>
        <p className="mt-3 text-ink-soft">{t('bundles.repair.dialog.stays')}</p>
        {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      </Dialog>
    </section>
  )
}
