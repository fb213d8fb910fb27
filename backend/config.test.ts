import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { openOwnCertificate } from './providers/signer/own-certificate.ts'
import { WORK_ROLES } from './jobs/catalogue.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'

const embedded = { DATA_DIR: 'data', STORAGE_SECRET: 's'.repeat(32), FIREBASE_PROJECT_ID: 'demo' }
const production = {
  ...embedded,
  NODE_ENV: 'production',
  GATEWAY_SECRET: 'g'.repeat(32),
  PAYMENTS: 'none',
}
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_B2B_WEBHOOK_SECRET: 'whsec_2',
}
const serviceAccount = { FIREBASE_CLIENT_EMAIL: 'a@b', FIREBASE_PRIVATE_KEY: 'first\\nsecond' }
const cog = {
  ENGINES: 'cog',
  COG_ADDRESSES: 'http://gpu-1:5000/, http://gpu-2:5000',
  COG_WEIGHTS: 'flux-2-klein-4b',
  COG_HOOK_TOKEN: 't'.repeat(32),
  COG_HOOK_URL: 'http://worker:4120',
}
const emulated = { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }
const postgres = { ...embedded, DATABASE: 'postgres', DATABASE_URL: 'postgres://localhost/x' }

describe('settings that start', () => {
  test('the embedded defaults', () => {
    expect(readConfig(embedded)).toEqual({
      roles: { answers: true, works: new Set(['checks', 'studio', 'engine', 'mail', 'clock']) },
      jobConcurrency: 1,
      logLevel: 'info',
      isProduction: false,
      refundsPaused: false,
      http: {
        host: '127.0.0.1',
        port: 4100,
        publicUrl: 'http://localhost:4100',
        siteUrl: 'http://localhost:3000',
        gatewaySecrets: [],
        operatorSecrets: [],
        operators: [],
      },
      database: { kind: 'pglite', dataDir: 'data' },
      storage: { kind: 'files', dataDir: 'data', secrets: ['s'.repeat(32)] },
      signer: { kind: 'own', dataDir: 'data' },
      identity: { projectId: 'demo', usesEmulator: false, verdictMs: 60_000, credential: { kind: 'none' } },
      engines: { chosen: [{ kind: 'studio' }], regions: 'any', studio: {} },
      analytics: { kind: 'off' },
      payments: { kind: 'none' },
      mail: {
        kind: 'inbox',
        host: '127.0.0.1',
        port: 4325,
        usesTls: false,
        requiresTls: false,
        from: 'Alpenlicht <studio@localhost>',
      },
      seller: {
        name: 'Alpenlicht',
        addressLines: [],
        email: null,
        taxId: null,
        taxPercent: null,
        missing: ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL'],
      },
      backup: { keepDays: 30 },
      telemetry: {},
    })
  })

  test('an empty variable is one that is not set', () => {
    expect(readConfig({ ...embedded, ROLE: '', STUDIO_THREADS: '' })).toEqual(readConfig(embedded))
  })

  test('the mailbox that login shells name in MAIL is none of ours', () => {
    expect(readConfig({ ...embedded, MAIL: '/var/mail/anna' })).toEqual(readConfig(embedded))
  })

  test('the addresses of operators, however they are separated', () => {
    const { http } = readConfig({
      ...embedded,
      OPERATORS: 'Anna@example.org, berta@example.org\ncarl@example.org',
    })
    expect(http.operators).toEqual(['anna@example.org', 'berta@example.org', 'carl@example.org'])
    expect(() => readConfig({ ...embedded, OPERATORS: 'anna' })).toThrow('OPERATORS has what is no address')
  })

  test('a worker on PostgreSQL', () => {
    const config = readConfig({ ...postgres, ROLE: 'worker' })
    expect(config.database).toEqual({ kind: 'postgres', url: 'postgres://localhost/x', maxConnections: 10 })
    expect(config.roles).toEqual({ answers: false, works: new Set(WORK_ROLES) })
  })

  for (const [role, answers, works] of [
    ['api', true, []],
    ['checks,mail', false, ['checks', 'mail']],
    ['mail, api', true, ['mail']],
    ['worker,api', true, [...WORK_ROLES]],
    ['clock', false, ['clock']],
  ] as const) {
    test(`ROLE=${role}`, () => {
      expect(readConfig({ ...postgres, ROLE: role }).roles).toEqual({ answers, works: new Set(works) })
    })
  }

  test('Stripe, as soon as its key is there', () => {
    expect(readConfig({ ...embedded, ...stripe }).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecrets: { orders: ['whsec_1'], seats: ['whsec_2'] },
    })
  })

  test('storage on S3 and a certificate that was issued, with which a process needs no folder', async () => {
    const { DATA_DIR: _folder, STORAGE_SECRET: _secret, ...others } = postgres
    const folder = mkdtempSync(join(tmpdir(), 'config-'))
    const { certificate, privateKey } = await openOwnCertificate(folder)
    rmSync(folder, { recursive: true })
    const rest = { ...others, C2PA_CERTIFICATES: certificate.chain.join(''), C2PA_PRIVATE_KEY: privateKey }
    expect(readConfig({ ...rest, ...embedded }).signer).toEqual({
      kind: 'configured',
      chain: certificate.chain,
      privateKey,
    })
    const s3 = { STORAGE: 's3', S3_BUCKET: 'pictures', S3_REGION: 'eu-central-1' }
    expect(readConfig({ ...rest, ...s3 }).storage).toEqual({
      kind: 's3',
      bucket: 'pictures',
      region: 'eu-central-1',
      usesPathStyle: false,
      hasConditionalWrites: true,
      company: 'Amazon Web Services',
    })
    const own = { ...s3, S3_ENDPOINT: 'https://store.example' }
    expect(readConfig({ ...rest, ...own }).storage).toMatchObject({ company: null })
    expect(readConfig({ ...rest, ...own, S3_COMPANY: 'Store AG' }).storage).toMatchObject({
      company: 'Store AG',
    })
    const credentials = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({ ...rest, ...s3, ...credentials, S3_ENCRYPTION: 'AES256' }).storage).toMatchObject({
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      encryption: { algorithm: 'AES256' },
    })
  })

  test('embedded parts in production, when allowed by name', () => {
    const config = readConfig({ ...production, ...emulated, ALLOW_EMBEDDED: '1' })
    expect(config.database.kind).toBe('pglite')
    expect(config.identity.credential.kind).toBe('none')
  })

  test('containers with a GPU each', () => {
    const env = { ...cog, COG_UPLOAD_URL: 'http://files.internal/results/', COG_DOLLARS_PER_HOUR: '1.8' }
    expect(readConfig({ ...embedded, ...env }).engines.chosen[0]).toEqual({
      kind: 'cog',
      addresses: ['http://gpu-1:5000', 'http://gpu-2:5000'],
      weights: 'flux-2-klein-4b',
      hookTokens: ['t'.repeat(32)],
      hookPort: 4120,
      hookUrl: 'http://worker:4120',
      microsPerSecond: 500,
      uploadUrl: 'http://files.internal/results/',
    })
  })

  test('several engines, the preferred first, each with settings of its own', () => {
    const vendors = {
      ENGINES: 'bfl, fal,studio',
      ENGINE_REGIONS: 'eu',
      FAL_KEY: 'k',
      FAL_USER_ID: 'us',
      BFL_API_KEY: 'k',
      BFL_WEBHOOK_SECRET: 'w'.repeat(32),
      STUDIO_THREADS: '2',
    }
    const { chosen, regions, studio } = readConfig({ ...embedded, ...vendors }).engines
    expect(chosen).toMatchObject([
      { kind: 'bfl', baseUrl: 'https://api.eu.bfl.ai', hookSecrets: ['w'.repeat(32)] },
      { kind: 'fal', baseUrl: 'https://queue.fal.run', userId: 'us', inFlight: 2 },
      { kind: 'studio' },
    ])
    expect([regions, studio.threads]).toEqual(['eu', 2])
  })

  testEach([
    [
      'a key in the environment',
      serviceAccount,
      { kind: 'service-account', clientEmail: 'a@b', privateKey: 'first\nsecond' },
    ],
    ['what the machine has', { FIREBASE_CREDENTIAL: 'application-default' }, { kind: 'application-default' }],
  ])('production with %s', (_name, env, credential) => {
    expect(readConfig({ ...production, ALLOW_EMBEDDED: '1', ...env }).identity.credential).toEqual(credential)
  })
})

