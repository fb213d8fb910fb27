import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE_SERVER } from '#scripts/start/build-site.ts'
import { root } from '#scripts/start/root.ts'
import { eventually } from '#tests/api/support/backend.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { GATEWAY_SECRET } from '../api/processes.ts'

const NEXT = join(root, 'node_modules/next/dist/bin/next')
/** An address on which no server listens. */
const AWAY = '127.0.0.1:9'
const START_TIMEOUT_MS = 60_000

export interface Running {
  url: string
  pid: number
  child: ChildProcess
}

/** Builds the site as `npm start` does, unless a build exists. */
export function buildSite(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/site.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ALLOW_EMBEDDED: '1' },
  })
  if (status !== 0) throw new Error(`the site could not be built\n${stderr}`)
}

/** The HTML of a page that the build made ahead. */
export function prerendered(site: string, page: string): string {
  const server = join(site, '.next/server')
  // Where below the folder Next keeps a prerendered page is its own affair.
  const [file] = globSync(`**/${page}.html`, { cwd: server })
  if (file === undefined) throw new Error(`${page} was not prerendered`)
  return readFileSync(join(server, file), 'utf8')
}

/**
 * A site of one page, made by the same installed Next, without middleware, fonts or styles.
 * @param name of its folder, below the project so that Next is found there
 * @param text what the page says
 * @returns its folder
 */
export function buildBareSite(name: string, text: string): string {
  const folder = join(root, '.data/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'app'), { recursive: true })
  const layout = `export const metadata = { title: 'Bare', description: 'A page that says little.' }
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }
`
  const page = `export default function Page() { return <main><p>{${JSON.stringify(text)}}</p></main> }\n`
  // Next would take the middleware of the folder above for its own.
  const config = `export default { pageExtensions: ['js'], poweredByHeader: false, turbopack: { root: ${JSON.stringify(root)} } }\n`
  writeFileSync(join(folder, 'app/layout.js'), layout)
  writeFileSync(join(folder, 'app/page.js'), page)
  writeFileSync(join(folder, 'next.config.mjs'), config)
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new Error(`next build failed in ${folder}\n${stdout}${stderr}`)
  return folder
}

/** Serves the site by `next start`. */
export function startBareSite(folder: string): Promise<Running> {
  return start(folder, (port) => [NEXT, 'start', '--port', port, '--hostname', '127.0.0.1'], '/', {})
}

/** The built site by its own server; by default its backend is away. */
export function startSite(env: Record<string, string> = {}): Promise<Running> {
  return start(root, () => [SITE_SERVER], '/api/healthz', {
    ALLOW_EMBEDDED: '1',
    GATEWAY_SECRET,
    BACKEND_URL: `http://${AWAY}`,
    FIREBASE_PROJECT_ID: 'demo-bench',
    FIREBASE_AUTH_EMULATOR_HOST: AWAY,
    ...env,
  })
}

/** Starts a process with no environment but the path; resolves when it answers. */
async function start(
  cwd: string,
  args: (port: string) => string[],
  ready: string,
  env: Record<string, string>,
): Promise<Running> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, args(port), {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOSTNAME: '127.0.0.1',
      PORT: port,
      SITE_URL: url,
      ...env,
    },
  })
  const ask = () =>
    fetch(url + ready).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(ask, (isThere) => isThere || child.exitCode !== null, START_TIMEOUT_MS)
  if (child.exitCode !== null) throw new Error(`${args(port).join(' ')} ended before it answered`)
  return { url, pid: child.pid ?? 0, child }
}
