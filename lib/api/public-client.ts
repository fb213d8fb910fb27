import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { createClient, type Client } from './client.ts'

let client: Client | undefined

/**
 * The calls nobody signs in for. Brings the contract's parser: public pages load it when somebody searches or sends,
 * never before.
 */
export function publicClient(): Client {
  client ??= createClient({
    baseUrl: GATEWAY_PREFIX,
    locale: () => document.documentElement.lang,
    getToken: () => Promise.resolve(undefined),
  })
  return client
}
