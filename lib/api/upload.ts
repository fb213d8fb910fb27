import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import type { RawAnswer } from './answer.ts'
import { CallError } from './call-error.ts'
import type { PreparedRequest } from './request.ts'

export interface UploadOptions {
  /** Share of the body that left this machine, 0..1. */
  onProgress: (sent: number) => void
  signal?: AbortSignal
  /** Names the upload, so that sending it again after a lost answer stores it once. */
  idempotencyKey?: string
  /** See `CallOptions`. */
  handoffToken?: string
}

/** A transfer that moves nothing for this long is given up. */
const STALL_TIMEOUT_MS = 60_000

/** A request that reports the progress of its body. */
export interface SentRequest {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: XMLHttpRequestBodyInit | undefined
}

/** A prepared call with its files. @throws CallError */
export function sendWithProgress(
  url: string,
  { definition: { method }, body, contentType }: PreparedRequest,
  token: string | undefined,
  { idempotencyKey, ...options }: UploadOptions,
): Promise<RawAnswer> {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: token }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
  }
  return sendRequest({ url, method, headers, body }, options)
}

/** Sends by XMLHttpRequest: `fetch` cannot tell how much of a body has been sent. @throws CallError */
export function sendRequest(
  { url, method, headers, body }: SentRequest,
  { onProgress, signal }: Pick<UploadOptions, 'onProgress' | 'signal'>,
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
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    watch()
    xhr.send(body)
  })
}
