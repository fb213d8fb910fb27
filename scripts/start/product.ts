import { join, resolve } from 'node:path'
import { BRAND } from '#contract/brand.ts'
import { WATCHED_EVENTS } from '#backend/providers/payments/stripe-events.ts'
import { authEmulatorPart, keepAccounts, type AccountKeeper } from './auth-emulator.ts'
import {
  addressesOf,
  backendEnvironment,
  PROJECT_ID,
  type Addresses,
  type Ports,
} from './backend-environment.ts'
import { buildSite, SITE_SERVER } from './build-site.ts'
import { DEMO_UID, ensureDemoAccount, type DemoAccount } from './demo-account.ts'
import { grantDemoCredits } from './demo-credits.ts'
import { claimInstance, instanceFile } from './instance.ts'
import type { WriteLine } from './log.ts'
import { choosePorts, LOCAL_HOST } from './ports.ts'
import { root } from './root.ts'
import { readOrCreateSecrets, type Secrets } from './secrets.ts'
import { createSupervisor, type Part, type PartFailedError, type Supervisor } from './supervisor.ts'

export interface ProductOptions {
  dataDir: string
  /** `built` serves a production build, made when needed; `dev` rebuilds and restarts on every change. */
  mode: 'built' | 'dev'
  /** Preferred ports; the next free one replaces an occupied one. */
  ports: Ports
  writeLine: WriteLine
  /** Ends a start that is under way. */
  signal?: AbortSignal
  /** Baked into canonical links of prerendered pages. */
  canonicalUrl: string
  logLevel: string
  /** Fills the folder before the backend opens it; without this function the demo account gets credits. */
  prepareData?: (dataDir: string) => Promise<void>
  /** Overrides of the parts' environment: a bucket instead of the folder, for example. */
  env?: { readonly [part in 'backend' | 'site']?: Readonly<Record<string, string>> }
}

export interface Product {
  siteUrl: string
  backendUrl: string
  inboxUrl: string
  /** Stripe's protocol, and the page where cards are typed. */
  stripeUrl: string
  authHost: string
  projectId: string
  demo: DemoAccount
  failed: Promise<PartFailedError>
  /** Kills the backend with `kill -9` and starts it again, to test the other parts. */
  backend: { kill(): Promise<void>; start(): Promise<void> }
  /** Ends every process. */
  stop(): Promise<void>
}

const SLUG = BRAND.toLowerCase()
const ACCOUNTS_INTERVAL_MS = 2000
const HEALTH_TIMEOUT_MS = 5000
async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
  await response.arrayBuffer()
  return response.status === 200
}

function inboxPart({ ports, siteUrl, authHost }: Addresses): Part {
  return {
    name: 'inbox',
    args: [join(root, 'emulators/inbox/main.ts')],
    env: {
      INBOX_PORT: String(ports.inbox),
      INBOX_SMTP_PORT: String(ports.inboxSmtp),
      FIREBASE_AUTH_EMULATOR_HOST: authHost,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      SITE_URL: siteUrl,
    },
    isReady: () => isHealthy(`http://${LOCAL_HOST}:${ports.inbox}/healthz`),
  }
}

/** Tells the site what happened, by both hooks, as Stripe does. */
function stripePart({ dataDir }: ProductOptions, { ports, stripeUrl }: Addresses, secrets: Secrets): Part {
  // The address a server reaches; browsers may take `localhost` for another.
  const site = `http://${LOCAL_HOST}:${ports.site}`
  const types = WATCHED_EVENTS.join()
  const hooks = [
    `${site}/stripe/webhooks=${secrets.stripeOrdersSecret}=${types}`,
    `${site}/b2b/payment/stripe/webhooks=${secrets.stripeSeatsSecret}=${types}`,
  ]
  return {
    name: 'stripe',
    args: [
      join(root, 'emulators/stripe/main.ts'),
      ...['--port', String(ports.stripe), '--public-url', stripeUrl],
      ...['--file', join(resolve(dataDir), 'stripe/objects.jsonl')],
    ],
    env: {
      STRIPE_EMULATOR_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_EMULATOR_HOOKS: hooks.join(' '),
    },
    isReady: () => isHealthy(`http://${LOCAL_HOST}:${ports.stripe}/healthz`),
  }
}

function backendPart(options: ProductOptions, addresses: Addresses, secrets: Secrets): Part {
  const main = join(root, 'backend/main.ts')
  return {
    name: 'backend',
    args: options.mode === 'dev' ? ['--watch', '--watch-preserve-output', main] : [main],
    env: { ...backendEnvironment(options, addresses, secrets), ...options.env?.backend },
    isReady: () => isHealthy(`${addresses.backendUrl}/healthz`),
  }
}

