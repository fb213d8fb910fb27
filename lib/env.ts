import { z } from 'zod'
import { missingOf, SELLER_VARIABLES, sellerOf, type Seller } from '#contract/seller.ts'

const siteUrl = z
  .url()
  .default('http://localhost:3000')
  .describe('Where browsers reach the site; goes into canonical links when the site is built.')
const backendUrl = z
  .url()
  .default('http://127.0.0.1:4100')
  .describe("Where the site's server reaches the backend.")

/** The site's variables, by what they are for: the table in docs/environment.md is made of these. */
export const SITE_ENVIRONMENT = {
  server: z.object({
    NODE_ENV: z.string().optional().describe('`production` refuses the emulator and asks for a secret.'),
    HOSTNAME: z.string().default('0.0.0.0').describe('The address the site listens on.'),
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe('The port the site listens on.'),
    TRUSTED_PROXIES: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe(
        "How many of the operator's proxies stand before the site, each appending to `x-forwarded-for`.",
      ),
    KEEP_ALIVE_TIMEOUT: z.coerce
      .number()
      .int()
      .min(1)
      .default(5_000)
      .describe(
        'How long an idle connection is kept, in milliseconds: longer than what stands before the site keeps it.',
      ),
    NEXT_DIST_DIR: z.string().default('.next').describe('Where the build lies, below the project.'),
    GATEWAY_SECRET: z
      .string()
      // The backend takes the second value as well, while one takes the place of the other.
      .transform((given) => given.trim().split(/\s+/)[0] ?? '')
      .pipe(z.string().min(32))
      .optional()
      .describe(
        "The backend's `GATEWAY_SECRET`: proves that a client's address comes from the site. Required in production.",
      ),
  }),
  errors: z.object({
    SENTRY_DSN: z
      .url()
      .optional()
      .describe(
        "Where errors of the site's server go, to Sentry or what speaks its protocol; without it they are in its log alone.",
      ),
  }),
  pages: z.object({ SITE_URL: siteUrl, BACKEND_URL: backendUrl }),
  build: z.object({
    PAGES_ON_DISK: z
      .enum(['0', '1'])
      .default('1')
      .describe(
        '`0` when it is built: pages made while it runs stay in memory, for a read-only file system; `1` keeps them beside the build.',
      ),
    DIRECTORY_CITIES_AHEAD: z.coerce
      .number()
      .int()
      .min(0)
      .max(100_000)
      .default(100)
      .describe(
        'How many cities of the directory have their pages made by the build, where the backend answers; the others are made when asked for.',
      ),
  }),
  seller: z.object({
    ...SELLER_VARIABLES,
    SELLER_PHONE: z.string().max(40).optional().describe('Where customers call, if anywhere.'),
    SELLER_REGISTER: z
      .string()
      .max(200)
      .optional()
      .describe('Their entry in the register of companies, as in `CHE-123.456.789`.'),
    SELLER_EU_REPRESENTATIVE: z
      .string()
      .max(300)
      .optional()
      .describe('Name and address of their representative in the EU (GDPR, article 27), if they have one.'),
  }),
  analytics: z.object({
    POSTHOG_PROJECT_KEY: z
      .string()
      .min(1)
      .optional()
      .describe("The project's key (`phc_...`), which is no secret. Without it browsers report nothing."),
    POSTHOG_HOST: z
      .url()
      .default('https://eu.i.posthog.com')
      .describe('Where the site hands on what browsers report; the default keeps it in the EU.'),
    AFFILIATE_SCRIPT_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'The script of an affiliate network, loaded after consent alone. Read when the site is built too, for its policy.',
      ),
  }),
  media: z.object({
    MEDIA_ORIGINS: z
      .string()
      .optional()
      .describe(
        'Where browsers load signed pictures from, separated by spaces; by default where the backend answers.',
      ),
    BACKEND_PUBLIC_URL: z
      .url()
      .optional()
      .describe('Where browsers reach the backend, as in its own environment.'),
    BACKEND_URL: backendUrl,
  }),
  identity: z.object({
    FIREBASE_PROJECT_ID: z
      .string()
      .min(1)
      .describe('The Firebase project whose users sign in; starts with `demo-` where the emulator is used.'),
    FIREBASE_AUTH_EMULATOR_HOST: z
      .string()
      .regex(/^[\w.-]+:\d+$/, 'host:port')
      .optional()
      .describe('`host:port` of the Auth emulator.'),
    NODE_ENV: z.string().optional(),
    ALLOW_EMBEDDED: z
      .string()
      .optional()
      .describe('`1` takes the emulator, and no seller, in production all the same.'),
  }),
  firebase: z.object({
    FIREBASE_API_KEY: z
      .string()
      .optional()
      .describe(
        "Firebase's key for browsers, public by design. Required without the emulator, which takes any.",
      ),
    FIREBASE_AUTH_DOMAIN: z
      .string()
      .optional()
      .describe(
        'Where Firebase has its sign-in pages, which an https site serves below its own `/__/auth`; `<project>.firebaseapp.com` by default.',
      ),
  }),
  checkout: z.object({
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_/, 'pk_...')
      .optional()
      .describe(
        "The publishable key of the account: with it cards are asked for in Stripe's form on a page of ours, without it on Stripe's own page.",
      ),
  }),
}