describe('settings that do not', () => {
  testEach([
    ['DATA_DIR', {}],
    ['STORAGE_SECRET', { DATA_DIR: 'data' }],
    ['STORAGE_SECRET', { ...embedded, STORAGE_SECRET: 'short' }],
    ['FIREBASE_PROJECT_ID', { ...embedded, FIREBASE_PROJECT_ID: '' }],
    ['DATABASE', { ...embedded, DATABASE: 'mysql' }],
    ['S3_BUCKET', { ...embedded, STORAGE: 's3', S3_REGION: 'x' }],
    [
      'S3_SECRET_ACCESS_KEY',
      { ...embedded, STORAGE: 's3', S3_BUCKET: 'b', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'i' },
    ],
    ['S3_KEY_PREFIX', { ...embedded, STORAGE: 's3', S3_BUCKET: 'b', S3_REGION: 'x', S3_KEY_PREFIX: '../x' }],
    ['DATABASE_URL', { ...embedded, DATABASE: 'postgres' }],
    ['BACKEND_PORT', { ...embedded, BACKEND_PORT: '99999' }],
    ['POSTHOG_PROJECT_KEY', { ...embedded, ANALYTICS: 'posthog' }],
    ['STUDIO_THREADS', { ...embedded, STUDIO_THREADS: 'many' }],
    ['ENGINES', { ...embedded, ENGINES: 'studio,mine' }],
    ['ENGINES names an engine twice', { ...embedded, ENGINES: 'studio, studio' }],
    ['ENGINE_REGIONS', { ...embedded, ENGINE_REGIONS: 'mars' }],
    ['FAL_KEY', { ...embedded, ENGINES: 'studio,fal' }],
    ['REPLICATE_TRAINER', { ...embedded, ENGINES: 'replicate', REPLICATE_TRAINER: 'mine' }],
    ['COG_ADDRESSES', { ...embedded, ...cog, COG_ADDRESSES: 'gpu-1' }],
    ['COG_WEIGHTS', { ...embedded, ...cog, COG_WEIGHTS: 'mine' }],
    ['COG_HOOK_TOKEN', { ...embedded, ...cog, COG_HOOK_TOKEN: 'short' }],
    ['ROLE needs DATABASE=postgres', { ...embedded, ROLE: 'worker' }],
    ['ROLE needs DATABASE=postgres', { ...embedded, ROLE: 'api,checks,studio' }],
    ['FIREBASE_PRIVATE_KEY', { ...embedded, FIREBASE_CLIENT_EMAIL: 'a@b' }],
    ['DATABASE=pglite', { ...production, ...serviceAccount }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...production, ...emulated }],
    ['FIREBASE_CLIENT_EMAIL', { ...production, ALLOW_EMBEDDED: '1' }],
    ['FIREBASE_PRIVATE_KEY', { ...production, ALLOW_EMBEDDED: '1' }],
    ['FIREBASE_CREDENTIAL=none', { ...production, ALLOW_EMBEDDED: '1', FIREBASE_CREDENTIAL: 'none' }],
    ['MAILER', { ...embedded, MAILER: 'pigeon' }],
    ['SMTP_HOST', { ...embedded, MAILER: 'smtp', MAIL_FROM: 'a@b.example' }],
    ['MAIL_FROM', { ...embedded, MAILER: 'smtp', SMTP_HOST: 'h' }],
    ['MAIL_FROM', { ...embedded, MAILER: 'smtp', SMTP_HOST: 'h', MAIL_FROM: 'a@b.example\r\nBcc: c@d' }],
    ['SMTP_PASSWORD', { ...embedded, MAILER: 'smtp', SMTP_HOST: 'h', MAIL_FROM: 'a@b', SMTP_USER: 'u' }],
    ['SIGNER', { ...embedded, SIGNER: 'unknown' }],
    ['C2PA_PRIVATE_KEY', { ...embedded, C2PA_CERTIFICATES: 'x' }],
    ['do not belong together', { ...embedded, C2PA_CERTIFICATES: 'x', C2PA_PRIVATE_KEY: 'y' }],
    ['SELLER_NAME', { ...production, ...serviceAccount }],
    ['SELLER_ADDRESS', { ...production, ...serviceAccount, SELLER_NAME: 'Studio GmbH' }],
    [
      'SELLER_EMAIL',
      { ...production, ...serviceAccount, SELLER_NAME: 'S', SELLER_ADDRESS: 'Weg 1|8000 Zürich' },
    ],
    ['SELLER_NAME', { ...embedded, SELLER_NAME: '山田写真館' }],
    ['SIGNER=own', { ...production, ...emulated }],
    ['MAILER=inbox', { ...production, ...emulated }],
    ['GATEWAY_SECRET', { ...production, ...emulated, ALLOW_EMBEDDED: '1', GATEWAY_SECRET: '' }],
    ['GATEWAY_SECRET', { ...embedded, GATEWAY_SECRET: 'short' }],
    ['STRIPE_SECRET_KEY', { ...production, PAYMENTS: '' }],
    ['STRIPE_SECRET_KEY', { ...embedded, ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['STRIPE_B2B_WEBHOOK_SECRET', { ...embedded, ...stripe, STRIPE_B2B_WEBHOOK_SECRET: '' }],
    [
      'STRIPE_API_BASE',
      { ...production, ...serviceAccount, PAYMENTS: '', ...stripe, STRIPE_API_BASE: 'http://localhost:1' },
    ],
  ])('%s is named', (name, env) => {
    const attempt = () => readConfig({ FIREBASE_PROJECT_ID: 'demo', ...env })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(name)
  })

  test('a third value of a secret is refused, two are taken', () => {
    const two = `${'a'.repeat(32)}\n${'b'.repeat(32)}`
    expect(readConfig({ ...embedded, GATEWAY_SECRET: two }).http.gatewaySecrets).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
    ])
    expect(() => readConfig({ ...embedded, GATEWAY_SECRET: `${two} ${'c'.repeat(32)}` })).toThrow(
      'GATEWAY_SECRET has more than two values',
    )
  })

  test('all at once, each said once', () => {
    expect(() => readConfig({ ROLE: 'boss' })).toThrow(
      'ROLE is none of api, checks, studio, engine, mail, clock, worker, all; DATA_DIR is missing; STORAGE_SECRET is missing; FIREBASE_PROJECT_ID is missing',
    )
  })
})
