'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useDiscount } from '#lib/discount/use-discount.ts'

/** Why the code that was entered is not good, in the backend's words, until it is read. */
export function RefusedDiscount() {
  const t = useTranslations()
  const { discount, clear } = useDiscount()
  if (!discount || discount.error === null) return null
  return (
    <Notice
      title={t('shop.confirm.discount', { code: discount.code })}
      action={
        <Button variant="secondary" onClick={clear}>
          {t('ui.close')}
        </Button>
      }
      className="mb-6"
    >
      {discount.error}
    </Notice>
  )
}
