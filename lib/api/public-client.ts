import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { createClient, type Client } from './client.ts'

let client: Client | undefined

/**
 * The calls that need no sign-in. It brings the contract's parser: public pages load it once the visitor searches or
 * sends a form.
 */
export function publicClient(): Client {
  client ??= createClient({
    baseUrl: GATEWAY_PREFIX,
    locale: () => document.documentElement.lang,
    getToken: () => Promise.resolve(undefined),
  })
  return client
}
