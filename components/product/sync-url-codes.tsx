'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { browserDiscount } from '#lib/discount/browser-discount.ts'
import { discountCodeIn } from '#lib/discount/pending-code.ts'
import { browserReferral } from '#lib/referral/browser-referral.ts'
import { referralCodeIn } from '#lib/referral/held-code.ts'
import { authOf } from '#lib/session/auth.ts'
import { useSession } from '#lib/session/use-session.ts'

/** Takes the codes in the address, and has those that waited for a sign-in validated and registered. */
export function SyncUrlCodes() {
  const pathname = usePathname()
  const auth = authOf(useSession())
  useEffect(() => {
    const discountCode = discountCodeIn(window.location.search)
    if (discountCode !== undefined) browserDiscount().enter(discountCode)
    const referralCode = referralCodeIn(window.location.search)
    if (referralCode !== undefined) browserReferral().see(referralCode)
  }, [pathname])
  useEffect(() => {
    const tell = () => {
      browserDiscount().setAuth(auth)
      browserReferral().setAuth(auth)
    }
    tell()
    // Calls that failed offline are repeated.
    window.addEventListener('online', tell)
    return () => window.removeEventListener('online', tell)
  }, [auth])
  return null
}
