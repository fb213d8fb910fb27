import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const count = z.int().nonnegative()

/** What became of the orders that were paid in one calendar month of the seller's zone. */
export const MonthOfOrders = z
  .object({
    month: z.string().regex(/^\d{4}-\d\d$/),
    paid: count,
    takenBack: count.meta({
      description: 'Ended by the customer before headshots came: neither in time nor late',
    }),
    inTime: count.meta({
      description:
        'Its headshots came within the promise; those that fell short are paid back by their share',
    }),
    refunded: count.meta({
      description: 'Paid back without the customer using guarantee or withdrawal',
    }),
  })
  .meta({ id: 'MonthOfOrders' })
export type MonthOfOrders = z.infer<typeof MonthOfOrders>

export const ServiceStatus = z
  .object({
    lastMonth: MonthOfOrders,
    takesOrders: z.boolean().meta({ description: 'False while an operator paused purchases' }),
    oldestOpenMinutes: count.nullable().meta({
      description: 'How long ago the oldest order was paid whose headshots are being made; null without one',
    }),
  })
  .meta({ id: 'ServiceStatus' })
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const statusEndpoints = {
  getServiceStatus: defineEndpoint({
    method: 'GET',
    path: '/status',
    aliases: [],
    auth: 'public',
    rate: 'public',
    cache: { publicSeconds: 60, staleSeconds: 60 },
    summary:
      'How many orders of the last month came in time or were paid back, and whether orders are taken now',
    response: ServiceStatus,
    errors: [],
  }),
}
