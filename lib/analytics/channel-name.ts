import type { AcquisitionChannel } from '#contract/analytics.ts'

/** Proper names of channels, the same in every language. */
export const CHANNEL_NAME = {
  tiktok: 'TikTok',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
} as const satisfies Partial<Record<AcquisitionChannel, string>>
