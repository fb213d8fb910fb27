import 'server-only'
import { headers } from 'next/headers'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { createClient, type Client } from './client.ts'

/** The calls anybody may make, made for the visitor whose page is being rendered, and counted as theirs. */
export async function visitorClient(): Promise<Pick<Client, 'call'>> {
  const asked = await headers()
  return createClient({
    baseUrl: readServerEnv().backendUrl,
    getToken: () => Promise.resolve(undefined),
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
