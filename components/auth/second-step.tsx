'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SecondFactorPrompt } from './second-factor-prompt.tsx'
import { usePhoneCode } from './use-phone-code.ts'
import type { SignIn } from './use-sign-in.ts'

/** The page between the first and the second factor. */
export function SecondStep({ signIn }: { signIn: SignIn }) {
  const t = useTranslations('auth')
  const phoneCode = usePhoneCode()
  if (!signIn.challenge) return null
  return (
    <>
      <PageHeading title={t('secondStep.title')} lead={t('secondStep.lead')} />
      <div className="mt-8 flex flex-col gap-6">
        <SecondFactorPrompt
          challenge={signIn.challenge}
          phoneCode={phoneCode}
          onDone={() => void signIn.finish()}
          onExpired={signIn.restart}
          submitLabel={t('signIn.submit')}
        />
        <p className="border-t border-hairline pt-5 text-sm text-ink-soft">
          {t('secondStep.lost')}{' '}
          <Button variant="quiet" className="px-2" onClick={signIn.restart}>
            {t('secondStep.back')}
          </Button>
        </p>
      </div>
    </>
  )
}
