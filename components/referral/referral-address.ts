/** The address with a referral code; without a language, so that each friend reads it in their own. */
export function referralAddress(origin: string, code: string): string {
  return `${origin}/?${new URLSearchParams({ ref: code }).toString()}`
}
