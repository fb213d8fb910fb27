/** Cookie that tells the middleware alone who is signed in. It holds a verified id token. */
export const SESSION_COOKIE = 'session'
export const SESSION_MAX_AGE_SECONDS = 300
/** Renewed while a page is open, early enough that one failed attempt does not end the session. */
export const SESSION_RENEWAL_MS = 200_000

/** `Set-Cookie` of the session; an empty token deletes it. */
export function serializeSessionCookie(idToken: string, options: { isHttps: boolean }): string {
  const attributes = [
    `${SESSION_COOKIE}=${idToken}`,
    'Path=/',
    `Max-Age=${idToken === '' ? 0 : SESSION_MAX_AGE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  return (options.isHttps ? [...attributes, 'Secure'] : attributes).join('; ')
}
