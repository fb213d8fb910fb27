import type { RejectReason, Selfie, SelfieChoice, SelfieWarning } from '#contract/selfies.ts'
import type { CallErrorCode } from '#lib/api/call-error.ts'
import type { UploadItem } from './upload-queue.ts'

/** A selfie in the list, uploading or arrived. */
export interface Tile {
  id: string
  fileName: string
  url: string | null
  state: 'waiting' | 'preparing' | 'sending' | 'failed' | 'checking' | 'accepted' | 'rejected'
  sent: number
  reasons: readonly RejectReason[]
  /** Gravest first. */
  warnings: readonly SelfieWarning[]
  choice: SelfieChoice
  /** Why a call failed, when the picture is not the cause; for a waiting one, why it was not sent yet. */
  code: CallErrorCode | null
  canRetry: boolean
}

/** Answers that the same file would get again. */
const PERMANENT: readonly CallErrorCode[] = [
  'file_unsupported',
  'file_too_large',
  'selfie_limit_reached',
  'storage_limit_reached',
  'person_trained',
]

/**
 * First the selfies from elsewhere or earlier, in order of arrival, then this page's uploads, in the order they were
 * chosen: each keeps its place when it arrives.
 */
export function tilesOf(selfies: readonly Selfie[], items: readonly UploadItem[]): Tile[] {
  // An arrived selfie is one tile, even while its upload has no answer: that may be lost with the connection.
  const arrivals = new Map(selfies.map((selfie) => [uploadOf(selfie, items), selfie]))
  const others = selfies.filter((selfie) => !uploadOf(selfie, items))
  return [
    ...others.map((selfie) => tileOfSelfie(selfie)),
    ...items.map((item) => {
      const selfie = arrivals.get(item)
      return selfie ? tileOfSelfie(selfie, item) : tileOfUpload(item)
    }),
  ]
}

/** An arrived selfie, as the page that sent it shows it. */
export function tileOfSelfie(selfie: Selfie, item?: UploadItem): Tile {
  return {
    id: selfie.id,
    fileName: selfie.fileName,
    url: item?.previewUrl ?? selfie.thumbnailUrl,
    state: selfie.state === 'received' ? 'checking' : selfie.state,
    sent: 1,
    reasons: selfie.reasons,
    warnings: selfie.warnings,
    choice: selfie.choice,
    code: null,
    canRetry: false,
  }
}

function tileOfUpload(item: UploadItem): Tile {
  return {
    id: item.id,
    fileName: item.fileName,
    url: item.previewUrl,
    state: item.state === 'sent' ? 'checking' : item.state,
    sent: item.sent,
    reasons: item.problem?.kind === 'file' ? [item.problem.reason] : [],
    warnings: [],
    choice: 'none',
    code: item.problem?.kind === 'call' ? item.problem.code : null,
    canRetry: item.problem?.kind === 'call' && !PERMANENT.includes(item.problem.code),
  }
}

/** The upload that a selfie came by, where that was on this page. */
export function uploadOf(selfie: Selfie, items: readonly UploadItem[]): UploadItem | undefined {
  return items.find((item) => item.selfieId === selfie.id || item.key === selfie.uploadKey)
}
