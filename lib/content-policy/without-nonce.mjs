/**
 * Content security policy of pages without a nonce.
 * @param {string} scripts what `script-src` allows besides the site's own files
 * @param {boolean} development `next dev` needs eval and a socket
 */
export function publicPolicy(scripts, development = false) {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
