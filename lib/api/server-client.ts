import 'server-only'
import { headers } from 'next/headers'
import type { KnownTable } from '#contract/endpoints.ts'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { createClientOf, type Client } from './client.ts'

/**
 * The calls of one table, made for the visitor whose page is being rendered, and counted as theirs: those anybody may make,
 * and with an id token theirs.
 */
export async function visitorClient<T extends KnownTable<T>>(
  table: T,
  idToken?: string,
): Promise<Pick<Client<T>, 'call'>> {
  const asked = await headers()
  return createClientOf(table, {
    baseUrl: readServerEnv().backendUrl,
    getToken: () => Promise.resolve(idToken),
    fetch: (input, init) => {
      const sent = new Headers(init?.headers)
      for (const name of [CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER]) {
        const value = asked.get(name)
        if (value !== null) sent.set(name, value)
      }
      return fetch(input, { ...init, headers: sent, redirect: 'error' })
    },
  })
}
