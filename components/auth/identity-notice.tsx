'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { NEXT_STEPS, type NextStep } from '#lib/identity/next-step.ts'

/** Links for the next steps that the screen does not handle itself. */
const HREFS: Partial<Record<NextStep, string>> = {
  sign_in: '/auth/login',
  sign_in_again: '/auth/login',
  other_account: '/auth/login',
  reset_password: '/auth/reset-password',
  home: '/',
}

interface Props {
  code: IdentityErrorCode
  /** Steps that this screen takes by itself; null hides one that would lead nowhere new. */
  steps?: Partial<Record<NextStep, (() => void) | null>>
  className?: string
}

/** A sign-in error, and the next step. A window closed by the user is no error; a replaced one shows nothing. */
export function IdentityNotice({ code, steps = {}, className }: Props) {
  const t = useTranslations('auth')
  if (code === 'popup_replaced') return null
  return (
    <Notice
      tone={code === 'popup_closed' ? 'info' : 'error'}
      action={<StepAction step={NEXT_STEPS[code]} steps={steps} />}
      {...(className === undefined ? {} : { className })}
    >
      {t(`errors.${code}`)}
    </Notice>
  )
}

function StepAction({ step, steps }: { step: NextStep; steps: NonNullable<Props['steps']> }): ReactNode {
  const t = useTranslations('auth.nextSteps')
  // Steps that the sentence names, or the screen shows already.
  if (step === 'none' || step === 'correct' || step === 'wait' || step === 'enter_code') return null
  const own = steps[step] ?? (step === 'reload' ? () => window.location.reload() : undefined)
  if (steps[step] === null) return null
  if (own)
    return (
      <Button variant="secondary" onClick={own}>
        {t(step)}
      </Button>
    )
  const href = HREFS[step]
  if (href === undefined) return null
  return (
    <Link href={href} prefetch={false} className={buttonClassName({ variant: 'secondary', size: 'md' })}>
      {t(step)}
    </Link>
  )
}
