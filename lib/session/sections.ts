interface Section {
  /** Who may see its pages: only users with a verified account, or anybody. */
  readonly audience: 'verified' | 'anybody'
}

/**
 * First path segments, after the language, whose pages carry personal data, pictures or passwords. They are made per request,
 * under a policy with a nonce; every other page is prerendered, under a policy with the hashes of its own scripts.
 */
export const GUARDED_SECTIONS = {
  persons: { audience: 'verified' },
  checkout: { audience: 'verified' },
  account: { audience: 'verified' },
  referral: { audience: 'verified' },
  ops: { audience: 'verified' },
  auth: { audience: 'anybody' },
  upload: { audience: 'anybody' },
  share: { audience: 'anybody' },
  image: { audience: 'anybody' },
} as const satisfies Record<string, Section>

export type GuardedSection = keyof typeof GUARDED_SECTIONS
export const GUARDED_SECTION_NAMES = Object.keys(GUARDED_SECTIONS) as GuardedSection[]

/** The section a path's second segment names; undefined for public pages. */
export function guardedSection(segment: string | undefined): GuardedSection | undefined {
  return GUARDED_SECTION_NAMES.find((name) => name === segment)
}
