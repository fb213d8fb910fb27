import { z } from 'zod'

const text = z.string({ error: 'is missing' })
const secret = text.min(32, 'is shorter than 32 characters')
const port = z.coerce.number().int().min(1).max(65_535)
const count = (most: number) => z.coerce.number().int().min(1).max(most)
const choice = (...names: string[]) => ({ error: `is none of ${names.join(', ')}` })

/** Descriptions make the table in docs/environment.md. */
const Process = z
  .object({
    NODE_ENV: z
      .string()
      .default('development')
      .describe('`production` refuses the embedded parts and asks for credentials.'),
    ALLOW_EMBEDDED: z
      .enum(['0', '1'])
      .default('0')
      .describe('`1` takes the embedded parts in production all the same.'),
    ROLE: z
      .enum(['all', 'api', 'worker'], choice('all', 'api', 'worker'))
      .default('all')
      .describe('`api` answers, `worker` runs jobs, `all` does both in one process.'),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('The least that is logged.'),
  })
  .transform((env) => ({
    role: env.ROLE,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
    allowsEmbedded: env.ALLOW_EMBEDDED === '1',
  }))

const Http = z
  .object({
    BACKEND_HOST: z.string().default('127.0.0.1').describe('The address the API listens on.'),
    BACKEND_PORT: port.default(4100).describe('The port the API listens on.'),
    BACKEND_PUBLIC_URL: z
      .url()
      .default('http://localhost:4100')
      .describe('Where browsers reach the API: signed addresses of stored files start with it.'),
    SITE_URL: z.url().default('http://localhost:3000').describe('Where browsers reach the site.'),
    GATEWAY_SECRET: secret
      .optional()
      .describe(
        'Shared with the site alone, at least 32 characters: whoever knows it may say which client a call is from. ' +
          'Required in production.',
      ),
  })
  .transform((env) => ({
    host: env.BACKEND_HOST,
    port: env.BACKEND_PORT,
    publicUrl: env.BACKEND_PUBLIC_URL.replace(/\/$/, ''),
    siteUrl: env.SITE_URL,
    gatewaySecret: env.GATEWAY_SECRET,
  }))

const dataDir = text.describe('The folder of everything that is kept on this machine.')

const Database = z.discriminatedUnion(
  'DATABASE',
  [
    z
      .object({ DATABASE: z.literal('pglite'), DATA_DIR: dataDir })
      .transform((env) => ({ kind: 'pglite' as const, dataDir: env.DATA_DIR })),
    z
      .object({
        DATABASE: z.literal('postgres'),
        DATABASE_URL: text.describe(
          'Address of a PostgreSQL 15 or newer: `postgres://user:password@host/name`.',
        ),
        DATABASE_CONNECTIONS: count(200)
          .default(10)
          .describe('Connections of one process for its calls; six more serve its jobs, four its limits.'),
      })
      .transform((env) => ({
        kind: 'postgres' as const,
        url: env.DATABASE_URL,
        maxConnections: env.DATABASE_CONNECTIONS,
      })),
  ],
  choice('pglite', 'postgres'),
)

const isSet = z.enum(['0', '1'])

const s3 = {
  S3_BUCKET: text.describe('The bucket, which nobody may read but by signed address.'),
  S3_REGION: text.describe('Its region.'),
  S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      "Address of a store that is not Amazon's, as browsers reach it too; the site's `MEDIA_ORIGINS` names its origin.",
    ),
  S3_KEY_PREFIX: z
    .string()
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'is no folder')
    .optional()
    .describe('Folder of the bucket that everything is kept in.'),
  S3_ACCESS_KEY_ID: text
    .optional()
    .describe("Credentials; without them, the machine's own (its role, its files)."),
  S3_SECRET_ACCESS_KEY: text.optional().describe('The secret of `S3_ACCESS_KEY_ID`.'),
  S3_PATH_STYLE: isSet
    .default('0')
    .describe('`1` where the bucket is a part of the path and not of the host name.'),
  S3_CONDITIONAL_WRITES: isSet
    .default('1')
    .describe('`0` for a store that does not know `If-None-Match` of writes.'),
  S3_ENCRYPTION: z
    .enum(['AES256', 'aws:kms'])
    .optional()
    .describe("Asked for with every write; the bucket's own default otherwise."),
  S3_KMS_KEY_ID: text.optional().describe('The key of `S3_ENCRYPTION=aws:kms`.'),
}

const Storage = z.discriminatedUnion(
  'STORAGE',
  [
    z
      .object({
        STORAGE: z.literal('files'),
        DATA_DIR: dataDir,
        STORAGE_SECRET: secret.describe(
          'Signs the addresses of stored files, at least 32 characters; a change makes the handed-out ones invalid.',
        ),
      })
      .transform((env) => ({ kind: 'files' as const, dataDir: env.DATA_DIR, secret: env.STORAGE_SECRET })),
    z.object({ STORAGE: z.literal('s3'), ...s3 }).transform((env, context) => {
      if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
        const message = 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither'
        context.addIssue({ code: 'custom', message, path: [] })
      }
      return {
        kind: 's3' as const,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT,
        keyPrefix: env.S3_KEY_PREFIX,
        usesPathStyle: env.S3_PATH_STYLE === '1',
        hasConditionalWrites: env.S3_CONDITIONAL_WRITES === '1',
        credentials:
          env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
            ? undefined
            : { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
        encryption: env.S3_ENCRYPTION && { algorithm: env.S3_ENCRYPTION, keyId: env.S3_KMS_KEY_ID },
      }
    }),
  ],
  choice('files', 's3'),
)

