import { useTranslations } from 'next-intl'
import { Currency } from '#contract/money.ts'
import { Button } from '#components/ui/button.tsx'

interface Props {
  currency: Currency
  onChange: (currency: Currency) => void
}

/** In which currency prices are shown and paid; the language chooses first. */
export function CurrencySwitch({ currency, onChange }: Props) {
  const t = useTranslations('shop.choose')
  const others = Currency.options.filter((option) => option !== currency)
  return (
    <p className="-mb-2">
      {others.map((other) => (
        <Button key={other} variant="quiet" className="px-0!" onClick={() => onChange(other)}>
          {t('inCurrency', { currency: other })}
        </Button>
      ))}
    </p>
  )
}
