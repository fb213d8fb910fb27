import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { BRAND } from '#contract/brand.ts'
import { ALLOCATOR } from './allocator.ts'
import { LOCAL_HOST } from './ports.ts'
import type { Secrets } from './secrets.ts'

export interface Ports {
  site: number
  backend: number
  inbox: number
  inboxSmtp: number
  stripe: number
  auth: number
  authHub: number
  authLogging: number
}

export const DEFAULT_PORTS: Ports = {
  site: 3000,
  backend: 4100,
  inbox: 4300,
  inboxSmtp: 4325,
  stripe: 4242,
  auth: 9099,
  authHub: 4400,
  authLogging: 4500,
}

export interface Addresses {
  ports: Ports
  siteUrl: string
  backendUrl: string
  inboxUrl: string
  stripeUrl: string
  authHost: string
}

export function addressesOf(ports: Ports): Addresses {
  return {
    ports,
    siteUrl: `http://localhost:${ports.site}`,
    backendUrl: `http://${LOCAL_HOST}:${ports.backend}`,
    inboxUrl: `http://localhost:${ports.inbox}`,
    stripeUrl: `http://localhost:${ports.stripe}`,
    authHost: `${LOCAL_HOST}:${ports.auth}`,
  }
}

/** firebase-tools keeps a project with this prefix off the network. */
export const PROJECT_ID = `demo-${BRAND.toLowerCase()}`

/** The studio's nets and pictures take about 0.9 GB a process. */
const STUDIO_THREAD_BYTES = 1.5 * 2 ** 30
const STUDIO_THREADS_MOST = 8

function studioThreads(): number {
  const byMemory = Math.floor(totalmem() / STUDIO_THREAD_BYTES)
  return Math.max(1, Math.min(availableParallelism(), byMemory, STUDIO_THREADS_MOST))
}

/** What the backend of `npm start` is configured by. */
export function backendEnvironment(
  { dataDir, mode, logLevel }: { dataDir: string; mode: 'built' | 'dev'; logLevel: string },
  { ports, siteUrl, backendUrl, authHost }: Addresses,
  secrets: Secrets,
) {
  return {
    NODE_ENV: mode === 'dev' ? 'development' : 'production',
    ALLOW_EMBEDDED: '1',
    ...ALLOCATOR,
    ROLE: 'all',
    BACKEND_HOST: LOCAL_HOST,
    BACKEND_PORT: String(ports.backend),
    BACKEND_PUBLIC_URL: backendUrl,
    SITE_URL: siteUrl,
    GATEWAY_SECRET: secrets.gatewaySecret,
    OPERATOR_SECRET: secrets.operatorSecret,
    DATA_DIR: resolve(dataDir),
    DATABASE: 'pglite',
    STORAGE: 'files',
    STORAGE_SECRET: secrets.storageSecret,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_AUTH_EMULATOR_HOST: authHost,
    ENGINES: 'studio',
    MAILER: 'inbox',
    INBOX_SMTP_PORT: String(ports.inboxSmtp),
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeOrdersSecret,
    STRIPE_B2B_WEBHOOK_SECRET: secrets.stripeSeatsSecret,
    STRIPE_API_BASE: `http://${LOCAL_HOST}:${ports.stripe}`,
    STUDIO_THREADS: String(studioThreads()),
    LOG_LEVEL: logLevel,
  }
}
