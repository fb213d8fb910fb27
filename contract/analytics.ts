import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Where a user heard of the product. */
export const AcquisitionChannel = z.enum([
  'search',
  'friend',
  'assistant',
  'linkedin',
  'instagram',
  'youtube',
  'tiktok',
  'other',
])
export type AcquisitionChannel = z.infer<typeof AcquisitionChannel>

/** Where a user recommended the product. */
export const ShareChannel = z.enum(['linkedin', 'whatsapp', 'instagram', 'youtube', 'tiktok', 'other'])
export type ShareChannel = z.infer<typeof ShareChannel>

/** How far a visitor came. */
export const CustomerInteraction = z.enum([
  'firstOpen',
  'significantConversionStep1',
  'significantConversionStep2',
  'significantConversionStep3',
  'purchaseOptionSeen',
])
export type CustomerInteraction = z.infer<typeof CustomerInteraction>

export const Platform = z.enum(['website', 'ios', 'android', 'other'])
export type Platform = z.infer<typeof Platform>

const report = {
  method: 'POST',
  aliases: [],
  auth: 'public',
  rate: 'public',
  response: z.object({ recorded: z.literal(true) }),
  errors: [],
} as const

export const analyticsEndpoints = {
  reportAcquisitionChannel: defineEndpoint({
    ...report,
    path: '/analytics/acquisition-channel',
    summary: 'Says how a visitor heard of the product; kept without anything of the visitor',
    body: z.object({ channel: AcquisitionChannel, platform: Platform }),
  }),
  reportCustomerInteraction: defineEndpoint({
    ...report,
    path: '/analytics/customer-interactions',
    summary: 'Says how far a visitor came; kept without anything of the visitor',
    body: z.object({ event: CustomerInteraction, platform: Platform }),
  }),
}
