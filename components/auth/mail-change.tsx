'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { IdentityError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { MailLink } from '#lib/identity/identity.ts'
import { lastDigits } from '#lib/identity/phone.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { BrokenLink } from './broken-link.tsx'
import { ConfirmedAddress } from './confirmed-address.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import { attempt } from './identity-errors.ts'
import { WaitingMessage } from './waiting-message.tsx'
import { mailOptions } from './mail-options.ts'

type ChangeKind = Exclude<MailLink['kind'], 'reset_password'>

/** One reading per code, however often React mounts the screen. */
const readings = new Map<string, Promise<MailLink | IdentityErrorCode>>()

function readOnce(code: string): Promise<MailLink | IdentityErrorCode> {
  const running = readings.get(code) ?? read(code)
  readings.set(code, running)
  return running
}

async function read(code: string): Promise<MailLink | IdentityErrorCode> {
  let link: MailLink | undefined
  const problem = await attempt(async () => {
    link = await (await browserSession().identity()).readMailLink(code)
  })
  return problem?.code ?? link ?? 'internal'
}

/** Whether the account of this browser has confirmed its address, of which it learns by asking. */
async function isConfirmed(): Promise<boolean> {
  try {
    return (await (await browserSession().identity()).refreshAccount())?.isVerified ?? false
  } catch {
    return false
  }
}

/**
 * Links that change the account: an address confirmed, an old one restored, an added phone removed.
 * The change is named before it is made, so that a mail scanner that opens links does not make it.
 */
export function MailChange({ kind, code }: { kind: ChangeKind; code: string }) {
  const t = useTranslations('auth.action')
  const [link, setLink] = useState<MailLink>()
  const [broken, setBroken] = useState<IdentityErrorCode>()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    void readOnce(code).then(async (answer) => {
      // A link that was used has done its work.
      if (typeof answer === 'string' && kind === 'verify_email' && (await isConfirmed())) setDone(true)
      else if (typeof answer === 'string') setBroken(answer)
      else if (answer.kind === kind) setLink(answer)
      else setBroken('link_invalid')
    })
  }, [code, kind])

  async function follow() {
    setBusy(true)
    const failure = await attempt(async () => {
      const identity = await browserSession().identity()
      await identity.followMailLink(code)
      // A signed-in user has the new address at once, or a session that has ended.
      await identity.refreshAccount().catch(() => undefined)
    })
    setBusy(false)
    if (failure?.code === 'link_invalid' || failure?.code === 'link_expired') setBroken(failure.code)
    setProblem(failure?.code)
    setDone(failure === undefined)
  }

  if (isDone && kind === 'verify_email') return <ConfirmedAddress />
  if (broken) {
    const isConfirmation = kind === 'verify_email'
    return (
      <BrokenLink
        reason={broken}
        retryHref={isConfirmation ? '/auth/verify-email' : '/auth/login'}
        mayBeConfirmed={isConfirmation}
      />
    )
  }
  if (!link) return <WaitingMessage text={t('working')} />
  if (isDone && kind !== 'verify_email') return <Done link={link} kind={kind} />
  const values = valuesOf(link)
  return (
    <>
      <PageHeading title={t(`${kind}.title`)} lead={t(`${kind}.lead`, values)} />
      {problem && <IdentityNotice code={problem} steps={{ retry: () => void follow() }} className="mt-6" />}
      <p className="mt-8">
        <Button size="lg" block busy={isBusy} onClick={() => void follow()}>
          {t(`${kind}.submit`)}
        </Button>
      </p>
    </>
  )
}

const valuesOf = ({ email, phoneNumber }: MailLink) => ({ email, digits: lastDigits(phoneNumber ?? '') })

function Done({ link, kind }: { link: MailLink; kind: Exclude<ChangeKind, 'verify_email'> }) {
  const t = useTranslations('auth.action')
  return (
    <div role="status">
      <PageHeading title={t(`${kind}.doneTitle`)} lead={t(`${kind}.done`, valuesOf(link))} />
      {kind === 'change_email' ? (
        <p className="mt-8">
          <Link href="/persons" prefetch={false} className={buttonClassName({ size: 'lg', block: true })}>
            {t('verified.continue')}
          </Link>
        </p>
      ) : (
        <>
          <SafePassword email={link.email} />
          <p className="mt-6">
            <Link href="/auth/login" prefetch={false} className="text-link">
              {t('failed.signIn')}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

/** A change the user did not request may mean that a stranger uses the account. */
function SafePassword({ email }: { email: string }) {
  const t = useTranslations('auth.action.protect')
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<IdentityErrorCode>()

  async function send() {
    setBusy(true)
    const failure = await attempt(async () => {
      if (email === '') throw new IdentityError('invalid_email')
      await (await browserSession().identity()).sendPasswordReset(email, mailOptions(locale))
    })
    setBusy(false)
    setProblem(failure?.code)
    setSent(failure === undefined)
  }

  if (isSent)
    return (
      <Notice tone="success" className="mt-6">
        {t('sent', { email })}
      </Notice>
    )
  return (
    <div className="mt-8 flex flex-col items-start gap-4 border-t border-hairline pt-6">
      <p className="measure">{t('why')}</p>
      {problem && <IdentityNotice code={problem} steps={{ retry: () => void send() }} />}
      <Button size="lg" block busy={isBusy} onClick={() => void send()}>
        {t('submit')}
      </Button>
    </div>
  )
}
