import { z } from 'zod'

const Port = z.coerce.number().int().min(1).max(65_535)
const required = z.string({ error: 'is missing' }).min(1, 'is missing')

const Process = z.object({
  NODE_ENV: z.string().default('development'),
  ALLOW_EMBEDDED: z.enum(['0', '1']).default('0'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  BACKEND_HOST: z.string().default('127.0.0.1'),
  BACKEND_PORT: Port.default(4100),
  BACKEND_PUBLIC_URL: z.url().default('http://localhost:4100'),
  SITE_URL: z.url().default('http://localhost:3000'),
  FIREBASE_PROJECT_ID: required,
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  FIREBASE_CLIENT_EMAIL: z.string().optional(),
  FIREBASE_PRIVATE_KEY: z.string().optional(),
})

const DatabaseChoice = z.discriminatedUnion('DATABASE', [
  z.object({ DATABASE: z.literal('pglite'), DATA_DIR: required }),
  z.object({ DATABASE: z.literal('postgres'), DATABASE_URL: required }),
])

const StorageChoice = z.discriminatedUnion('STORAGE', [
  z.object({
    STORAGE: z.literal('files'),
    DATA_DIR: required,
    STORAGE_SECRET: z.string({ error: 'is missing' }).min(32),
  }),
])

const EngineChoice = z.discriminatedUnion('ENGINE', [
  z.object({
    ENGINE: z.literal('studio'),
    STUDIO_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  }),
])

export interface Config {
  role: 'all' | 'api' | 'worker'
  logLevel: string
  http: { host: string; port: number; publicUrl: string; siteUrl: string }
  database: { kind: 'pglite'; dataDir: string } | { kind: 'postgres'; url: string }
  storage: { kind: 'files'; dataDir: string; secret: string }
  identity: {
    projectId: string
    serviceAccount?: { clientEmail: string; privateKey: string }
  }
  engine: { kind: 'studio'; threads?: number }
}

/** A setting is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Validates the environment. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  const chosen = { DATABASE: 'pglite', STORAGE: 'files', ENGINE: 'studio', ...withoutEmpty(env) }
  const base = parse(Process, chosen)
  const database = parse(DatabaseChoice, chosen)
  const storage = parse(StorageChoice, chosen)
  const engine = parse(EngineChoice, chosen)
  const { FIREBASE_CLIENT_EMAIL: clientEmail, FIREBASE_PRIVATE_KEY: privateKey } = base
  const config: Config = {
    role: base.ROLE,
    logLevel: base.LOG_LEVEL,
    http: {
      host: base.BACKEND_HOST,
      port: base.BACKEND_PORT,
      publicUrl: base.BACKEND_PUBLIC_URL.replace(/\/$/, ''),
      siteUrl: base.SITE_URL,
    },
    database:
      database.DATABASE === 'pglite'
        ? { kind: 'pglite', dataDir: database.DATA_DIR }
        : { kind: 'postgres', url: database.DATABASE_URL },
    storage: { kind: 'files', dataDir: storage.DATA_DIR, secret: storage.STORAGE_SECRET },
    identity: {
      projectId: base.FIREBASE_PROJECT_ID,
      ...(clientEmail && privateKey && { serviceAccount: { clientEmail, privateKey } }),
    },
    engine: { kind: 'studio', ...(engine.STUDIO_THREADS && { threads: engine.STUDIO_THREADS }) },
  }
  refuseMistakes(config, base)
  return config
}

function refuseMistakes(config: Config, base: z.output<typeof Process>): void {
  if (Boolean(base.FIREBASE_CLIENT_EMAIL) !== Boolean(base.FIREBASE_PRIVATE_KEY)) {
    throw new ConfigError('FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY: set both or neither')
  }
  if (config.database.kind === 'pglite' && config.role !== 'all') {
    throw new ConfigError(`ROLE=${config.role} needs DATABASE=postgres: an embedded database has one process`)
  }
  if (base.NODE_ENV !== 'production' || base.ALLOW_EMBEDDED === '1') return
  const embedded = [
    config.database.kind === 'pglite' && 'DATABASE=pglite',
    `STORAGE=${config.storage.kind}`,
    base.FIREBASE_AUTH_EMULATOR_HOST !== undefined && 'FIREBASE_AUTH_EMULATOR_HOST',
  ].filter((name) => name !== false)
  if (embedded.length > 0) {
    throw new ConfigError(`${embedded.join(', ')}: refused in production unless ALLOW_EMBEDDED=1`)
  }
}

/** An empty variable is one that is not set. */
function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

function parse<S extends z.ZodType>(schema: S, env: unknown): z.output<S> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
  )
}
