export interface ContentPolicyOptions {
  nonce: string
  /** Where signed pictures and downloads are served. */
  mediaOrigins: readonly string[]
  /** Where the browser's sign-in calls besides Google: the emulator's address. */
  emulatorOrigin: string | undefined
  isDevelopment: boolean
}

/** Identity Toolkit and Secure Token: sign-in and the renewal of id tokens. */
const GOOGLE_IDENTITY = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
/** The captcha that Firebase may ask for; its script is loaded by ours, hence covered by `strict-dynamic`. */
const GOOGLE_CAPTCHA = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']

/**
 * The policy of pages that carry somebody's data: scripts run only with this response's nonce, or when such a script
 * loads them. https://www.w3.org/TR/CSP3/#strict-dynamic-usage
 */
export function contentPolicy(options: ContentPolicyOptions): string {
  const media = options.mediaOrigins.join(' ')
  const identity = [
    ...GOOGLE_IDENTITY,
    ...(options.emulatorOrigin === undefined ? [] : [options.emulatorOrigin]),
  ]
  return [
    "default-src 'self'",
    // Development compiles in the browser; the scripts that ship never do.
    `script-src 'self' 'nonce-${options.nonce}' 'strict-dynamic'${options.isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${media}`,
    "font-src 'self'",
    `connect-src 'self' ${identity.join(' ')}${options.isDevelopment ? ' ws:' : ''}`,
    `frame-src ${GOOGLE_CAPTCHA.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
