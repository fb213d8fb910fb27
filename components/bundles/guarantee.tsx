'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Bundle } from '#contract/bundles.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { formatAmount } from '#lib/i18n/amount.ts'
import { endpointKey, useEndpoint } from '#lib/session/use-endpoint.ts'
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
  const { mutate } = useSWRConfig()
  const amount = useAmountBack(bundle.id, isOpen)
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
      await Promise.all([onGivenBack(), mutate(endpointKey('getPayments', {}))])
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
              {amount === undefined
                ? t('bundles.guarantee.confirm')
                : t('bundles.guarantee.confirmAmount', { amount })}
            </Button>
            <Button size="lg" variant="quiet" onClick={close}>
              {t('bundles.guarantee.cancel')}
            </Button>
          </>
        }
      >
        <p>
          {amount !== undefined && <strong>{t('bundles.guarantee.amount', { amount })}</strong>}{' '}
          {t('bundles.guarantee.body')}
        </p>
        <p className="mt-3">{t('bundles.guarantee.takes', { count: bundle.headshots.length })}</p>
        {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      </Dialog>
    </aside>
  )
}

/** What a refund of the bundle comes to now, in money or credits. Undefined until it is known. */
function useAmountBack(bundleId: string, isWanted: boolean): string | undefined {
  const t = useTranslations('account.receipts')
  const locale = useLocale()
  const { data } = useEndpoint('getPayments', isWanted ? {} : null)
  const receipt = data?.payments.find((payment) => payment.bundleId === bundleId)
  if (!receipt) return undefined
  const { creditAmount, returnedCreditAmount, price, refundedAmountMinor } = receipt
  if (creditAmount > 0) return t('credits', { count: creditAmount - returnedCreditAmount })
  const leftMinor = price.amountMinor - refundedAmountMinor
  return leftMinor === 0 ? undefined : formatAmount(leftMinor, price.currency, locale)
}
