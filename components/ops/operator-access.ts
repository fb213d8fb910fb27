import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { operatorEndpoints } from '#contract/operators.ts'
import { CallError, isTransient } from '#lib/api/call-error.ts'
import { visitorClient } from '#lib/api/server-client.ts'
import { SESSION_COOKIE } from '#lib/session/cookie.ts'

/** `unknown`: not on the list, for whom there is no such page. */
export type OperatorAccess = 'operator' | 'second_factor_missing' | 'unknown'

/**
 * What the API says of the account that the cookie names, asked for once in a request. The page's own calls are made by the
 * browser's id token. @throws CallError when the API is away
 */
export const operatorAccess = cache(async (): Promise<OperatorAccess> => {
  const idToken = (await cookies()).get(SESSION_COOKIE)?.value
  const client = await visitorClient(operatorEndpoints, idToken)
  try {
    await client.call('operatorLimits', { body: {} })
    return 'operator'
  } catch (error) {
    if (isTransient(error)) throw error
    const isListed = error instanceof CallError && error.code === 'second_factor_required'
    return isListed ? 'second_factor_missing' : 'unknown'
  }
})
