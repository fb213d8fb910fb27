'use client'

import { useLocale, useTranslations } from 'next-intl'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { browserSession } from '#lib/session/browser-session.ts'
import { parseSignOutReason, withWantedPage } from '#lib/session/redirect.ts'
import { useSession } from '#lib/session/use-session.ts'

/** Renews the session under the product's pages, and redirects to the sign-in when it ends here or in another tab. */
export function SessionGate({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const { status, problem, isEndedElsewhere } = useSession()
  const locale = useLocale()
  const pathname = usePathname()
  const router = useRouter()

  const wasSignedIn = useRef(false)

  useEffect(() => {
    if (status === 'verified') wasSignedIn.current = true
    if (status === 'unverified') router.replace(withWantedPage(`/${locale}/auth/verify-email`, pathname))
    if (status === 'signed_out') {
      // Who leaves on purpose starts afresh; a new document also forgets everything that was on this one.
      const isWanted = wasSignedIn.current && problem === null && !isEndedElsewhere
      const reason = isEndedElsewhere ? 'elsewhere' : parseSignOutReason(problem)
      const login = `/${locale}/auth/login`
      window.location.replace(isWanted ? login : withWantedPage(login, pathname, reason))
    }
  }, [status, problem, isEndedElsewhere, locale, pathname, router])

  if (status === 'signed_out' || status === 'unverified') return null
  if (status === 'failed') {
    return (
      <Notice
        tone="error"
        title={t('product.sessionFailed.title')}
        action={
          <Button variant="secondary" onClick={() => browserSession().start()}>
            {t('ui.retry')}
          </Button>
        }
        className="my-8"
      >
        {problem ? t(`auth.errors.${problem}`) : t('product.sessionFailed.body')}
      </Notice>
    )
  }
  return children
}
