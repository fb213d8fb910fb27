'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useDiscount } from '#lib/discount/use-discount.ts'
import { useDiscountWords } from './use-discount-words.ts'

/** The entered code's discount, or its refusal; until it is used or removed. */
export function DiscountNotice() {
  const t = useTranslations()
  const wordsOf = useDiscountWords()
  const { discount, usable, clear } = useDiscount()
  if (!discount || discount.isApplied) return null
  return (
    <Notice
      tone={usable ? 'success' : 'info'}
      title={usable ? undefined : t('shop.confirm.discount', { code: discount.code })}
      action={
        <Button variant="secondary" onClick={clear}>
          {usable ? t('shop.discount.remove') : t('ui.close')}
        </Button>
      }
      className="mb-6"
    >
      {wordsOf(discount)}
    </Notice>
  )
}
