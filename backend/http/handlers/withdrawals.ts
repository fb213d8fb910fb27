import type { withdrawalEndpoints } from '#contract/withdrawals.ts'
import type { Withdrawals } from '#backend/features/withdrawals/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface WithdrawalFeatures {
  withdrawals: Withdrawals
}

export function createWithdrawalHandlers({
  withdrawals,
}: WithdrawalFeatures): HandlersOf<typeof withdrawalEndpoints> {
  return {
    requestWithdrawal: async ({ body }) => {
      await withdrawals.request(body)
      return { requested: true }
    },
    confirmWithdrawal: ({ body }) => withdrawals.confirm(body.confirmation),
  }
}
