import type { AcquisitionChannel } from '#contract/analytics.ts'

/** What the channels call themselves, in every language; `other` has no name. */
export const CHANNEL_NAME: Readonly<Record<Exclude<AcquisitionChannel, 'other'>, string>> = {
  tiktok: 'TikTok',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
}