function sitePart(
  options: ProductOptions,
  { ports, siteUrl, backendUrl }: Addresses,
  secrets: Secrets,
): Part {
  const next = join(root, 'node_modules/next/dist/bin/next')
  const port = String(ports.site)
  return {
    name: 'site',
    args: options.mode === 'dev' ? [next, 'dev', '--port', port, '--hostname', LOCAL_HOST] : [SITE_SERVER],
    env: {
      NODE_ENV: options.mode === 'dev' ? 'development' : 'production',
      ALLOW_EMBEDDED: '1',
      HOSTNAME: LOCAL_HOST,
      PORT: port,
      BACKEND_URL: backendUrl,
      GATEWAY_SECRET: secrets.gatewaySecret,
      SITE_URL: siteUrl,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      // The emulator takes any key; the SDK insists on one.
      FIREBASE_API_KEY: 'local-emulator',
      FIREBASE_AUTH_DOMAIN: `${PROJECT_ID}.firebaseapp.com`,
      // By the name the site has: browsers keep what pages of two names store apart, and a sign-in that leaves the page
      // finds its answer there.
      FIREBASE_AUTH_EMULATOR_HOST: `localhost:${ports.auth}`,
      ...options.env?.site,
    },
    isReady: () => isHealthy(`http://${LOCAL_HOST}:${ports.site}/api/healthz`),
  }
}

async function settlePorts(wanted: Ports, writeLine: WriteLine): Promise<Ports> {
  const names = ['site', 'backend', 'inbox', 'inboxSmtp', 'stripe', 'auth', 'authHub', 'authLogging'] as const
  const choices = await choosePorts(names.map((name) => ({ name, port: wanted[name] })))
  const ports = { ...wanted }
  for (const [index, { port, taken }] of choices.entries()) {
    const name = names[index]
    if (!name) continue
    ports[name] = port
    if (taken !== undefined) writeLine(`Port ${taken} is taken by another program; ${name} uses ${port}.`)
  }
  return ports
}

/** Starts the Auth emulator and, once it has its accounts, saves them to disk. */
async function startIdentity(supervisor: Supervisor, dataDir: string, { ports, authHost }: Addresses) {
  const { auth: port, authHub: hubPort, authLogging: loggingPort } = ports
  await supervisor.start(authEmulatorPart({ dataDir, projectId: PROJECT_ID, port, hubPort, loggingPort }))
  const exports = { hubUrl: `http://${LOCAL_HOST}:${hubPort}`, authDir: join(dataDir, 'auth') }
  supervisor.tellWatchdog({ do: 'export', ...exports })
  return keepAccounts({
    ...exports,
    authUrl: `http://${authHost}`,
    projectId: PROJECT_ID,
    intervalMs: ACCOUNTS_INTERVAL_MS,
  })
}

/**
 * Starts the whole product on its embedded defaults and resolves when every part is healthy: used by `npm start`,
 * `npm run dev` and the browser tests. After a rejection no started process is left running.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { writeLine, signal, mode } = options
  const { prepareData = (folder) => grantDemoCredits(folder, DEMO_UID) } = options
  const dataDir = resolve(options.dataDir)
  const instance = await claimInstance(dataDir)
  const supervisor = createSupervisor({
    logDir: join(dataDir, 'logs'),
    writeLine,
    onParts: (parts) => instance.update({ parts }),
  })
  instance.update({ watchdog: supervisor.watchdogStamp })
  supervisor.tellWatchdog({ do: 'guard', instancePath: instanceFile(dataDir) })

  let keeper: AccountKeeper | undefined
  const stop = async () => {
    await keeper
      ?.close()
      .catch((error: unknown) => writeLine(`Accounts of the last seconds may be lost: ${String(error)}`))
    await supervisor.stop()
    instance.release()
  }
  const onAbort = () => void supervisor.stop()
  signal?.addEventListener('abort', onAbort)
  try {
    signal?.throwIfAborted()
    if (mode === 'built') await buildSite(supervisor, options.canonicalUrl, { ALLOW_EMBEDDED: '1' })
    const addresses = addressesOf(await settlePorts(options.ports, writeLine))
    instance.update({ backendUrl: addresses.backendUrl })
    const secrets = readOrCreateSecrets(dataDir)
    const identity = startIdentity(supervisor, dataDir, addresses).then((started) => (keeper = started))
    await Promise.all([
      identity,
      supervisor.start(inboxPart(addresses)),
      supervisor.start(stripePart(options, addresses, secrets)),
      prepareData(dataDir).then(() => supervisor.start(backendPart(options, addresses, secrets))),
      supervisor.start(sitePart(options, addresses, secrets)),
    ])
    const demo = await ensureDemoAccount({
      authUrl: `http://${addresses.authHost}`,
      projectId: PROJECT_ID,
      email: `demo@${SLUG}.example`,
      password: secrets.demoPassword,
    })
    instance.update({ siteUrl: addresses.siteUrl })
    const { siteUrl, backendUrl, inboxUrl, stripeUrl, authHost } = addresses
    return {
      siteUrl,
      backendUrl,
      inboxUrl,
      stripeUrl,
      authHost,
      projectId: PROJECT_ID,
      demo,
      failed: supervisor.failed,
      backend: {
        kill: () => supervisor.kill('backend'),
        start: () => supervisor.start(backendPart(options, addresses, secrets)),
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
