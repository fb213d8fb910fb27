/** Where the site passes calls on to the backend; the call's own path comes after it. */
export const GATEWAY_PREFIX = '/api/backend'

/**
 * Headers from the site's server to the backend. The address counts only with the shared secret: any other caller of
 * the backend is identified by its own address.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
export const GATEWAY_SECRET_HEADER = 'x-gateway-secret'

/**
 * Instead of an address: the site's server itself reads for a page that every visitor gets, and is not rate-limited.
 */
export const SITE_ITSELF = 'site'
