'use client'

import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import type { CallError } from './call-error.ts'
import type { CallInput } from './request.ts'

export interface UseEndpointOptions<T> {
  /** Asks again this often; a function sees the last answer. 0 stops. */
  refreshIntervalMs?: number | ((latest: T | undefined) => number)
  /** Of the session that was handed to this phone; for calls by hand-off. */
  handoffToken?: string
}

/**
 * Reads one call and keeps it fresh; all users of the same name and input share one answer. A null input waits.
 * The client retries what is transient, so nothing is retried here.
 */
export function useEndpoint<N extends EndpointName>(
  name: N,
  input: CallInput<N> | null,
  options: UseEndpointOptions<EndpointResult<Endpoints[N]>> = {},
): SWRResponse<EndpointResult<Endpoints[N]>, CallError> {
  const configuration: SWRConfiguration<EndpointResult<Endpoints[N]>, CallError> = {
    shouldRetryOnError: false,
    keepPreviousData: false,
    ...(options.refreshIntervalMs === undefined ? {} : { refreshInterval: options.refreshIntervalMs }),
  }
  return useSWR(
    input === null ? null : endpointKey(name, input),
    () =>
      browserClient().call(
        name,
        input as CallInput<N>,
        options.handoffToken === undefined ? {} : { handoffToken: options.handoffToken },
      ),
    configuration,
  )
}

/** Key under which an answer is shared. */
export function endpointKey<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
): readonly [N, CallInput<N>] {
  return [name, input]
}
