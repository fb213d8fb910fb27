import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { ONE_LINE } from './text.ts'

/** requested -> confirmed | in_review -> confirmed | expired; `in_review`: it matches nothing, and waits for a person */
export const WithdrawalState = z.enum(['requested', 'in_review', 'confirmed', 'expired'])
export type WithdrawalState = z.infer<typeof WithdrawalState>

/** Mailed; opens the second step: 128 random bits, base64url. */
const WithdrawalToken = z.string().regex(/^[\w-]{22}$/)

export const withdrawalEndpoints = {
  requestWithdrawal: defineEndpoint({
    method: 'POST',
    path: '/withdrawal/request',
    aliases: [],
    auth: 'public',
    rate: 'form',
    localized: true,
    summary: 'First step of a withdrawal: mails a link to the second, whether there is such an order or not',
    body: z.object({
      email: z.email().max(254),
      orderReference: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .regex(ONE_LINE)
        .meta({ description: 'As the receipt says it' }),
    }),
    response: z.object({ requested: z.literal(true) }),
    errors: [],
  }),
  confirmWithdrawal: defineEndpoint({
    method: 'POST',
    path: '/withdrawal/confirm',
    aliases: [],
    auth: 'public',
    rate: 'form',
    summary: 'Second step: withdraws, and has it acknowledged by mail',
    body: z.object({ confirmation: WithdrawalToken }),
    response: z.object({ receivedAt: z.iso.datetime() }),
    errors: ['withdrawal_not_found'],
  }),
}
