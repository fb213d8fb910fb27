import { z } from 'zod'

type Env = Readonly<Record<string, string | undefined>>

/** Who vouches for id tokens: Google, or its local emulator, whose tokens carry no signature. */
export type IdentitySettings =
  { kind: 'google'; projectId: string } | { kind: 'emulator'; projectId: string; emulatorOrigin: string }

const IdentityEnv = z.object({
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'host:port')
    .optional(),
  NODE_ENV: z.string().optional(),
  ALLOW_EMBEDDED: z.string().optional(),
})

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
 * The emulator signs nothing, so whoever reaches the site could be anyone: in production it is taken only where an
 * operator says so, and only for a `demo-` project, which exists on no server of Google's.
 * @throws EnvironmentError
 */
export function parseIdentitySettings(env: Env): IdentitySettings {
  const values = parseEnv(IdentityEnv, env)
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
  const schema = z.object({ SITE_URL: z.url().default('http://localhost:3000').transform(originOf) })
  return parseEnv(schema, process.env).SITE_URL
}

const SiteServerEnv = z.object({
  SITE_HOST: z.string().default('127.0.0.1'),
  SITE_PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** How many proxies of the operator's stand before the site, each appending to `x-forwarded-for`. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
})

/** Where the site's server listens, and how many hops of `x-forwarded-for` are to be believed. @throws EnvironmentError */
export function readSiteServer(): { host: string; port: number; trustedProxies: number } {
  const values = parseEnv(SiteServerEnv, process.env)
  return { host: values.SITE_HOST, port: values.SITE_PORT, trustedProxies: values.TRUSTED_PROXIES }
}

/** @throws EnvironmentError */
export function readIdentitySettings(): IdentitySettings {
  return parseIdentitySettings(process.env)
}

/**
 * Origins of the signed pictures that the browser loads straight from storage, for the content security policy:
 * `MEDIA_ORIGINS` (space separated), else where the backend answers.
 */
export function readMediaOrigins(): string[] {
  const schema = z.object({
    MEDIA_ORIGINS: z.string().optional(),
    BACKEND_PUBLIC_URL: z.url().optional(),
    BACKEND_URL: z.url().default('http://127.0.0.1:4100'),
  })
  const values = parseEnv(schema, process.env)
  const given = values.MEDIA_ORIGINS?.split(/\s+/).filter(Boolean) ?? [
    values.BACKEND_PUBLIC_URL ?? values.BACKEND_URL,
  ]
  return given.map(originOf)
}

export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}
