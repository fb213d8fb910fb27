import { describe, expect, test } from '@jest/globals'
import { ConfigError, readConfig } from './config.ts'

const embedded = { DATA_DIR: 'data', STORAGE_SECRET: 's'.repeat(32), FIREBASE_PROJECT_ID: 'demo' }
const production = { ...embedded, NODE_ENV: 'production' }
const postgres = { ...embedded, DATABASE: 'postgres', DATABASE_URL: 'postgres://localhost/x' }

describe('settings that start', () => {
  test('the embedded defaults', () => {
    expect(readConfig(embedded)).toEqual({
      role: 'all',
      logLevel: 'info',
      http: {
        host: '127.0.0.1',
        port: 4100,
        publicUrl: 'http://localhost:4100',
        siteUrl: 'http://localhost:3000',
      },
      database: { kind: 'pglite', dataDir: 'data' },
      storage: { kind: 'files', dataDir: 'data', secret: 's'.repeat(32) },
      identity: { projectId: 'demo' },
      engine: { kind: 'studio' },
    })
  })

  test('an empty variable is one that is not set', () => {
    expect(readConfig({ ...embedded, ROLE: '', STUDIO_THREADS: '' })).toEqual(readConfig(embedded))
  })

  test('a worker on PostgreSQL', () => {
    const config = readConfig({ ...postgres, ROLE: 'worker' })
    expect(config.database).toEqual({ kind: 'postgres', url: 'postgres://localhost/x' })
    expect(config.role).toBe('worker')
  })

  test('embedded parts in production, when allowed by name', () => {
    expect(readConfig({ ...production, ALLOW_EMBEDDED: '1' }).database.kind).toBe('pglite')
  })
})

describe('settings that do not', () => {
  test.each([
    ['DATA_DIR', {}],
    ['STORAGE_SECRET', { DATA_DIR: 'data' }],
    ['STORAGE_SECRET', { ...embedded, STORAGE_SECRET: 'short' }],
    ['FIREBASE_PROJECT_ID', { ...embedded, FIREBASE_PROJECT_ID: '' }],
    ['DATABASE', { ...embedded, DATABASE: 'mysql' }],
    ['DATABASE_URL', { ...embedded, DATABASE: 'postgres' }],
    ['BACKEND_PORT', { ...embedded, BACKEND_PORT: '99999' }],
    ['STUDIO_THREADS', { ...embedded, STUDIO_THREADS: 'many' }],
    ['ROLE=worker', { ...embedded, ROLE: 'worker' }],
    ['FIREBASE_PRIVATE_KEY', { ...embedded, FIREBASE_CLIENT_EMAIL: 'a@b' }],
    ['DATABASE=pglite', production],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...production, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }],
  ])('%s is named', (name, env) => {
    const attempt = () => readConfig({ FIREBASE_PROJECT_ID: 'demo', ...env })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(name)
  })
})
