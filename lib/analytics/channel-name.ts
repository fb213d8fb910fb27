import type { AcquisitionChannel } from '#contract/analytics.ts'

/** What channels with a name of their own call themselves, in every language. */
export const CHANNEL_NAME = {
  tiktok: 'TikTok',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
} as const satisfies Partial<Record<AcquisitionChannel, string>>
