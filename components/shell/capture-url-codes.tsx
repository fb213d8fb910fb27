'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { discountCodeIn, pendingCode } from '#lib/discount/pending-code.ts'
import { heldCode, referralCodeIn, validatedCodes } from '#lib/referral/held-code.ts'
import { readSignedInHint } from '#lib/session/signed-in-hint.ts'

/**
 * Keeps the codes in the address of a public page until the visitor signs in. Public pages know no session: code that
 * makes a call is loaded for a referral code alone, and only for a visitor who is not signed in.
 */
export function CaptureUrlCodes() {
  const pathname = usePathname()
  useEffect(() => {
    const discountCode = discountCodeIn(window.location.search)
    if (discountCode !== undefined) pendingCode.write(discountCode)
    const referralCode = referralCodeIn(window.location.search)
    if (referralCode !== undefined) heldCode.write(referralCode)
    const held = heldCode.read()
    const isChecked = held === null || (validatedCodes.read() ?? '').split(',').includes(held)
    if (held !== null && !isChecked && !readSignedInHint()) void checkCode(held)
  }, [pathname])
  return null
}

async function checkCode(code: string): Promise<void> {
  // Without it the code is checked on the next page.
  const loaded = await import('#lib/referral/browser-referral.ts').catch(() => undefined)
  const referral = loaded?.browserReferral()
  referral?.see(code)
  referral?.setAuth('signed_out')
}