const firebase = {
  FIREBASE_PROJECT_ID: text.describe('The Firebase project whose users sign in.'),
  FIREBASE_AUTH_EMULATOR_HOST: text
    .optional()
    .describe('`host:port` of the Auth emulator: its unsigned tokens are taken, and no others.'),
}
const identityOf = <C>(
  env: { FIREBASE_PROJECT_ID: string; FIREBASE_AUTH_EMULATOR_HOST?: string | undefined },
  credential: C,
) => ({
  projectId: env.FIREBASE_PROJECT_ID,
  usesEmulator: env.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
  credential,
})

const Identity = z.discriminatedUnion(
  'FIREBASE_CREDENTIAL',
  [
    z
      .object({ FIREBASE_CREDENTIAL: z.literal('none'), ...firebase })
      .transform((env) => identityOf(env, { kind: 'none' as const })),
    z
      .object({
        FIREBASE_CREDENTIAL: z.literal('service-account'),
        ...firebase,
        FIREBASE_CLIENT_EMAIL: text.describe('The service account.'),
        FIREBASE_PRIVATE_KEY: text.describe('Its private key (PEM); line ends may be written as `\\n`.'),
      })
      .transform((env) =>
        identityOf(env, {
          kind: 'service-account' as const,
          clientEmail: env.FIREBASE_CLIENT_EMAIL,
          privateKey: env.FIREBASE_PRIVATE_KEY.replaceAll('\\n', '\n'),
        }),
      ),
    z
      .object({
        FIREBASE_CREDENTIAL: z.literal('application-default'),
        ...firebase,
        GOOGLE_APPLICATION_CREDENTIALS: text
          .optional()
          .describe(
            "The service account's JSON file; without it, what the machine is given by Google's cloud.",
          ),
      })
      .transform((env) => identityOf(env, { kind: 'application-default' as const })),
  ],
  choice('none', 'service-account', 'application-default'),
)

const Engine = z.discriminatedUnion(
  'ENGINE',
  [
    z
      .object({
        ENGINE: z.literal('studio'),
        STUDIO_THREADS: count(64)
          .optional()
          .describe('Pictures worked on at a time; as many as there are processors by default.'),
      })
      .transform((env) => ({ kind: 'studio' as const, threads: env.STUDIO_THREADS })),
  ],
  choice('studio'),
)

/** What each variable that chooses an implementation decides, and what stands when it is not set. */
export const BACKEND_CHOICES = {
  DATABASE: { fallback: 'pglite', description: 'Where rows and jobs live.' },
  STORAGE: { fallback: 'files', description: 'Where pictures and models live.' },
  ENGINE: { fallback: 'studio', description: 'What trains and renders.' },
  FIREBASE_CREDENTIAL: {
    fallback: '`service-account` in production and where one of its variables is set, else `none`',
    description:
      'How Firebase is asked whether a user may still sign in. With `none` a disabled user keeps access until the ' +
      'token ends, which production refuses.',
  },
} as const

/** One schema for each part of the environment, each with its own way into the settings. */
export const BACKEND_ENVIRONMENT = {
  process: Process,
  http: Http,
  database: Database,
  storage: Storage,
  identity: Identity,
  engine: Engine,
}

const Settings = z
  .object(BACKEND_ENVIRONMENT)
  .superRefine((settings, context) => {
    for (const message of mistakesIn(settings)) context.addIssue({ code: 'custom', message, path: [] })
  })
  .transform(({ process: { role, logLevel }, ...parts }) => ({ role, logLevel, ...parts }))

export type Config = z.output<typeof Settings>

/** A setting is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Validates the environment. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  const given = withChoices(withoutEmpty(env))
  const parsed = Settings.safeParse(
    Object.fromEntries(Object.keys(BACKEND_ENVIRONMENT).map((part) => [part, given])),
  )
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path: [, name], message }) =>
    name === undefined ? message : `${String(name)} ${message}`,
  )
  throw new ConfigError([...new Set(complaints)].join('; '))
}

/** What no single variable is to blame for. */
function mistakesIn(settings: z.output<z.ZodObject<typeof BACKEND_ENVIRONMENT>>): string[] {
  const { process, http, database, storage, identity } = settings
  const mistakes: string[] = []
  if (database.kind === 'pglite' && process.role !== 'all') {
    mistakes.push(`ROLE=${process.role} needs DATABASE=postgres: an embedded database has one process`)
  }
  if (!process.isProduction) return mistakes
  if (http.gatewaySecret === undefined) mistakes.push('GATEWAY_SECRET is missing')
  if (identity.credential.kind === 'none' && !identity.usesEmulator) {
    mistakes.push('FIREBASE_CREDENTIAL=none is refused in production: a disabled user would keep access')
  }
  const embedded = [
    database.kind === 'pglite' && 'DATABASE=pglite',
    storage.kind === 'files' && 'STORAGE=files',
    identity.usesEmulator && 'FIREBASE_AUTH_EMULATOR_HOST',
  ].filter((name) => name !== false)
  if (embedded.length > 0 && !process.allowsEmbedded) {
    mistakes.push(`${embedded.join(', ')}: refused in production unless ALLOW_EMBEDDED=1`)
  }
  return mistakes
}

/** An empty variable is one that is not set. */
function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

function withChoices(env: Environment): Environment {
  const { DATABASE, STORAGE, ENGINE } = BACKEND_CHOICES
  const needsCredential = env.NODE_ENV === 'production' && env.FIREBASE_AUTH_EMULATOR_HOST === undefined
  const hasKey = env.FIREBASE_CLIENT_EMAIL !== undefined || env.FIREBASE_PRIVATE_KEY !== undefined
  return {
    DATABASE: DATABASE.fallback,
    STORAGE: STORAGE.fallback,
    ENGINE: ENGINE.fallback,
    FIREBASE_CREDENTIAL: needsCredential || hasKey ? 'service-account' : 'none',
    ...env,
  }
}
