'use client'

import { useLocale } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { localizePath, withWantedPage } from '#lib/session/redirect.ts'
import { readWantedPage, saveWantedPage, takeWantedPage } from '#lib/session/wanted-page.ts'
import type { SessionState } from '#lib/session/session-store.ts'
import { useSession } from '#lib/session/use-session.ts'

/** Remembers the page the middleware turned away from, for after the sign-in. */
export function useSaveWantedPage(redirect: string | null): void {
  useEffect(() => saveWantedPage(redirect), [redirect])
}

/**
 * Goes on by itself as far as the session allows: to the wanted page once verified; from `from: 'login'` to the
 * confirmation, from `from: 'verify'` back to the sign-in.
 */
export function useForward(from: 'login' | 'verify' | 'action'): SessionState {
  const session = useSession()
  const locale = useLocale()
  const router = useRouter()
  const { status, isCookieSet } = session
  // Another tab, the one that the mail opened, may take the saved page first; this one needs it too.
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    wanted.current = readWantedPage()
  }, [])
  useEffect(() => {
    const hand = (page: string) => withWantedPage(`/${locale}/auth/${page}`, wanted.current)
    if (status === 'verified' && isCookieSet)
      router.replace(localizePath(takeWantedPage() ?? wanted.current ?? '/persons', locale))
    if (status === 'unverified' && isCookieSet && from === 'login') router.replace(hand('verify-email'))
    if (status === 'signed_out' && from === 'verify') router.replace(hand('login'))
  }, [status, isCookieSet, from, locale, router])
  return session
}
