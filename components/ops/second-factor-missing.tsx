import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'

/** For an operator whose sign-in took one step: how to add the second. */
export function SecondFactorMissing() {
  const t = useTranslations()
  return (
    <>
      <PageHeading title={t('auth.secondFactor.title')} lead={t('errors.second_factor_required')} />
      <ButtonLink href={`/${useLocale()}/account#second-factor`} size="lg" className="mt-6">
        {t('account.title')}
      </ButtonLink>
    </>
  )
}
