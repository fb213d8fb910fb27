/** The address with a referral code; without a language, so that each friend reads it in their own. */
export function referralAddress(origin: string, code: string): string {
  return `${origin}/?${new URLSearchParams({ ref: code }).toString()}`
}

/** LinkedIn's page for posting an address. */
export function linkedInAddress(url: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url }).toString()}`
}
