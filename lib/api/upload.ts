import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import type { RawAnswer } from './answer.ts'
import { CallError } from './call-error.ts'
import type { PreparedRequest } from './request.ts'

export interface UploadOptions {
  /** Share of the body that left this machine, 0..1. */
  onProgress: (sent: number) => void
  signal?: AbortSignal
  /** Names what is sent, so that sending it again after a lost answer stores it once. */
  idempotencyKey?: string
}

/** A transfer that moves nothing for this long is given up. */
const STALL_TIMEOUT_MS = 60_000

/** Sends by XMLHttpRequest: `fetch` cannot tell how much of a body has been sent. @throws CallError */
export function sendWithProgress(
  url: string,
  request: PreparedRequest,
  token: string | undefined,
  { onProgress, signal, idempotencyKey }: UploadOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new CallError('canceled'))
      return
    }
    const xhr = new XMLHttpRequest()
    const cancel = () => xhr.abort()
    let stall: ReturnType<typeof setTimeout> | undefined
    let stalled = false
    const settle = (finish: () => void) => {
      clearTimeout(stall)
      signal?.removeEventListener('abort', cancel)
      finish()
    }
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        stalled = true
        xhr.abort()
      }, STALL_TIMEOUT_MS)
    }
    xhr.upload.onprogress = (event) => {
      watch()
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    xhr.onload = () =>
      settle(() => {
        onProgress(1)
        resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })
      })
    xhr.onerror = () => settle(() => reject(new CallError('network')))
    xhr.onabort = () => settle(() => reject(new CallError(stalled ? 'timeout' : 'canceled')))
    signal?.addEventListener('abort', cancel)
    xhr.open(request.definition.method, url)
    xhr.setRequestHeader('accept', 'application/json')
    if (token !== undefined) xhr.setRequestHeader('authorization', token)
    if (request.contentType !== undefined) xhr.setRequestHeader('content-type', request.contentType)
    if (idempotencyKey !== undefined) xhr.setRequestHeader(IDEMPOTENCY_HEADER, idempotencyKey)
    watch()
    xhr.send(request.body)
  })
}
