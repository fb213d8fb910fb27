'use client'

import { useTranslations } from 'next-intl'
import { useState, type SyntheticEvent } from 'react'
import type { Price } from '#contract/money.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { dueWith } from '#lib/discount/reduction.ts'
import { useDiscount } from '#lib/discount/use-discount.ts'
import { useDiscountWords } from './use-discount-words.ts'

/** Where a discount code is typed, checked and taken away again, for a purchase at this price. */
export function DiscountField({ price }: { price: Price }) {
  const t = useTranslations('shop.discount')
  const wordsOf = useDiscountWords()
  const { pending, discount, usable, enter, clear } = useDiscount()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isBlank, setBlank] = useState(false)

  const remove = () => {
    setText('')
    setOpen(false)
    clear()
  }

  if (usable) {
    const isWithout = dueWith(usable, price).cutMinor === 0
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <p role="status">{isWithout ? t('without', { code: usable.code }) : wordsOf(usable)}</p>
        <Button variant="quiet" className="px-0!" onClick={remove}>
          {t('remove')}
        </Button>
      </div>
    )
  }
  const refusal = discount && discount.error !== null ? wordsOf(discount) : undefined
  if (!isOpen && pending === null && refusal === undefined) {
    return (
      <Button variant="quiet" className="mt-2 px-0!" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
    )
  }
  const check = (event: SyntheticEvent) => {
    event.preventDefault()
    const typed = text.trim() === '' && discount ? discount.code : text
    setBlank(typed.trim() === '')
    enter(typed)
  }
  return (
    <form noValidate onSubmit={check} className="mt-4">
      <Field label={t('label')} error={isBlank ? t('blank') : pending === null ? refusal : undefined}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              className="min-w-0 flex-1 basis-40 uppercase"
              autoFocus={isOpen}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              value={text === '' && !isBlank ? (pending ?? discount?.code ?? '') : text}
              onChange={({ target }) => {
                setText(target.value)
                setBlank(false)
                // The message on the former code is outdated.
                if (discount) clear()
              }}
            />
            <Button type="submit" variant="secondary" busy={pending !== null}>
              {t('apply')}
            </Button>
            {refusal !== undefined && (
              <Button variant="quiet" onClick={remove}>
                {t('remove')}
              </Button>
            )}
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {pending !== null && t('checking')}
      </p>
    </form>
  )
}
