import type { repairEndpoints } from '#contract/repairs.ts'
import type { Repairs } from '#backend/features/repairs/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface RepairFeatures {
  repairs: Repairs
}

export function createRepairHandlers({ repairs }: RepairFeatures): HandlersOf<typeof repairEndpoints> {
  return {
    repairBundle: ({ uid, body }) => repairs.repair(uid, body.personid, body.bundleid),
  }
}
