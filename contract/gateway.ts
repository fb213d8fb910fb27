/** Prefix of the addresses under which the site and the edge pass calls on to the backend. */
export const GATEWAY_PREFIX = '/api/backend'

/**
 * Headers from the site's server or the edge to the backend. The address counts only with the shared secret; without it
 * the backend identifies a caller by the address of the connection.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
export const GATEWAY_SECRET_HEADER = 'x-gateway-secret'

/**
 * Instead of an address: the site's server itself reads for a page that every visitor gets, and is not rate-limited.
 */
export const SITE_ITSELF = 'site'
