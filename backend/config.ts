import { z } from 'zod'
import { Analytics } from './config/analytics.ts'
import { Backup } from './config/backup.ts'
import { Database } from './config/database.ts'
import { Engines } from './config/engines.ts'
import { Http } from './config/http.ts'
import { Identity } from './config/identity.ts'
import { Payments } from './config/payments.ts'
import { Mail } from './config/mail.ts'
import { Process } from './config/process.ts'
import { Seller } from './config/seller.ts'
import { Signer } from './config/signer.ts'
import { Storage } from './config/storage.ts'
import { Telemetry } from './config/telemetry.ts'
import { ConfigError, readEnvironment } from './environment.ts'
import { WORK_ROLES } from './jobs/catalogue.ts'

/** Each variable that chooses an implementation: its default, and what it chooses. */
export const BACKEND_CHOICES = {
  DATABASE: { fallback: 'pglite', description: 'Where rows and jobs live.' },
  STORAGE: { fallback: 'files', description: 'Where pictures and models live.' },
  ANALYTICS: { fallback: 'off', description: 'Who is told what happens.' },
  PAYMENTS: {
    fallback: '`stripe` in production and where its key is set, else `none`',
    description: 'Who takes the money. With `none` only what is free can be had, and what credits pay for.',
  },
  MAILER: { fallback: 'inbox', description: 'What takes the mails that go out.' },
  SIGNER: {
    fallback: '`configured` where `C2PA_CERTIFICATES` is set, else `own`',
    description:
      'Whose certificate signs the content credentials of generated files. `own` is made at the first start and on no list ' +
      'of trust.',
  },
  FIREBASE_CREDENTIAL: {
    fallback: '`service-account` in production and where one of its variables is set, else `none`',
    description:
      'How Firebase is asked whether a user may still sign in. With `none` a disabled user keeps access until the ' +
      'token ends, which production refuses.',
  },
} as const

/**
 * One schema for each part of the environment, each with its own way into the settings. Descriptions make the table in
 * docs/environment.md.
 */
export const BACKEND_ENVIRONMENT = {
  process: Process,
  http: Http,
  database: Database,
  storage: Storage,
  identity: Identity,
  engines: Engines,
  analytics: Analytics,
  payments: Payments,
  mail: Mail,
  signer: Signer,
  seller: Seller,
  backup: Backup,
  telemetry: Telemetry,
}

const Settings = z
  .object(BACKEND_ENVIRONMENT)
  .superRefine((settings, context) => {
    for (const message of mistakesIn(settings)) context.addIssue({ code: 'custom', message, path: [] })
  })
  .transform(({ process: { roles, jobConcurrency, logLevel, isProduction, refundsPaused }, ...parts }) => ({
    roles,
    jobConcurrency,
    logLevel,
    isProduction,
    refundsPaused,
    ...parts,
  }))

export type Config = z.output<typeof Settings>

type Environment = Readonly<Record<string, string | undefined>>

/** Validates the environment. @throws ConfigError */
export function readConfig(env?: Environment): Config {
  const given = withChoices(readEnvironment(env))
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
  const { process, http, database, storage, identity, payments, mail, seller, signer } = settings
  const mistakes: string[] = []
  const hasEveryRole = process.roles.answers && process.roles.works.size === WORK_ROLES.length
  if (database.kind === 'pglite' && !hasEveryRole) {
    mistakes.push('ROLE needs DATABASE=postgres where it is not `all`: an embedded database has one process')
  }
  if (!process.isProduction) return mistakes
  if (http.gatewaySecrets.length === 0) mistakes.push('GATEWAY_SECRET is missing')
  if (identity.credential.kind === 'none' && !identity.usesEmulator) {
    mistakes.push('FIREBASE_CREDENTIAL=none is refused in production: a disabled user would keep access')
  }
  if (!process.allowsEmbedded) mistakes.push(...seller.missing.map((name) => `${name} is missing`))
  const embedded = [
    database.kind === 'pglite' && 'DATABASE=pglite',
    storage.kind === 'files' && 'STORAGE=files',
    identity.usesEmulator && 'FIREBASE_AUTH_EMULATOR_HOST',
    // Everything would be free.
    payments.kind === 'none' && 'PAYMENTS=none',
    payments.kind === 'stripe' && payments.apiBase !== undefined && 'STRIPE_API_BASE',
    mail.kind === 'inbox' && 'MAILER=inbox',
    signer.kind === 'own' && 'SIGNER=own',
  ].filter((name) => name !== false)
  if (embedded.length > 0 && !process.allowsEmbedded) {
    mistakes.push(`${embedded.join(', ')}: refused in production unless ALLOW_EMBEDDED=1`)
  }
  return mistakes
}

function withChoices(env: Environment): Environment {
  const { DATABASE, STORAGE, MAILER, ANALYTICS } = BACKEND_CHOICES
  const needsCredential = env.NODE_ENV === 'production' && env.FIREBASE_AUTH_EMULATOR_HOST === undefined
  const hasKey = env.FIREBASE_CLIENT_EMAIL !== undefined || env.FIREBASE_PRIVATE_KEY !== undefined
  return {
    DATABASE: DATABASE.fallback,
    STORAGE: STORAGE.fallback,
    ANALYTICS: ANALYTICS.fallback,
    PAYMENTS: env.NODE_ENV === 'production' || env.STRIPE_SECRET_KEY !== undefined ? 'stripe' : 'none',
    MAILER: MAILER.fallback,
    SIGNER: env.C2PA_CERTIFICATES === undefined ? 'own' : 'configured',
    FIREBASE_CREDENTIAL: needsCredential || hasKey ? 'service-account' : 'none',
    ...env,
  }
}
