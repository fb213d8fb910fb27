/** Where the site hands calls on to the backend; what follows is the call's own path. */
export const GATEWAY_PREFIX = '/api/backend'

/**
 * What the site's server tells the backend through the gateway. The address is believed only beside the secret, which
 * site and backend share: anybody else who calls the backend is known by the address they call from.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
export const GATEWAY_SECRET_HEADER = 'x-gateway-secret'

/** In place of an address: the site reads for a page that everybody gets, and is no client to be limited. */
export const SITE_ITSELF = 'site'
