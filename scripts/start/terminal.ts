import { relative, resolve } from 'node:path'
import { BRAND } from '#contract/brand.ts'
import { AlreadyRunningError } from './instance.ts'
import { DEFAULT_PORTS, type Ports } from './backend-environment.ts'
import { startProduct, type Product, type ProductOptions } from './product.ts'
import { root } from './root.ts'
import { PartFailedError } from './supervisor.ts'

/** A second Ctrl-C this long after the first means "now"; sooner, it is the same one, forwarded by npm. */
const FORCE_AFTER_MS = 1000

function wantedPorts(): Ports {
  const from = (variable: string, fallback: number) => {
    const port = Number(process.env[variable] ?? fallback)
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port
    throw new Error(`${variable} is not a port: ${process.env[variable]}`)
  }
  return {
    ...DEFAULT_PORTS,
    site: from('SITE_PORT', DEFAULT_PORTS.site),
    backend: from('BACKEND_PORT', DEFAULT_PORTS.backend),
    inbox: from('INBOX_PORT', DEFAULT_PORTS.inbox),
    stripe: from('STRIPE_PORT', DEFAULT_PORTS.stripe),
    auth: from('AUTH_PORT', DEFAULT_PORTS.auth),
  }
}

function printReady(product: Product, dataDir: string, elapsedMs: number): void {
  const { email, password = '(as you changed it)' } = product.demo
  const data = relative(process.cwd(), dataDir) || '.'
  console.log(`
${BRAND} is ready after ${(elapsedMs / 1000).toFixed(0)} s.

  Open     ${product.siteUrl}
  Account  ${email}   ${password}
  Inbox    ${product.inboxUrl}   (every mail the product sends arrives here)
  Pay with 4242 4242 4242 4242   (any future date, any code; no money moves)
           4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the bank first
  API      ${product.backendUrl}
  Data     ${data}   (logs in ${data}/logs)

  Ctrl-C stops everything and keeps the data.
`)
}

/** Runs the product in the foreground until a signal, the loss of the parent, or the crash of a part. */
export async function runInTerminal(mode: ProductOptions['mode']): Promise<void> {
  // Includes the installation of packages before this process.
  const startedAtMs = Number(process.env.STARTED_AT_MS ?? Date.now())
  const dataDir = resolve(root, process.env.DATA_DIR ?? '.data')
  const stopRequest = new AbortController()
  let askedAtMs: number | undefined
  const requestStop = () => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now()
      console.log('\nStopping ...')
      stopRequest.abort()
    } else if (performance.now() - askedAtMs > FORCE_AFTER_MS) {
      // The watchdog ends the remaining parts.
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop)
  process.on('disconnect', requestStop)

  try {
    const product = await startProduct({
      dataDir,
      mode,
      ports: wantedPorts(),
      writeLine: (line) => console.log(line),
      signal: stopRequest.signal,
      canonicalUrl: process.env.SITE_URL ?? 'http://localhost:3000',
      logLevel: process.env.LOG_LEVEL ?? 'info',
    })
    printReady(product, dataDir, Date.now() - startedAtMs)
    const stopped = new Promise<null>((resolve) => {
      if (stopRequest.signal.aborted) resolve(null)
      stopRequest.signal.addEventListener('abort', () => resolve(null))
    })
    const failure = await Promise.race([product.failed, stopped])
    if (failure) console.error(`\n${failure.message}\n\nStopping the rest ...`)
    await product.stop()
    process.exitCode = failure ? 1 : 0
  } catch (error) {
    if (!stopRequest.signal.aborted) {
      const isExpected = error instanceof AlreadyRunningError || error instanceof PartFailedError
      console.error(isExpected ? `\n${error.message}` : error)
      process.exitCode = 1
    }
  }
  if (askedAtMs !== undefined) console.log('Stopped.')
  process.exit()
}
