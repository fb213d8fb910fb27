'use client'

import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { browserClient } from './browser-session.ts'
import { askedAgain, isTransient, pauseBeforeMs, type CallError } from '#lib/api/call-error.ts'
import type { CallInput } from '#lib/api/request.ts'

export interface UseEndpointOptions<T> {
  /** Asks again this often; a function sees the last answer. 0 stops. */
  refreshIntervalMs?: number | ((latest: T | undefined) => number)
  /** The token of this phone's session; for calls by hand-off. */
  handoffToken?: string
  /** Shows the last answer until that to another input is here. */
  keepsPrevious?: boolean
}

/**
 * Reads one call and keeps it fresh; all users of the same name and input share one answer. A null input waits.
 * A service that is away is asked until it is back; the screen keeps its content meanwhile.
 */
export function useEndpoint<N extends EndpointName>(
  name: N,
  input: CallInput<N> | null,
  options: UseEndpointOptions<EndpointResult<Endpoints[N]>> = {},
): SWRResponse<EndpointResult<Endpoints[N]>, CallError> {
  const { handoffToken } = options
  return useAnswer(
    input === null ? null : endpointKey(name, input),
    () =>
      browserClient().call(name, input as CallInput<N>, handoffToken === undefined ? {} : { handoffToken }),
    options,
  )
}

/** Reads what `ask` answers under a key, as `useEndpoint` does. */
export function useAnswer<T>(
  key: readonly [name: string, input: unknown] | null,
  ask: () => Promise<T>,
  options: Pick<UseEndpointOptions<T>, 'refreshIntervalMs' | 'keepsPrevious'> = {},
): SWRResponse<T, CallError> {
  const configuration: SWRConfiguration<T, CallError> = {
    shouldRetryOnError: isTransient,
    onErrorRetry: (error, _key, _config, ask, options) => {
      setTimeout(() => void ask(options), pauseBeforeMs(options.retryCount, error))
    },
    keepPreviousData: options.keepsPrevious ?? false,
    ...(options.refreshIntervalMs === undefined ? {} : { refreshInterval: options.refreshIntervalMs }),
  }
  return useSWR(
    key,
    () =>
      ask().catch((error: unknown) => {
        throw askedAgain(error)
      }),
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