type Env = Readonly<Record<string, string | undefined>>

/** The issuer of id tokens: Google, or its local emulator, whose tokens carry no signature. */
export type IdentitySettings =
  { kind: 'google'; projectId: string } | { kind: 'emulator'; projectId: string; emulatorOrigin: string }

/** Thrown when the environment does not say what the site needs; its message names the variables. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** Parses the members of `env` that `schema` names; an empty value counts as absent. */
export function parseEnv<S extends z.ZodObject>(schema: S, env: Env): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`Invalid environment. ${complaints.join('; ')}`)
}

/**
 * The emulator signs nothing, so any visitor could claim any account: in production it is taken only where an operator
 * says so, and only for a `demo-` project, which exists on no server of Google's.
 * @throws EnvironmentError
 */
export function parseIdentitySettings(env: Env): IdentitySettings {
  const values = parseEnv(SITE_ENVIRONMENT.identity, env)
  const projectId = values.FIREBASE_PROJECT_ID
  const host = values.FIREBASE_AUTH_EMULATOR_HOST
  if (host === undefined) return { kind: 'google', projectId }
  if (values.NODE_ENV === 'production' && values.ALLOW_EMBEDDED !== '1') {
    throw new EnvironmentError('FIREBASE_AUTH_EMULATOR_HOST is refused in production unless ALLOW_EMBEDDED=1')
  }
  if (!projectId.startsWith('demo-')) {
    throw new EnvironmentError(
      'FIREBASE_AUTH_EMULATOR_HOST needs a FIREBASE_PROJECT_ID that starts with "demo-"',
    )
  }
  return { kind: 'emulator', projectId, emulatorOrigin: `http://${host}` }
}

const originOf = (url: string) => new URL(url).origin

/** Origin of the site, without a slash at the end; at build time it goes into canonical addresses. */
export function readSiteUrl(): string {
  return originOf(parseEnv(SITE_ENVIRONMENT.pages, process.env).SITE_URL)
}

/** Stripe's key for browsers; undefined where its own page is used. @throws EnvironmentError */
export function readStripePublishableKey(): string | undefined {
  return parseEnv(SITE_ENVIRONMENT.checkout, process.env).STRIPE_PUBLISHABLE_KEY
}

/** The Sentry address for errors of the site's server; undefined where they are not reported. @throws EnvironmentError */
export function readSentryDsn(): string | undefined {
  return parseEnv(SITE_ENVIRONMENT.errors, process.env).SENTRY_DSN
}

/** How many cities' pages the build makes. @throws EnvironmentError */
export function readCitiesAhead(): number {
  return parseEnv(SITE_ENVIRONMENT.build, process.env).DIRECTORY_CITIES_AHEAD
}

export interface SiteServer {
  /** How many entries at the end of `x-forwarded-for` are to be believed. */
  trustedProxies: number
  gatewaySecret: string | undefined
}

/** @throws EnvironmentError */
export function parseSiteServer(env: Env): SiteServer {
  const values = parseEnv(SITE_ENVIRONMENT.server, env)
  if (values.NODE_ENV === 'production' && values.GATEWAY_SECRET === undefined) {
    throw new EnvironmentError('GATEWAY_SECRET is missing: all clients would count as one')
  }
  return { trustedProxies: values.TRUSTED_PROXIES, gatewaySecret: values.GATEWAY_SECRET }
}

