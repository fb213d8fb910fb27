import { browserClient } from '#lib/session/browser-session.ts'
import { heldCode, validatedCodes } from './held-code.ts'
import { createReferralStore, type ReferralStore } from './referral-store.ts'

let store: ReferralStore | undefined

/** The one referral of this page. */
export function browserReferral(): ReferralStore {
  store ??= createReferralStore({
    held: heldCode,
    validated: validatedCodes,
    check: (code) => browserClient().call('checkReferralCode', { query: { code } }),
    register: (code) => browserClient().call('registerUserReferred', { body: { referal_code: code } }),
  })
  return store
}
