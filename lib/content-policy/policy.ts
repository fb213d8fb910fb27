import { HEAD_SCRIPT_HASH } from './head-script.ts'

/** Identity Toolkit and Secure Token: sign-in and the renewal of id tokens. */
const GOOGLE_IDENTITY = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
/** The captcha that Firebase may ask for; its script is loaded by ours, hence covered by `strict-dynamic`. */
const GOOGLE_CAPTCHA = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']

/**
 * Stripe's form and what it asks of the bank; its script is loaded by ours, as the captcha's is.
 * https://docs.stripe.com/security/guide#content-security-policy
 */
const STRIPE_FORM = {
  frames: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://checkout.stripe.com',
    'https://hooks.stripe.com',
  ],
  connections: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  images: ['https://*.stripe.com'],
}

/** Permissions of a kind of page besides loading the site's own files. */
interface Grants {
  scripts: readonly string[]
  images?: readonly string[]
  connections?: readonly string[]
  frames?: readonly string[]
}

/** https://www.w3.org/TR/CSP3/ */
function policyOf({ scripts, images = [], connections = [], frames = [] }: Grants): string {
  const self = (...more: readonly string[]) => ["'self'", ...more].join(' ')
  return [
    `default-src ${self()}`,
    `script-src ${self(...scripts)}`,
    `style-src ${self("'unsafe-inline'")}`,
    `img-src ${self('data:', 'blob:', ...images)}`,
    `font-src ${self()}`,
    `connect-src ${self(...connections)}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of a prerendered page: of inline scripts, exactly those it was made with.
 * @param scriptHashes each as `'sha256-…'`
 * @param partners origins of the scripts that are loaded after consent
 */
export function publicPolicy(scriptHashes: readonly string[], partners: readonly string[] = []): string {
  return policyOf({ scripts: [...scriptHashes, ...partners], images: partners, connections: partners })
}

/** @param payment who may open a wallet of the device */
function permissions(payment: string): string {
  return `camera=(self), microphone=(), geolocation=(), payment=${payment}, usb=(), browsing-topics=()`
}

/** For pages with Stripe's form, which offers wallets. */
export const WALLET_PERMISSIONS = permissions('(self "https://js.stripe.com" "https://checkout.stripe.com")')

/** On every answer of the site. */
export const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': permissions('()'),
}

/** The policy of a failure that brings none. */
export const FAILURE_POLICY = policyOf({ scripts: [] })

/** The policy of answers that are no pages: nothing in them is to be shown, let alone run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

export interface GuardedPolicyOptions {
  nonce: string
  /** Origins of signed pictures, downloads and uploads. */
  mediaOrigins: readonly string[]
  /** The emulator's address, which the browser's sign-in calls besides Google. */
  emulatorOrigin: string | undefined
  /** The origin of Firebase's sign-in pages: a hidden frame of theirs carries a window's answer into the page. */
  signInOrigin: string
  /** Whether Stripe's form is on the page. */
  hasPaymentForm?: boolean
  /** Origins of the scripts that are loaded after consent, by ours. */
  partners?: readonly string[]
  isDevelopment: boolean
}

/**
 * The policy of pages that carry personal data: scripts run only with this response's nonce, or when such a script
 * loads them, and the head's. https://www.w3.org/TR/CSP3/#strict-dynamic-usage
 */
export function guardedPolicy(options: GuardedPolicyOptions): string {
  const {
    nonce,
    mediaOrigins,
    emulatorOrigin,
    signInOrigin,
    partners = [],
    isDevelopment,
    hasPaymentForm = false,
  } = options
  const form = hasPaymentForm ? STRIPE_FORM : undefined
  return policyOf({
    // Development compiles in the browser; the scripts that ship never do.
    scripts: [
      `'nonce-${nonce}'`,
      HEAD_SCRIPT_HASH,
      "'strict-dynamic'",
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ],
    images: [...mediaOrigins, ...partners, ...(form?.images ?? [])],
    connections: [
      ...GOOGLE_IDENTITY,
      ...(emulatorOrigin === undefined ? [] : [emulatorOrigin]),
      ...mediaOrigins,
      ...(form?.connections ?? []),
      ...partners,
      ...(isDevelopment ? ['ws:'] : []),
    ],
    frames: [signInOrigin, ...GOOGLE_CAPTCHA, ...(form?.frames ?? [])],
  })
}
