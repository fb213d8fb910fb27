import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER, SITE_ITSELF } from '#contract/gateway.ts'

/** Asks the backend as the site itself; Next keeps the answers for so many seconds. */
export function keptAnswers(
  { gatewaySecret, revalidateSeconds }: { gatewaySecret: string | undefined; revalidateSeconds: number },
  send: typeof fetch = fetch,
): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set(CLIENT_ADDRESS_HEADER, SITE_ITSELF)
    headers.set(GATEWAY_SECRET_HEADER, gatewaySecret ?? '')
    // Of the rest Next takes nothing: a request that says how it is to be cached is not kept.
    const { method = 'GET', signal = null } = init ?? {}
    return send(url, { method, signal, headers, next: { revalidate: revalidateSeconds } })
  }
}