/** Without a slash at the end. @throws EnvironmentError */
export function parseBackendUrl(env: Env): string {
  return parseEnv(SITE_ENVIRONMENT.pages, env).BACKEND_URL.replace(/\/+$/, '')
}

/** @throws EnvironmentError */
export function readSiteServer(): SiteServer {
  return parseSiteServer(process.env)
}

/** @throws EnvironmentError */
export function readIdentitySettings(): IdentitySettings {
  return parseIdentitySettings(process.env)
}

export interface SignInPages {
  /** The origin of Firebase's sign-in pages for browsers. */
  origin: string
  /** The same as the SDK wants it; it asks there by https alone. */
  authDomain: string
  /** The origin from which the site fetches them for its own `/__`; null where browsers go to Firebase's. */
  fetchedFrom: string | null
}

/**
 * The site serves the pages of a Firebase project itself, because browsers keep the storage of other sites apart; on a
 * site without https, the SDK would not find them.
 * @throws EnvironmentError
 */
export function parseSignInPages(env: Env): SignInPages {
  const identity = parseIdentitySettings(env)
  const { FIREBASE_AUTH_DOMAIN } = parseEnv(SITE_ENVIRONMENT.firebase, env)
  const domain = FIREBASE_AUTH_DOMAIN ?? `${identity.projectId}.firebaseapp.com`
  if (identity.kind === 'emulator') {
    return { origin: identity.emulatorOrigin, authDomain: domain, fetchedFrom: null }
  }
  const site = new URL(parseEnv(SITE_ENVIRONMENT.pages, env).SITE_URL)
  const theirs = `https://${domain}`
  return site.protocol === 'https:'
    ? { origin: site.origin, authDomain: site.host, fetchedFrom: theirs }
    : { origin: theirs, authDomain: domain, fetchedFrom: null }
}

/** @throws EnvironmentError */
export function readSignInPages(): SignInPages {
  return parseSignInPages(process.env)
}

/**
 * Origins of storage, where the browser loads signed pictures and sends selfies, for the content security policy:
 * `MEDIA_ORIGINS` (space separated), else where the backend answers.
 */
export function parseMediaOrigins(env: Env): string[] {
  const values = parseEnv(SITE_ENVIRONMENT.media, env)
  const given = values.MEDIA_ORIGINS?.split(/\s+/).filter(Boolean) ?? [
    values.BACKEND_PUBLIC_URL ?? values.BACKEND_URL,
  ]
  return given.map(originOf)
}

export function readMediaOrigins(): string[] {
  return parseMediaOrigins(process.env)
}

/** The seller, with the imprint's additional facts. */
export interface ImprintSeller extends Seller {
  phone: string | null
  register: string | null
  euRepresentative: string | null
}

/**
 * Production takes no seller without name, address and email: the legal texts would have blanks.
 * @throws EnvironmentError
 */
export function parseSeller(env: Env): ImprintSeller {
  const values = parseEnv(SITE_ENVIRONMENT.seller, env)
  const seller = sellerOf(values)
  const missing = missingOf(seller)
  if (missing.length > 0 && env.NODE_ENV === 'production' && env.ALLOW_EMBEDDED !== '1') {
    throw new EnvironmentError(`${missing.join(', ')} missing: the law requires them on the legal pages`)
  }
  return {
    ...seller,
    phone: values.SELLER_PHONE ?? null,
    register: values.SELLER_REGISTER ?? null,
    euRepresentative: values.SELLER_EU_REPRESENTATIVE ?? null,
  }
}

/** At build time it goes into the legal pages. @throws EnvironmentError */
export function readSeller(): ImprintSeller {
  return parseSeller(process.env)
}

export interface AnalyticsSettings {
  /** Null where nothing is reported. */
  posthog: { projectKey: string; host: string } | null
  affiliateScriptUrl: string | null
}

/** @throws EnvironmentError */
export function readAnalytics(): AnalyticsSettings {
  const values = parseEnv(SITE_ENVIRONMENT.analytics, process.env)
  const projectKey = values.POSTHOG_PROJECT_KEY
  return {
    posthog: projectKey === undefined ? null : { projectKey, host: values.POSTHOG_HOST.replace(/\/+$/, '') },
    affiliateScriptUrl: values.AFFILIATE_SCRIPT_URL ?? null,
  }
}

export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}
